/** The service's faults, each in the words of the field to which it belongs; the rest in a list. */
import type { Says } from '../api/shapes'
import { words } from '../words'
import { LINES } from './fields'

export interface Sorted {
  /** What is said at a field, by its key. */
  at: Record<string, string>
  /** What belongs to no field of this page, with where it is wrong. */
  others: string[]
}

/** What was written, before what is wrong with it: it stands in the field. */
const WRITTEN = /^(?:"(?:[^"\\]|\\.)*"|\[.*?\]|-?\d+|true|false): |^the [\w ]+ is (?:'.*'|\S+); /

/** `names` are those of all fields, by key; `here` are the keys of those that the page shows. */
export function sorted(says: Says[], names: Map<string, string>, here: Set<string>): Sorted {
  const found: Sorted = { at: {}, others: [] }
  for (const one of new Map(says.map((one) => [one.says, one])).values()) {
    const { key, said } = parted(one, names)
    const line = key === LINES ? said : sentence(said, key, names)
    if (here.has(key)) found.at[key] = found.at[key] ? `${found.at[key]} ${line}` : line
    else found.others.push(key ? `${names.get(key) ?? words(key.replaceAll('.', ': '))}: ${line}` : line)
  }
  return found
}

/** Which field it is said of, and what is said: without the field, which a command line must name. */
function parted({ says, field = '' }: Says, names: Map<string, string>): { key: string; said: string } {
  if (field === 'others') return { key: '--others', said: 'a whole number from 0 to 100 is wanted' }
  const cut = field ? says.indexOf(`${field}: `) : -1
  const said = cut < 0 ? says : says.slice(cut + field.length + 2)
  if (names.has(`${field}.table`)) return { key: `${field}.table`, said } // no table is chosen
  const staked = `--stake ${field.replace(/^--/, '')}` // some wagers have an option of their own
  if (names.has(staked)) return { key: staked, said }
  if (!names.has(field) && says.startsWith('--set: ')) return { key: LINES, said: says.slice('--set: '.length) }
  return { key: field, said }
}

/** A sentence without what only a file needs: quotes, keys where a field has a name, underscores. */
function sentence(said: string, key: string, names: Map<string, string>): string {
  const plain = said
    .replace(WRITTEN, '')
    .replace(/; wagers\.unit says how .* wagers$/, '')
    .replace(`${key} = `, '')
    .replaceAll('"', '')
    .replace(/[a-z_]+(\.[a-z_]+)+|[a-z]+(_[a-z]+)+/g, (word) => {
      const name = names.get(word) ?? names.get(`readings.${word}`)
      return name ? `“${name}”` : word.includes('.') ? word : word.replaceAll('_', ' ')
    })
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${/[.?!]$/.test(plain) ? '' : '.'}`
}
