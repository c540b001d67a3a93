/** What a supervisor asks for when he opens a table: what the book leaves to the house, one line each. */
import type { BookSummary, NewTable } from '../api/shapes'

export interface Opening {
  book: string
  title: string
  dealing: 'sealed' | 'entered'
  link: string
  /** What the book leaves open, by its key: as it stands in a rule book after the equals sign. */
  chosen: Record<string, string>
  /** Other settings, one in each line. */
  more: string
}

export function emptyOpening(book: string): Opening {
  return { book, title: '', dealing: 'entered', link: '', chosen: {}, more: '' }
}

/** A key that is a whole pay table is chosen by the name of a published one. */
export function settingKey(key: string): string {
  return key.includes('.') ? key : `${key}.table`
}

/** An example of what can be written there; what is right is the service's to say. */
export function exampleOf(key: string): string {
  if (key.startsWith('limits.')) return '[5, 100]'
  if (key === 'fees.rates') return '[{least = "5", bank = "1", player = "0.50"}]'
  return key.includes('.') ? 'true or false' : 'UTH-02'
}

export function wishOf(opening: Opening, book: BookSummary): NewTable {
  const chosen = book.to_choose
    .map((key): [string, string] => [settingKey(key), (opening.chosen[key] ?? '').trim()])
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${value}`)
  const more = opening.more.split('\n').map((line) => line.trim()).filter(Boolean)
  return {
    book: opening.book,
    title: opening.title.trim(),
    dealing: opening.dealing,
    settings: [...chosen, ...more],
    link: opening.link || null,
  }
}
