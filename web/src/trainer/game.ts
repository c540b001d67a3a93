/** What is played in the trainer: a book and the stakes on it. What may be staked is the book's word. */
import type { BookPage, Cents, WagerSeen } from '../api/shapes'
import type { Card } from '../cards'
import { mainOf, openingOf, sideOf } from '../table/wagers'
import type { Deal } from './deal'

export interface Game {
  book: string
  /** On the main wager. */
  ante: Cents
  /** By side wager; meters stand at their seeds. */
  stakes: Record<string, Cents>
  /** By wager, the pay table that was chosen where the book leaves it to the house. */
  tables: Record<string, string>
}

/** As the service wants it: money in dollars. */
interface GameBody {
  book: string
  ante: string
  /** `WAGER=DOLLARS`. */
  stakes: string[]
  settings: string[]
}

const inDollars = (cents: Cents): string => String(cents / 100)

export function gameBody({ book, ante, stakes, tables }: Game): GameBody {
  const staked = Object.entries(stakes).filter(([, cents]) => cents)
  return {
    book,
    ante: inDollars(ante),
    stakes: staked.map(([name, cents]) => `${name}=${inDollars(cents)}`),
    settings: Object.entries(tables).map(([name, table]) => `${name}.table=${table}`),
  }
}

/** What a book says that the trainer must know: the range of each wager, who banks, how many seats. */
export interface Terms {
  /** The main wager, and those that are equal to it. */
  opening: WagerSeen[]
  ante: [Cents, Cents]
  side: WagerSeen[]
  /** What wagers are multiples of. */
  unit: Cents
  /** By wager: the pay tables to choose from, where the book leaves them to the house. */
  tables: Record<string, string[]>
  /** What meters start with, by wager. */
  meters: Record<string, Record<string, Cents>>
  houseBanks: boolean
  seats: number
  /** Every wager as the felt names it. */
  titles: Record<string, string>
}

/** A bank so large that it covers every wager: the values are those of a bank that pays in full. */
const AMPLE: Cents = 1_000_000_00
/** The most where a book has no limit: even a royal flush is covered then. */
const MOST: Cents = 1_000_00

interface RulesRead {
  wagers?: { unit?: Cents }
  bank?: { who?: string }
  table?: { seats?: number }
}

type BookRead = Pick<BookPage, 'rules' | 'to_choose' | 'wagers' | 'meters' | 'tables'>

export function termsOf(book: BookRead): Terms {
  const rules = book.rules as RulesRead
  const unit = rules.wagers?.unit ?? 100
  const open = book.to_choose.filter((key) => key in book.tables)
  return {
    opening: openingOf(book),
    ante: mainOf(book)?.limits ?? [unit, MOST],
    side: sideOf(book),
    unit,
    tables: Object.fromEntries(open.map((wager) => [wager, Object.keys(book.tables[wager] ?? {})])),
    meters: book.meters,
    houseBanks: rules.bank?.who === 'house',
    seats: rules.table?.seats ?? 6,
    titles: Object.fromEntries(book.wagers.map(({ name, title }) => [name, title])),
  }
}

/** An amount moved into its range, where there is one. */
export function within(cents: Cents, range: [Cents, Cents] | null): Cents {
  return range ? Math.min(Math.max(cents, range[0]), range[1]) : cents
}

/** What is laid on a side wager beside this much on the main one. */
export function sideStake({ stake, limits }: WagerSeen, ante: Cents): Cents {
  return stake ?? within(ante, limits)
}

/** A game as a book allows it: stakes in their ranges, a pay table where one must be chosen. */
export function fitted(game: Game, terms: Terms): Game {
  const ante = within(game.ante, terms.ante)
  const side = terms.side.filter(({ name }) => game.stakes[name])
  const tables = Object.entries(terms.tables).flatMap(([wager, names]): [string, string][] => {
    const table = names.find((one) => one === game.tables[wager]) ?? names[0]
    return table ? [[wager, table]] : []
  })
  return {
    book: game.book,
    ante,
    stakes: Object.fromEntries(side.map((wager) => [wager.name, sideStake(wager, game.stakes[wager.name] ?? 0)])),
    tables: Object.fromEntries(tables),
  }
}

/** The side wagers of a game in words: "Title $5, Title $1". */
export function stakedWords(game: Game, titles: Record<string, string>, money: (cents: Cents) => string): string[] {
  return Object.entries(game.stakes).flatMap(([name, cents]) => (cents ? [`${titles[name] ?? name} ${money(cents)}`] : []))
}

export interface Played {
  book: string
  settings: Record<string, string>
  board: Card[]
  bank_hand: Card[]
  bank?: { seat: number; wager: Cents }
  meters?: Record<string, Cents>
  /** Besides these, what lies on each wager, by its name. */
  seats: (Record<string, unknown> & { seat: number; hole: Card[]; decisions: string[] })[]
}

/** A round for the service to settle. */
export function played(game: Game, terms: Terms, dealt: Deal, decisions: string[]): Played {
  const opening = terms.opening.map(({ name }): [string, Cents] => [name, game.ante])
  const meters = Object.keys(game.stakes).map((wager) => terms.meters[wager] ?? {})
  const seeds = Object.assign({}, ...meters) as Record<string, Cents>
  return {
    book: game.book,
    settings: Object.fromEntries(Object.entries(game.tables).map(([wager, table]) => [`${wager}.table`, table])),
    board: dealt.board,
    bank_hand: dealt.bank,
    ...(terms.houseBanks ? {} : { bank: { seat: terms.seats, wager: AMPLE } }),
    ...(Object.keys(seeds).length ? { meters: seeds } : {}),
    seats: [{ seat: 1, hole: dealt.hole, ...Object.fromEntries(opening), ...game.stakes, decisions }],
  }
}

const isAmount = (value: unknown): value is Cents => Number.isInteger(value) && Number(value) >= 0

/** A game that this device has kept; in those of before, stakes and tables stood under the names of their wagers. */
export function gameRead(kept: unknown): Game | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { book, ante, stakes, tables, ...named } = kept as Record<string, unknown>
  if (typeof book !== 'string' || !isAmount(ante) || ante === 0) return null
  const flat = Object.entries(named)
  const before = flat.filter(([, cents]) => typeof cents === 'number')
  const chosen = flat.filter(([name, table]) => name.endsWith('Table') && typeof table === 'string')
  const staked = { ...Object.fromEntries(before), ...(stakes as object | undefined) } as Record<string, Cents>
  if (!Object.values(staked).every(isAmount)) return null
  const own = chosen.map(([name, table]) => [name.slice(0, -'Table'.length), table])
  return {
    book,
    ante,
    stakes: Object.fromEntries(Object.entries(staked).filter(([, cents]) => cents)),
    tables: { ...(Object.fromEntries(own) as Record<string, string>), ...(tables as Record<string, string> | undefined) },
  }
}
