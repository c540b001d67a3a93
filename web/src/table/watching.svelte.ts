/** A table as a page sees it: the scene that is drawn, the link to the service, and what may be asked. */
import type { Act, EventSeen, Frame, Result } from '../api/shapes'
import { keepReceipts, note } from '../proof/noted'
import { due, promise } from '../proof/numbers'
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
  private latest: Frame | null = null
  /** Numbers that are being revealed. */
  private readonly revealing = new Set<string>()

  constructor(table: string) {
    super(table)
    this.playback = new Playback(
      (scene, playing) => this.show(scene, playing),
      (event) => this.happened(event),
    )
  }

  /** Ask something of the table as it is drawn now; what it refuses is shown. */
  async do(act: Act): Promise<boolean> {
    const drawn = act.do === 'bet' && act.behind == null && this.latest ? promise(this.table, this.latest) : undefined
    const done = await this.ask(act, OF_A_TURN.has(act.do) ? this.scene?.version : undefined, drawn)
    if (done && OF_SEAT_AND_CHIPS.has(act.do)) this.skip()
    if (done && (act.do === 'buy_in' || act.do === 'cash_out')) await session.refresh()
    return done
  }

  /** Show at once what is moving; a result on the way stays. */
  skip(): void {
    this.playback.skip()
  }

  /** The result has been seen: on to what the table asks now. */
  next(): void {
    this.playback.next()
  }

  override close(): void {
    this.playback.halt()
    super.close()
  }

  protected got(frame: Frame): void {
    if (frame.layout) this.layout = frame.layout
    const before = frame.table.phase === 'betting' || frame.table.phase === 'banking'
    if (frame.service.commitment && before) note(this.table, frame.table.round + 1, frame.service.commitment)
    this.latest = frame
    keepReceipts([...frame.receipts, ...(frame.service.receipt ? [frame.service.receipt] : [])])
    this.reveal(frame)
    this.playback.speed = document.hidden ? 'off' : speed()
    this.playback.take(frame)
  }

  /** Bets are closed: the table waits for the numbers that were committed to, and then deals. */
  private reveal(frame: Frame): void {
    for (const { commitment, number } of due(frame)) {
      if (this.revealing.has(commitment)) continue
      this.revealing.add(commitment)
      this.connection.do({ do: 'reveal', number }).catch(() => this.revealing.delete(commitment))
    }
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
