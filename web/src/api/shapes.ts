/**
 * What the service says, as types. Frames, acts and events come from its own description (`described.d.ts`,
 * written by `make web`); the answers that the description leaves open are named here.
 */
import type {
  Command,
  Frame as DescribedFrame,
  Option,
  Private as DescribedPrivate,
  RoundRecord as DescribedRecord,
  Setting,
} from './described'

export type {
  Answered,
  Bet,
  Capacity,
  Decide,
  FaultBody,
  Layout,
  Me,
  NewTable,
  Movement,
  NotDone,
  Public,
  Row,
  Says,
  Serving,
  Setting,
  Signed,
  SpotSeen,
  Step,
  Toke,
} from './described'

export type Cents = number
export type Seat = number | string
export type Act = Command['act']
export type Offer = Omit<Option, 'act'> & { act: Act }
export type Private = Omit<DescribedPrivate, 'legal'> & { legal: Offer[] }

/** What the service adds to the game's events. */
export type Happening =
  | { event: 'shuffle_sealed'; round: number; commitment: string }
  | { event: 'shuffle_revealed'; round: number; seed: string }
  | { event: 'clock_set'; waits_for: string; until: number | null }

export type GameEvent = DescribedFrame['events'][number] | Happening
export type EventOf<Name extends GameEvent['event']> = Extract<GameEvent, { event: Name }>
export type Frame = Omit<DescribedFrame, 'events' | 'you'> & { events: GameEvent[]; you: Private }
export type RoundRecord = Omit<DescribedRecord, 'events'> & {
  events: { number: number; at: number; event: GameEvent }[]
}

export interface TableSummary {
  id: string
  title: string
  book: string
  digest: string
  dealing: 'sealed' | 'entered'
  phase: Frame['table']['phase']
  round: number
  seats: number
  players: string[]
  ante: [Cents, Cents] | null
  paused: boolean
  /** What waits for a ruling. */
  held: string
  meters: Record<string, Cents>
  version: number
}

/** A progressive that tables share: its meters, and all that ever moved them. */
export interface LinkSeen {
  id: string
  title: string
  /** Why it stands still; empty while it runs. */
  stopped: string
  meters: Record<string, Cents>
  moved: Record<string, Record<string, Cents>>
  version: number
}

export interface RoundMark {
  round: number
  at: number
  event: number
}

export interface BookSummary {
  name: string
  title: string
  digest: string
  to_choose: string[]
}

export interface Clause {
  id: string
  where: string
  parts: string[]
  says: string
  same_as: string[]
}

export interface Question {
  id: string
  title: string
  clauses: string[]
  answer: string
  switch: string[]
}

export interface BookPage extends BookSummary {
  rules: Record<string, unknown>
  clauses: Clause[]
  questions: Question[]
  settings: Setting[]
}
