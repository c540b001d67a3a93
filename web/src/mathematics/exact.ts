/** Fractions of whole numbers of any size: what the service counts exactly is shown without a float between. */
export interface Fraction {
  numerator: bigint
  denominator: bigint
}

/** As the service writes one: `-7454/5405`, or `3`. */
export function fraction(text: string): Fraction {
  const [numerator = '', denominator = '1'] = text.split('/')
  return lowest(BigInt(numerator), BigInt(denominator))
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return lowest(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator)
}

/** `a` above `b`: positive; below: negative. */
export function compare(a: Fraction, b: Fraction): number {
  const { numerator } = minus(a, b)
  return numerator > 0n ? 1 : numerator < 0n ? -1 : 0
}

/** Rounded to so many digits, half away from zero; a true minus sign. */
export function decimal(of: Fraction, digits: number): string {
  const size = of.numerator < 0n ? -of.numerator : of.numerator
  const scaled = (2n * size * 10n ** BigInt(digits) + of.denominator) / (2n * of.denominator)
  const text = scaled.toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const sign = of.numerator < 0n && scaled > 0n ? '−' : ''
  return digits ? `${sign}${whole}.${text.slice(-digits)}` : `${sign}${whole}`
}

export function percent(of: Fraction, digits = 6): string {
  return `${decimal({ numerator: of.numerator * 100n, denominator: of.denominator }, digits)} %`
}

/** In lowest terms, as it is written on paper. */
export function ratio(of: Fraction): string {
  const sign = of.numerator < 0n ? '−' : ''
  const size = of.numerator < 0n ? -of.numerator : of.numerator
  return `${sign}${size} / ${of.denominator}`
}

/** A change: always with its sign, and nothing more than ±0 where there is none. */
export function change(text: string): string {
  if (text.startsWith('−')) return text
  return /[1-9]/.test(text) ? `+${text}` : '±0'
}

/** Figures that have no exact form, such as a root. */
export function fixed(value: number, digits = 6): string {
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text
}

function lowest(numerator: bigint, denominator: bigint): Fraction {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator]
  while (b) [a, b] = [b, a % b]
  return a > 1n ? { numerator: numerator / a, denominator: denominator / a } : { numerator, denominator }
}
