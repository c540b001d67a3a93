/** The keys of a book that have a field on the bench: those that its mathematics may depend on. */
import type { BookPage, Setting } from '../api/shapes'
import { words } from '../words'
import { asText } from './edits'

export const TRIPS_TABLE = 'trips.table'
/** Where lines for keys without a field are written. */
export const LINES = 'lines'
const STAKE = 'progressive.stake'

/** The fieldsets of the bench, and which sections of a book each of them holds. */
const PARTS = [
  { name: 'Blind pays', sections: ['blind'] },
  { name: 'Trips pays', sections: ['trips'] },
  { name: 'Play, in multiples of the Ante', sections: ['decisions'] },
  { name: 'Ante, Play, qualifier and cap', sections: ['ante', 'play', 'qualifier', 'aggregate'] },
  { name: 'Progressive pays', sections: ['progressive', 'envy'] },
  { name: 'Readings of open points', sections: ['readings'] },
]

interface Part {
  name: string
  fields: Setting[]
}

export function hasProgressive(settings: Setting[]): boolean {
  const stake = settings.find(({ key }) => key === STAKE)
  return stake !== undefined && asText(stake, stake.value) !== ''
}

export function partsOf(settings: Setting[]): Part[] {
  const offered = hasProgressive(settings)
  const ofProgressive = (key: string): boolean => /^(readings\.)?(progressive|envy)\./.test(key)
  const shown = settings.filter(({ key, counts }) => counts && (offered || !ofProgressive(key)))
  const parts = PARTS.map(({ name, sections }) => ({
    name,
    fields: sections.flatMap((section) => fieldsIn(shown, section)),
  }))
  return parts.filter(({ fields }) => fields.length)
}

/** Fields that explain themselves alike are one for each hand, in rank order; on the felt the best stands first. */
function fieldsIn(settings: Setting[], section: string): Setting[] {
  const own = settings.filter(({ key }) => sectionOf(key) === section)
  const isByHand = (of: Setting): boolean => own.filter(({ explains }) => explains === of.explains).length > 1
  return [...own.filter((one) => !isByHand(one)), ...own.filter(isByHand).reverse()]
}

function sectionOf(key: string): string {
  return key.slice(0, key.indexOf('.'))
}

export function metersOf(book: BookPage): { name: string; seed: number }[] {
  return (book.rules['progressive'] as { meters: { name: string; seed: number }[] }).meters
}

/** The stakes that have a field, by the option that a command line has for them. */
export function stakesOf(book: BookPage): Map<string, string> {
  const meters = metersOf(book).map(({ name }) => [`--meter ${name}`, `Meter ${name}`] as const)
  return new Map([['--ante', 'Ante'], ['--trips', 'Trips'], ['--progressive', 'Progressive'], ['--others', 'Other bettors'], ...meters])
}

/** All fields of the bench, by key: what they are called, and where they stand. */
export function namesOf(book: BookPage): Map<string, string> {
  const edits = partsOf(book.settings).flatMap(({ name, fields }) =>
    fields.map(({ key }) => [key, `${name}: ${labelOf(key)}`] as const),
  )
  return new Map([...stakesOf(book), ...edits, [LINES, 'Any other key of the book']])
}

/** What a field is called: a section with one key by its own name, other keys by theirs. */
export function labelOf(key: string): string {
  if (key === TRIPS_TABLE) return 'Named table'
  const [section = '', ...rest] = key.split('.')
  if (rest.join() === 'pays') return `${words(section)} pays`
  if (rest.join() === 'hand') return words(section)
  const name = words(rest.join(': '))
  return section === 'envy' || section === 'aggregate' ? `${words(section)}: ${name.toLowerCase()}` : name
}
