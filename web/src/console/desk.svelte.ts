/** A table as staff see it: always the last picture, without motion, and what happened lately. */
import { calls, faultOf } from '../api/calls'
import type { Act, Capacity, Frame } from '../api/shapes'
import { Attending } from '../table/attending.svelte'
import { ACTS } from './acts'
import { noticeOf, type Notice } from './notices'

/** How far back a desk looks when somebody comes to it, in events; the service gives as many at a time. */
const BACK = 1000

interface Heard {
  version: number
  notice: Notice | null
}

export class Desk extends Attending {
  frame = $state.raw<Frame | null>(null)
  private heard = $state.raw<Heard[]>([])

  /** The newest first. */
  readonly notices = $derived(this.heard.flatMap(({ notice }, id) => (notice ? [{ ...notice, id }] : [])).reverse())

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
      const notices = frame.events.map(({ event, says = '' }) => ({ version: frame.version, notice: noticeOf(event, says) }))
      this.heard = [...this.heard, ...notices].slice(-2 * BACK)
    }
  }

  /** What happened before a whole picture; frames that came meanwhile are kept where they go further. */
  private async lookBack(version: number): Promise<void> {
    this.heard = []
    try {
      const before = await calls.events(this.table, Math.max(0, version - BACK), this.capacity)
      const since = this.heard.filter((heard) => heard.version > before.version)
      const notices = before.events.map(({ event }, at) => noticeOf(event, before.says[at] ?? ''))
      this.heard = [...notices.map((notice) => ({ version: before.version, notice })), ...since]
    } catch (error) {
      this.fault = faultOf(error)
    }
  }
}
