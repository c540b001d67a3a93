/**
 * The socket to a table. It comes back by itself, waiting a little longer each time; a command that had no
 * answer is sent again under the same id, so it is done once.
 */
import { commandId, Fault } from '../api/calls'
import type { Act, Answered, Capacity, Frame, NotDone } from '../api/shapes'

export type LinkState =
  | { is: 'connecting' }
  | { is: 'open' }
  /** Nothing came for too long, or the device says that it has no network. */
  | { is: 'silent' }
  | { is: 'waiting'; until: number }
  | { is: 'over'; why: string }

interface Pending {
  text: string
  done: (answer: Answered) => void
  failed: (fault: Fault) => void
}

/** The service says something at least every five seconds; how long it may be silent, in milliseconds. */
const SILENCE = 8000
/** How long a command may be without an answer. */
const UNANSWERED = 4000
const FIRST_WAIT = 500
const LONGEST_WAIT = 10_000

/** How long to wait before the next try, with some chance so that not everybody comes at once. */
export function backoff(tries: number, chance: number = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.75 + chance / 2)
}

export class Connection {
  private socket: WebSocket | null = null
  private readonly pending = new Map<string, Pending>()
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private watch: ReturnType<typeof setTimeout> | undefined
  private closed = false

  constructor(
    private readonly table: string,
    private readonly got: (frame: Frame) => void,
    private readonly changed: (state: LinkState) => void,
    /** For staff: as what they look and act. */
    private readonly capacity: Capacity | null = null,
  ) {
    this.open()
    globalThis.addEventListener?.('offline', this.gone)
    globalThis.addEventListener?.('online', this.back)
  }

  /** Ask something of the table; the answer comes when it is on disk. */
  do(act: Act, version?: number, commitment?: string): Promise<Answered> {
    const id = commandId()
    const as = this.capacity === null ? {} : { as: this.capacity }
    const text = JSON.stringify({ id, act, ...as, ...(version !== undefined && { version }), ...(commitment && { commitment }) })
    return new Promise((done, failed) => {
      this.pending.set(id, { text, done, failed })
      if (this.socket?.readyState === WebSocket.OPEN) {
        this.socket.send(text)
        this.listen(UNANSWERED)
      }
    })
  }

  /** Try now, without waiting. */
  retry(): void {
    if (this.closed || this.socket?.readyState === WebSocket.OPEN) return
    clearTimeout(this.timer)
    this.open()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    clearTimeout(this.watch)
    globalThis.removeEventListener?.('offline', this.gone)
    globalThis.removeEventListener?.('online', this.back)
    this.socket?.close()
  }

  /** The device has no network: nothing is asked until it is back, and then at once. */
  private readonly gone = (): void => this.drop()

  private readonly back = (): void => {
    if (this.closed) return
    this.tries = 0
    this.drop()
    clearTimeout(this.timer)
    this.open()
  }

  /** Expect to hear something within this time; else the line is dead, whatever the socket says. */
  private listen(milliseconds: number): void {
    clearTimeout(this.watch)
    this.watch = setTimeout(() => this.drop(), milliseconds)
  }

  /** Let go of a socket that may never say that it is closed, and try again. */
  private drop(): void {
    const socket = this.socket
    if (this.closed || !socket) return
    this.lost(socket, { is: 'silent' })
    socket.close()
  }

  private open(): void {
    this.changed({ is: 'connecting' })
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const query = `?beats=true${this.capacity === null ? '' : `&capacity=${this.capacity}`}`
    const path = `/api/tables/${encodeURIComponent(this.table)}/watch${query}`
    const socket = new WebSocket(`${scheme}://${location.host}${path}`)
    this.socket = socket
    this.listen(SILENCE)
    socket.onopen = () => {
      for (const command of this.pending.values()) socket.send(command.text)
    }
    socket.onmessage = (message) => {
      if (socket !== this.socket) return
      this.read(JSON.parse(String(message.data)) as Frame | Answered | NotDone)
      this.listen(this.pending.size ? UNANSWERED : SILENCE)
    }
    socket.onclose = () => this.lost(socket)
  }

  private read(message: Frame | Answered | NotDone): void {
    if ('table' in message) {
      this.tries = 0
      this.changed({ is: 'open' })
      this.got(message)
      for (const id of message.commands) this.settle(id)?.done({ command: id, version: message.version })
    } else if ('fault' in message) {
      const fault = new Fault(message.fault)
      if (message.command) this.settle(message.command)?.failed(fault)
      else if (message.fault.code !== 'unavailable') this.end(fault)
    } else {
      this.settle(message.command)?.done(message)
    }
  }

  private settle(id: string): Pending | undefined {
    const pending = this.pending.get(id)
    this.pending.delete(id)
    return pending
  }

  /** What trying again does not mend: no such table, a session that is over. */
  private end(fault: Fault): void {
    this.close()
    for (const command of this.pending.values()) command.failed(fault)
    this.pending.clear()
    this.changed({ is: 'over', why: fault.message })
  }

  private lost(socket: WebSocket, state?: LinkState): void {
    if (this.closed || socket !== this.socket) return
    this.socket = null
    clearTimeout(this.watch)
    const wait = backoff(this.tries++)
    this.changed(state ?? { is: 'waiting', until: Date.now() + wait })
    this.timer = setTimeout(() => this.open(), wait)
  }
}
