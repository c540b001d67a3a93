/** The keys of a book that have a field on the bench: those that its mathematics may depend on. */
import type { Setting } from '../api/shapes'
import { words } from '../words'
import { asText } from './edits'

export const TRIPS_TABLE = 'trips.table'
const STAKE = 'progressive.stake'

/** The fieldsets of the bench, and which sections of a book each of them holds. */
const PARTS = [
  { name: 'Blind pays', sections: ['blind'] },
  { name: 'Trips pays', sections: ['trips'] },
  { name: 'Play, in multiples of the Ante', sections: ['decisions'] },
  { name: 'Ante, Play, qualifying and the most that is paid', sections: ['ante', 'play', 'qualifier', 'aggregate'] },
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

/** What a field is called: a section with one key by its own name, other keys by theirs. */
export function labelOf(key: string): string {
  const [section = '', ...rest] = key.split('.')
  if (rest.join() === 'pays') return `${words(section)} pays`
  if (rest.join() === 'hand') return words(section)
  const name = words(rest.join(': '))
  return section === 'envy' || section === 'aggregate' ? `${words(section)}: ${name.toLowerCase()}` : name
}
