/** A table as a page sees it: the scene that is drawn, the link to the service, and what may be asked. */
import { Fault } from '../api/calls'
import type { Act, Cents, Frame, GameEvent, Layout, Row } from '../api/shapes'
import { note } from '../proof/noted'
import { session } from '../session.svelte'
import { speed } from '../settings.svelte'
import { tell } from '../telling'
import type { Wish } from './betting'
import { Connection, type LinkState } from './connection'
import { Playback } from './playback'
import type { Scene } from './scene'

const LINES = 200
/** What belongs to a turn: it is refused if the turn has passed since the picture it was made on. */
const OF_A_TURN = new Set<Act['do']>(['bet', 'take_back', 'take_bank', 'decline_bank', 'decide'])

export interface Said {
  id: number
  text: string
}

/** How somebody's last round came out, kept in sight until the next is over. */
export interface Outcome {
  round: number
  net: Cents
  rows: Row[]
  fees: Cents
}

export class Watching {
  scene = $state.raw<Scene | null>(null)
  layout = $state.raw<Layout | null>(null)
  playing = $state(false)
  link = $state.raw<LinkState>({ is: 'connecting' })
  log = $state.raw<Said[]>([])
  fault = $state.raw<Fault | null>(null)
  /** A command is on its way: nothing else is sent until it is answered. */
  busy = $state(false)
  last = $state.raw<Outcome | null>(null)
  /** What was bet last, to bet again. */
  wish = $state.raw<Wish | null>(null)

  private readonly playback: Playback
  private readonly connection: Connection
  private said = 0

  constructor(readonly table: string) {
    this.playback = new Playback(
      (scene, playing) => this.show(scene, playing),
      (event, scene) => this.happened(event, scene),
    )
    this.connection = new Connection(
      table,
      (frame) => this.got(frame),
      (state) => (this.link = state),
    )
  }

  /** Ask something of the table as it is drawn now; what it refuses is shown. */
  async do(act: Act): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.fault = null
    try {
      await this.connection.do(act, OF_A_TURN.has(act.do) ? this.scene?.version : undefined)
      if (act.do === 'buy_in' || act.do === 'cash_out') await session.refresh()
      return true
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.fault = error
      return false
    } finally {
      this.busy = false
    }
  }

  skip(): void {
    this.playback.skip()
  }

  retry(): void {
    this.connection.retry()
  }

  close(): void {
    this.playback.halt()
    this.connection.close()
  }

  private got(frame: Frame): void {
    if (frame.layout) this.layout = frame.layout
    const before = frame.table.phase === 'betting' || frame.table.phase === 'banking'
    if (frame.service.commitment && before) note(this.table, frame.table.round + 1, frame.service.commitment)
    this.playback.speed = document.hidden ? 'off' : speed()
    this.playback.take(frame)
  }

  private show(scene: Scene, playing: boolean): void {
    this.scene = scene
    this.playing = playing
  }

  private ended(scene: Scene): void {
    const { seat, name } = scene.you
    const net = scene.net?.[name]
    if (net === undefined) return // he only watched
    this.last = {
      round: scene.table.round,
      net,
      rows: scene.rows.filter((row) => row.seat === seat),
      fees: seat === null ? 0 : (scene.fees[seat] ?? 0),
    }
  }

  private happened(event: GameEvent, scene: Scene): void {
    if (event.event === 'round_ended') this.ended(scene)
    const text = tell(event)
    if (text) this.log = [...this.log, { id: this.said++, text }].slice(-LINES)
  }
}
