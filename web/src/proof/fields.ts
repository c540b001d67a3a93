/** What is hashed and signed: every field with its length, so that no two lists give the same bytes. */
const text = new TextEncoder()

export type Bytes = Uint8Array<ArrayBuffer>

export function fields(...parts: (string | number | Bytes)[]): Bytes {
  const whole: number[] = []
  for (const part of parts) {
    const field = part instanceof Uint8Array ? part : text.encode(String(part))
    whole.push(...text.encode(`${field.length}:`), ...field, 44) // a comma
  }
  return Uint8Array.from(whole)
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

export async function hmac(key: Bytes, bytes: Bytes): Promise<Bytes> {
  const made = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', made, bytes))
}

export function bytes(digits: string): Bytes {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

export function hex(some: Uint8Array): string {
  return [...some].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
