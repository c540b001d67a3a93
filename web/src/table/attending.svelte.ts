/** Somebody at a table, in whatever capacity: the link to the service, and what is asked over it. */
import { type Fault, faultOf } from '../api/calls'
import type { Act, Capacity, Frame, Layout } from '../api/shapes'
import { Connection, type LinkState } from './connection'

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
      this.fault = faultOf(error)
      return false
    } finally {
      this.busy = false
    }
  }

  retry(): void {
    this.connection.retry()
  }

  close(): void {
    this.connection.close()
  }
}
