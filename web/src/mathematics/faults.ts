/** The service's faults, each to the field whose key it names; the rest in a list. */
import type { Says } from '../api/shapes'

export interface Sorted {
  at: Record<string, string>
  others: string[]
}

export function sorted(says: Says[], fields: Set<string>): Sorted {
  const found: Sorted = { at: {}, others: [] }
  for (const { says: text } of says) {
    const key = named(text, fields)
    if (key === null || key in found.at) found.others.push(text.replace(/^--set: /, ''))
    else found.at[key] = text.slice(text.indexOf(`${key}: `) + key.length + 2)
  }
  return found
}

/** `blind.flush: …` or, with where it stands, `--set: blind.flush: …`. */
function named(text: string, fields: Set<string>): string | null {
  const [first = '', second = ''] = text.split(': ')
  return fields.has(first) ? first : fields.has(second) ? second : null
}
