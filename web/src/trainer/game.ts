/** What is played in the trainer: a book and the stakes on it. What may be staked is the book's word. */
import type { BookPage, Cents } from '../api/shapes'
import type { Card } from '../cards'
import type { Deal } from './deal'

export interface Game {
  book: string
  ante: Cents
  trips: Cents
  /** The pay table of Trips, where the book leaves it to the house. */
  tripsTable?: string | undefined
  /** The progressive wager, where the book has one; its meters stand at their seeds. */
  progressive?: Cents | undefined
}

/** As the service wants it: money in dollars. */
interface GameBody {
  book: string
  ante: string
  trips: string
  progressive: string
  settings: string[]
}

const inDollars = (cents: Cents): string => String(cents / 100)

export function gameBody({ book, ante, trips, tripsTable, progressive = 0 }: Game): GameBody {
  const settings = tripsTable ? [`trips.table=${tripsTable}`] : []
  return { book, ante: inDollars(ante), trips: inDollars(trips), progressive: inDollars(progressive), settings }
}

/** What a book says that the trainer must know: the range of each wager, who banks, how many seats. */
export interface Terms {
  ante: [Cents, Cents]
  trips: [Cents, Cents] | null
  /** What wagers are multiples of. */
  unit: Cents
  /** The pay tables of Trips to choose from, where the book leaves them to the house; else null. */
  tripsTables: string[] | null
  /** What the progressive costs, and what its meters start with; null without one. */
  progressive: { stake: Cents; meters: Record<string, Cents> } | null
  houseBanks: boolean
  seats: number
}

/** A bank so large that it covers every wager: the values are those of a bank that pays in full. */
const AMPLE: Cents = 1_000_000_00
/** The most where a book has no limit: even a royal flush is covered then. */
const MOST: Cents = 1_000_00

interface RulesRead {
  wagers?: { unit?: Cents }
  limits?: { ante?: [Cents, Cents] | null; trips?: [Cents, Cents] | null }
  progressive?: { stake?: Cents | null; meters?: { name: string; seed: Cents }[] }
  bank?: { who?: string }
  table?: { seats?: number }
}

type BookRead = Pick<BookPage, 'rules' | 'to_choose'> & { trips_tables?: Record<string, unknown> }

export function termsOf(book: BookRead): Terms {
  const rules = book.rules as RulesRead
  const { stake = null, meters = [] } = rules.progressive ?? {}
  const unit = rules.wagers?.unit ?? 100
  return {
    ante: rules.limits?.ante ?? [unit, MOST],
    trips: rules.limits?.trips ?? null,
    unit,
    tripsTables: book.to_choose.includes('trips') ? Object.keys(book.trips_tables ?? {}) : null,
    progressive: stake ? { stake, meters: Object.fromEntries(meters.map(({ name, seed }) => [name, seed])) } : null,
    houseBanks: rules.bank?.who === 'house',
    seats: rules.table?.seats ?? 6,
  }
}

/** An amount moved into its range, where there is one. */
export function within(cents: Cents, range: [Cents, Cents] | null): Cents {
  return range ? Math.min(Math.max(cents, range[0]), range[1]) : cents
}

/** A game as a book allows it: stakes in their ranges, a pay table for Trips where one must be chosen. */
export function fitted(game: Game, terms: Terms): Game {
  const { book, ante, trips, tripsTable, progressive } = game
  const tables = terms.tripsTables
  const table = tables && (tables.find((one) => one === tripsTable) ?? tables[0])
  return {
    book,
    ante: within(ante, terms.ante),
    trips: trips && within(trips, terms.trips),
    ...(table ? { tripsTable: table } : {}),
    ...(progressive && terms.progressive ? { progressive: terms.progressive.stake } : {}),
  }
}

export interface Played {
  document: string
  switches: Record<string, string>
  board: Card[]
  bank_hand: Card[]
  bank?: { seat: number; wager: Cents }
  meters?: Record<string, Cents>
  seats: {
    seat: number
    hole: Card[]
    ante: Cents
    blind: Cents
    trips?: Cents
    progressive?: Cents
    decisions: string[]
  }[]
}

/** A round for the service to settle. */
export function played(game: Game, terms: Terms, dealt: Deal, decisions: string[]): Played {
  return {
    document: game.book,
    switches: game.tripsTable ? { 'trips.table': game.tripsTable } : {},
    board: dealt.board,
    bank_hand: dealt.bank,
    ...(terms.houseBanks ? {} : { bank: { seat: terms.seats, wager: AMPLE } }),
    ...(game.progressive && terms.progressive ? { meters: terms.progressive.meters } : {}),
    seats: [
      {
        seat: 1,
        hole: dealt.hole,
        ante: game.ante,
        blind: game.ante,
        ...(game.trips ? { trips: game.trips } : {}),
        ...(game.progressive ? { progressive: game.progressive } : {}),
        decisions,
      },
    ],
  }
}
