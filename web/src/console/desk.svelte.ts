/** A table as staff see it: always the last picture, without motion, and what happened lately. */
import { calls, faultOf } from '../api/calls'
import type { Act, Capacity, EventOf, Frame, GameEvent, Row } from '../api/shapes'
import { Attending } from '../table/attending.svelte'
import { ACTS } from './acts'
import { noticeOf, type Notice } from './notices'

/** How far back a desk looks when somebody comes to it, in events; the service gives as many at a time. */
const BACK = 1000

interface Heard {
  version: number
  event: GameEvent
}

export class Desk extends Attending {
  frame = $state.raw<Frame | null>(null)
  private heard = $state.raw<Heard[]>([])

  /** The newest first. */
  readonly notices = $derived(this.heard.flatMap(({ event }, id) => withId(noticeOf(event), id)).reverse())
  private readonly round = $derived(sinceBets(this.heard.map(({ event }) => event)))
  /** The wagers that were settled in this round, in the order of it. */
  readonly rows = $derived(this.round.flatMap((event): Row[] => (event.event === 'wager_settled' ? [event.row] : [])))
  /** What was charged in this round. */
  readonly fees = $derived(this.round.filter(isFee))
  /** What hands were called: by seat, and `bank`. */
  readonly hands = $derived(Object.fromEntries(this.round.flatMap(called)))

  constructor(
    table: string,
    readonly capacity: Capacity,
  ) {
    super(table, capacity)
  }

  /** Ask something of the table; a step of the round only if the picture it was made on still holds. */
  do(act: Act): Promise<boolean> {
    return this.ask(act, ACTS[act.do].group === 'round' ? this.frame?.version : undefined)
  }

  protected got(frame: Frame): void {
    this.frame = frame
    if (frame.layout) {
      this.layout = frame.layout
      void this.lookBack(frame.version)
    } else {
      this.heard = [...this.heard, ...frame.events.map((event) => ({ version: frame.version, event }))].slice(-2 * BACK)
    }
  }

  /** What happened before a whole picture; frames that came meanwhile are kept where they go further. */
  private async lookBack(version: number): Promise<void> {
    this.heard = []
    try {
      const before = await calls.events(this.table, Math.max(0, version - BACK), this.capacity)
      const since = this.heard.filter((heard) => heard.version > before.version)
      this.heard = [...before.events.map((event) => ({ version: before.version, event })), ...since]
    } catch (error) {
      this.fault = faultOf(error)
    }
  }
}

function withId(notice: Notice | null, id: number): (Notice & { id: number })[] {
  return notice ? [{ ...notice, id }] : []
}

/** What happened in the round that is played; nothing of the last one once the next takes bets. */
function sinceBets(events: GameEvent[]): GameEvent[] {
  return events.slice(events.findLastIndex(beginsRound) + 1)
}

function beginsRound(event: GameEvent): boolean {
  return event.event === 'bets_closed' || (event.event === 'phase_began' && (event.phase === 'betting' || event.phase === 'banking'))
}

function isFee(event: GameEvent): event is EventOf<'fees_collected'> | EventOf<'rake_taken'> {
  return event.event === 'fees_collected' || event.event === 'rake_taken'
}

function called(event: GameEvent): [string, string][] {
  if (event.event === 'bank_shown') return [['bank', event.hand]]
  return event.event === 'hand_shown' ? [[String(event.seat), event.hand]] : []
}

