/** What the service says, as types: from its own description (`described.d.ts`, written by `make web`). */
import type * as described from './described'
import type { Command, Line, Option } from './described'

export type * from './described'

export type Cents = number
export type Seat = number | string
export type Act = Command['act']
export type Offer = Option
/** The events of a record that a proof looks at; cards are numbers there. */
export type Recorded =
  | described.BankShown
  | described.BetsClosed
  | described.CardsAmended
  | described.Decided
  | described.DecisionAmended
  | described.EventOpened
  | described.FlopShown
  | described.HandForfeited
  | described.HandShown
  | described.Happened
  | described.HolesDealt
  | described.NumberCommitted
  | described.NumberRevealed
  | described.RiverShown
  | described.RoundEnded
  | described.ShuffleLost
  | described.ShuffleRevealed
  | described.ShuffleSealed
  | described.WagersPlaced
  | described.WagersTakenBack
export type EventOf<Name extends Recorded['event']> = Extract<Recorded, { event: Name }>
/** The record is handed on as it was written, so the description leaves its events open. */
export type RoundRecord = Omit<described.RoundRecord, 'events'> & { events: (Omit<Line, 'event'> & { event: Recorded })[] }

/** What a book says, section by section. */
type WithRules<Book> = Omit<Book, 'rules'> & { rules: Record<string, unknown> }
export type BookEdited = WithRules<described.BookEdited>
export type BookPage = WithRules<described.BookPage>

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
