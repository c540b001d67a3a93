/** The service's faults, each in the words of the field to which it belongs; the rest in a list. */
import type { Says } from '../api/shapes'
import { words } from '../words'
import { LINES, TRIPS_TABLE } from './fields'

export interface Sorted {
  /** What is said at a field, by its key. */
  at: Record<string, string>
  /** What belongs to no field of this page, with where it is wrong. */
  others: string[]
}

/** What is said of a stake begins so. */
const OF_STAKES: [RegExp, string][] = [
  [/^(the|an) Ante |^a Play wager /, 'ante'],
  [/^the Trips wager /, 'trips'],
  [/^(the|a) progressive wager |^meters and other bettors /, 'progressive'],
  [/^others: |^with envy\.|^a jackpot for |seats, so at most /, 'others'],
]
/** What was written, before what is wrong with it: it stands in the field. */
const WRITTEN = /^(?:"(?:[^"\\]|\\.)*"|\[.*?\]|-?\d+|true|false): |^the [\w ]+ is (?:'.*'|\S+); /

/** `names` are those of all fields, by key; `here` are the keys of those that the page shows. */
export function sorted(says: Says[], names: Map<string, string>, here: Set<string>): Sorted {
  const found: Sorted = { at: {}, others: [] }
  for (const text of new Set(says.map((one) => one.says))) {
    const { key, said } = parted(text, names)
    const line = key === LINES ? said : sentence(said, key, names)
    if (here.has(key)) found.at[key] = found.at[key] ? `${found.at[key]} ${line}` : line
    else found.others.push(key ? `${names.get(key) ?? words(key.replaceAll('.', ': '))}: ${line}` : line)
  }
  return found
}

/** `blind.flush: …`, or with the book or the option before it, as the command line has them. */
function parted(text: string, names: Map<string, string>): { key: string; said: string } {
  const [, source = '', first = '', rest = ''] = /^(?:([\w-]+): )?([\w.[\]]+): (.*)$/s.exec(text) ?? []
  if (first === 'others') return { key: 'others', said: 'a whole number from 0 to 100 is wanted' }
  if (first === 'trips') return { key: TRIPS_TABLE, said: rest }
  if (names.has(first)) return { key: first, said: rest }
  if (text.startsWith('--set: ')) return { key: LINES, said: text.slice('--set: '.length) }
  if (source) return { key: first, said: rest }
  const meter = /^the meter (\w+) /.exec(text)?.[1]
  const stake = meter ? `meter ${meter}` : OF_STAKES.find(([begin]) => begin.test(text))?.[1]
  return { key: stake ?? '', said: text }
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
