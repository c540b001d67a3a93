/** A table as a page sees it: the scene that is drawn, the link to the service, and what may be asked. */
import type { Act, EventSeen, Frame, Result } from '../api/shapes'
import { note } from '../proof/noted'
import { session } from '../session.svelte'
import { speed } from '../settings.svelte'
import { Attending } from './attending.svelte'
import type { Wish } from './betting'
import { Playback } from './playback'
import type { Scene } from './scene'

const LINES = 200
/** What belongs to a turn: it is refused if the turn has passed since the picture it was made on. */
const OF_A_TURN = new Set<Act['do']>(['bet', 'take_back', 'take_bank', 'decline_bank', 'decide'])

/** What somebody did here is seen at once, whatever was moving; else he would do it again. */
const OF_SEAT_AND_CHIPS = new Set<Act['do']>(['sit', 'leave', 'buy_in', 'cash_out'])

export interface Said {
  id: number
  text: string
}

export class Watching extends Attending {
  scene = $state.raw<Scene | null>(null)
  playing = $state(false)
  log = $state.raw<Said[]>([])
  /** How the last round came out, kept in sight until the next is over. */
  last = $state.raw<Result | null>(null)
  /** What was bet last, to bet again. */
  wish = $state.raw<Wish | null>(null)

  private readonly playback: Playback
  private said = 0
  private reshuffles = 0

  constructor(table: string) {
    super(table)
    this.playback = new Playback(
      (scene, playing) => this.show(scene, playing),
      (event) => this.happened(event),
    )
  }

  /** Ask something of the table as it is drawn now; what it refuses is shown. */
  async do(act: Act): Promise<boolean> {
    const done = await this.ask(act, OF_A_TURN.has(act.do) ? this.scene?.version : undefined)
    if (done && OF_SEAT_AND_CHIPS.has(act.do)) this.skip()
    if (done && (act.do === 'buy_in' || act.do === 'cash_out')) await session.refresh()
    return done
  }

  skip(): void {
    this.playback.skip()
  }

  override close(): void {
    this.playback.halt()
    super.close()
  }

  protected got(frame: Frame): void {
    if (frame.layout) this.layout = frame.layout
    const before = frame.table.phase === 'betting' || frame.table.phase === 'banking'
    const again = frame.table.reshuffles > this.reshuffles
    this.reshuffles = frame.table.reshuffles
    if (frame.service.commitment && before) note(this.table, frame.table.round + 1, frame.service.commitment, again)
    this.playback.speed = document.hidden ? 'off' : speed()
    this.playback.take(frame)
  }

  private show(scene: Scene, playing: boolean): void {
    this.scene = scene
    this.playing = playing
  }

  private happened({ result, says }: EventSeen): void {
    if (result) this.last = result
    if (says) this.log = [...this.log, { id: this.said++, text: says }].slice(-LINES)
  }
}
