/** Somebody at a table, in whatever capacity: the link to the service, and what is asked over it. */
import { type Fault, faultOf } from '../api/calls'
import type { Act, Capacity, Frame, Layout } from '../api/shapes'
import { Connection, type LinkState } from './connection'

/** How long it is said that something came too late, in milliseconds. */
const TOO_LATE = 4000

export abstract class Attending {
  layout = $state.raw<Layout | null>(null)
  link = $state.raw<LinkState>({ is: 'connecting' })
  fault = $state.raw<Fault | null>(null)
  /** A command is on its way: nothing else is sent until it is answered. */
  busy = $state(false)

  protected readonly connection: Connection

  constructor(
    readonly table: string,
    capacity?: Capacity,
  ) {
    this.connection = new Connection(
      table,
      (frame) => this.got(frame),
      (state) => (this.link = state),
      capacity,
    )
  }

  protected abstract got(frame: Frame): void

  /** Ask something of the table; with a version only while that picture still holds. What it refuses is shown. */
  protected async ask(act: Act, version: number | undefined, commitment?: Promise<string | undefined>): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.fault = null
    try {
      await this.connection.do(act, version, await commitment)
      return true
    } catch (error) {
      const fault = faultOf(error)
      this.fault = fault
      if (fault.code === 'moved_on') setTimeout(() => this.forget(fault), TOO_LATE)
      return false
    } finally {
      this.busy = false
    }
  }

  /** What came too late says nothing about what is asked next. */
  private forget(fault: Fault): void {
    if (this.fault === fault) this.fault = null
  }

  retry(): void {
    this.connection.retry()
  }

  close(): void {
    this.connection.close()
  }
}
