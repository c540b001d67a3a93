/** What a supervisor asks for when he opens a table: what the book leaves to the house, one line each. */
import type { BookSummary, NewTable, Says } from '../api/shapes'
import { sorted } from '../mathematics/faults'
import { LINES } from '../mathematics/fields'
import { leftOpen, words } from '../words'

export interface Opening {
  book: string
  title: string
  dealing: 'sealed' | 'entered'
  money: 'play' | 'cash'
  link: string
  /** What the book leaves open, by its key: an answer for each field of its question. */
  chosen: Record<string, string[]>
  /** Other settings, one in each line. */
  more: string
}

export function emptyOpening(book: string): Opening {
  return { book, title: '', dealing: 'entered', money: 'play', link: '', chosen: {}, more: '' }
}

/** How something that a book leaves open is asked for, and how a rule book writes the answers. */
interface Question {
  /** What each field is called; more than one where a value has parts. */
  fields: string[]
  /** The key by which the service names each of them; the question's own where it names them together. */
  keys?: string[]
  /** The answers to choose from, where they are not numbers. */
  choices?: 'pay tables' | Record<string, string>
  write: (answers: string[]) => string
}

const QUESTIONS: Record<string, Question> = {
  'fees.rates': {
    fields: ['the bank pays', 'a player pays for each opening bet'],
    keys: ['fees.rates[1].bank', 'fees.rates[1].player'],
    write: ([bank, player]) =>
      `fees.rates=[{least = "0.01", bank = ${JSON.stringify(bank)}, player = ${JSON.stringify(player)}}]`,
  },
  'backline.allowed': {
    fields: ['allowed'],
    choices: { true: 'yes', false: 'no' },
    write: ([allowed]) => `backline.allowed=${allowed}`,
  },
}

/** A wager by itself is a whole pay table: it is chosen by the name of a published one. */
export function questionOf(key: string): Question {
  if (!key.includes('.')) {
    return { fields: ['pay table'], keys: [`${key}.table`], choices: 'pay tables', write: ([name]) => `${key}.table=${name}` }
  }
  if (key.startsWith('limits.')) return { fields: ['minimum', 'maximum'], write: (range) => `${key}=${JSON.stringify(range)}` }
  return QUESTIONS[key] ?? { fields: ['value'], write: ([value]) => `${key}=${value}` }
}

export function wishOf(opening: Opening, book: BookSummary): NewTable {
  const chosen = book.to_choose.flatMap((key) => {
    const { fields, write } = questionOf(key)
    const answers = fields.map((_, place) => String(opening.chosen[key]?.[place] ?? '').trim())
    return answers.some((answer) => answer) ? [write(answers)] : [] // what is missing, the service says
  })
  const more = opening.more.split('\n').map((line) => line.trim()).filter(Boolean)
  return {
    book: opening.book,
    title: opening.title.trim(),
    dealing: opening.dealing,
    money: opening.money,
    settings: [...chosen, ...more],
    link: opening.link || null,
  }
}

/** The keys by which a fault may name a question: its parts', and its own. */
export function keysOf(key: string): string[] {
  return [...(questionOf(key).keys ?? []), key]
}

/** What the service says of a table that it did not open, in the words of the form; `field` where it has one. */
export function told(says: Says[], book: BookSummary): Says[] {
  const names = new Map([['link', 'Progressive'], [LINES, 'Other settings']])
  for (const key of book.to_choose) {
    const { fields, keys = [] } = questionOf(key)
    const name = words(leftOpen(key))
    names.set(key, name)
    keys.forEach((one, place) => names.set(one, keys.length > 1 ? `${name}, ${fields[place]}` : name))
  }
  const here = new Set(names.keys())
  const lines = says.map((one): Says => {
    const { at, others } = sorted([one], names, here)
    const [field, line] = Object.entries(at)[0] ?? ['', others.join(' ')]
    return { says: field ? `${names.get(field)}: ${line}` : line, clauses: one.clauses ?? [], field }
  })
  return [...new Map(lines.map((line) => [line.says, line])).values()]
}
