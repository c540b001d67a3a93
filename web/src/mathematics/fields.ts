/** The keys of a book that have a field on the bench: those that its mathematics may depend on. */
import type { BookEdited, BookPage, Setting } from '../api/shapes'
import { sideOf, wagerTitle } from '../table/wagers'
import { words } from '../words'
import { asText, isTable } from './edits'

/** Where lines for keys without a field are written. */
export const LINES = 'lines'

/** Of a wager: what it pays and what becomes of it. How it is laid, and on which cards, is written as a line. */
const OF_A_WAGER = /\.(table|pays|stake|win_below_table|on_\w+)$/

interface Part {
  name: string
  fields: Setting[]
}

type Read = Pick<BookEdited, 'settings' | 'wagers'>

/** The fieldsets of the bench: one for each wager, then the rest of the book by its sections. */
export function partsOf(book: Read): Part[] {
  const counted = book.settings.filter(({ counts }) => counts)
  const wagers = book.wagers.map(({ name, title }) => ({ name: title, fields: fieldsOfWager(counted, name) }))
  const known = new Set(counted.map(({ key }) => sectionOf(key)))
  for (const { key } of book.settings) if (key.endsWith('.staked')) known.delete(sectionOf(key))
  const others = [...known].map((section) => ({ name: words(section), fields: fieldsIn(counted, section) }))
  return [...wagers, ...others].filter(({ fields }) => fields.length)
}

function fieldsOfWager(settings: Setting[], wager: string): Setting[] {
  const own = fieldsIn(settings, wager)
  const hands = own.filter((one) => isByHand(one, own))
  const byHand = hands.some((one) => asText(one, one.value)) || own.some(({ key }) => isTable(key))
  return own.filter((one) => (isByHand(one, own) ? byHand : OF_A_WAGER.test(one.key) && said(one)))
}

/** What is not said of a wager, as odds for all hands where it has a table, has no field. */
function said(of: Setting): boolean {
  return isTable(of.key) || !of.optional || asText(of, of.value) !== ''
}

/** Fields that explain themselves alike are one for each hand, in rank order; on the felt the best stands first. */
function fieldsIn(settings: Setting[], section: string): Setting[] {
  const own = settings.filter(({ key }) => sectionOf(key) === section)
  return [...own.filter((one) => !isByHand(one, own)), ...own.filter((one) => isByHand(one, own)).reverse()]
}

function isByHand(of: Setting, own: Setting[]): boolean {
  return of.form === 'odds' && own.filter(({ explains }) => explains === of.explains).length > 1
}

function sectionOf(key: string): string {
  return key.slice(0, key.indexOf('.'))
}

export function metersOf(book: BookPage): { name: string; seed: number }[] {
  return Object.values(book.meters).flatMap((of) => Object.entries(of).map(([name, seed]) => ({ name, seed })))
}

/** The stakes that have a field, by the option that a command line has for them. */
export function stakesOf(book: BookPage): Map<string, string> {
  const side = sideOf(book).map(({ name, title }) => [`--stake ${name}`, title] as const)
  const meters = metersOf(book).map(({ name }) => [`--meter ${name}`, `Meter ${name}`] as const)
  return new Map([['--ante', 'Ante'], ...side, ['--others', 'Other bettors'], ...meters])
}

/** All fields of the bench, by key: what they are called, and where they stand. */
export function namesOf(book: BookPage): Map<string, string> {
  const edits = partsOf(book).flatMap(({ name, fields }) => fields.map(({ key }) => [key, `${name}: ${labelOf(key)}`] as const))
  return new Map([...stakesOf(book), ...edits, [LINES, 'Any other key of the book']])
}

/** What a wager is called in the figures of a solution. */
export function figureName(book: Read, wager: string): string {
  return wager === 'base' ? 'Base game' : wagerTitle(book, wager)
}

/** What a field is called in its fieldset. */
export function labelOf(key: string): string {
  return isTable(key) ? 'Named table' : words(key.split('.').slice(1).join(': '))
}
