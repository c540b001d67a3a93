/** What the service says, as types: from its own description (`described.d.ts`, written by `make web`). */
import type * as described from './described'
import type { Command, Frame, Line, Option } from './described'

export type * from './described'

export type Cents = number
export type Seat = number | string
export type Act = Command['act']
export type Offer = Option
export type GameEvent = Frame['events'][number]
export type EventOf<Name extends GameEvent['event']> = Extract<GameEvent, { event: Name }>
/** The record is handed on as it was written, so the description leaves its events open. */
export type RoundRecord = Omit<described.RoundRecord, 'events'> & { events: (Omit<Line, 'event'> & { event: GameEvent })[] }

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
