/** Edits of a book: a list of `KEY=VALUE`, one for each key that differs from the book. */
import type { Setting } from '../api/shapes'

/** What a list says of a key; null where it says nothing. The last one counts, as on the command line. */
export function setTo(list: string[], key: string): string | null {
  const found = list.findLast((one) => keyOf(one) === key)
  return found === undefined ? null : found.slice(found.indexOf('=') + 1)
}

/** The list with a key set, in its old place if it had one, or taken out (null). */
export function withSet(list: string[], key: string, value: string | null): string[] {
  const at = list.findIndex((one) => keyOf(one) === key)
  const others = list.filter((one, index) => keyOf(one) !== key || index === at)
  if (value === null) return others.filter((one) => keyOf(one) !== key)
  const set = `${key}=${value}`
  return at < 0 ? [...others, set] : others.map((one) => (keyOf(one) === key ? set : one))
}

export function keyOf(setting: string): string {
  const at = setting.indexOf('=')
  return (at < 0 ? setting : setting.slice(0, at)).trim()
}

/** How a value is written in a field: a list without its brackets, nothing for what is taken away. */
export function asText(of: Setting, value: string): string {
  if (of.form === 'list') return value.replace(/^\[/, '').replace(/\]$/, '')
  return of.optional && value === 'none' ? '' : value
}

/** The same, back. */
function asValue(of: Setting, text: string): string {
  if (of.form === 'list') return `[${text.replace(/^\s*\[|\]\s*$/g, '')}]`
  return of.optional && text.trim() === '' ? 'none' : text
}

/**
 * The settings after somebody wrote `text` into the field of a key. What the book says anyway is no edit; but
 * where another table was chosen below the key (`replaced`), the book's own value is one.
 */
export function edited(settings: string[], book: Setting, text: string, replaced = false): string[] {
  const same = text.trim() === asText(book, book.value) && !replaced
  return withSet(settings, book.key, same ? null : asValue(book, text))
}

/** The edits as they are said to somebody, by the names of their fields. */
export function edits(settings: string[], names: Map<string, string>): string[] {
  return settings.map((one) => {
    const key = keyOf(one)
    return names.has(key) ? `${names.get(key)} ${setTo([one], key)?.replace(/^\[(.*)\]$/, '$1') ?? ''}` : one
  })
}

/** A key that chooses a pay table with a name, for all odds of a wager. */
export function isTable(key: string): boolean {
  return key.endsWith('.table')
}

/** Another pay table replaces the odds by hand that were edited above the old one. */
export function withTable(settings: string[], key: string, name: string): string[] {
  const wager = key.slice(0, key.indexOf('.') + 1)
  const others = settings.filter((one) => !keyOf(one).startsWith(wager) || keyOf(one).startsWith(`${wager}on_`))
  return name ? [...others, `${key}=${name}`] : others
}

/** Settings for keys that have no field of their own: as lines of text, and back. */
export function otherLines(settings: string[], fields: Set<string>): string {
  return settings.filter((one) => !fields.has(keyOf(one))).join('\n')
}

export function withOtherLines(settings: string[], fields: Set<string>, lines: string): string[] {
  const others = lines.split('\n').filter((line) => line.trim() && !fields.has(keyOf(line)))
  return [...settings.filter((one) => fields.has(keyOf(one))), ...others]
}
