/** A table as a page sees it: the scene that is drawn, the link to the service, and what may be asked. */
import type { Act, Cents, Frame, GameEvent, Seat } from '../api/shapes'
import { keepReceipts, note } from '../proof/noted'
import { due, promise } from '../proof/numbers'
import { session } from '../session.svelte'
import { speed } from '../settings.svelte'
import { tell } from '../telling'
import { Attending } from './attending.svelte'
import type { Wish } from './betting'
import { Playback } from './playback'
import type { Scene, Settled } from './scene'

const LINES = 200
/** What belongs to a turn: it is refused if the turn has passed since the picture it was made on. */
const OF_A_TURN = new Set<Act['do']>(['bet', 'take_back', 'take_bank', 'decline_bank', 'decide'])

/** What somebody did here is seen at once, whatever was moving; else he would do it again. */
const OF_SEAT_AND_CHIPS = new Set<Act['do']>(['sit', 'leave', 'buy_in', 'cash_out'])

export interface Said {
  id: number
  text: string
}

/** How somebody's last round came out, kept in sight until the next is over. */
export interface Outcome {
  round: number
  net: Cents
  void: boolean
  rows: Settled[]
  fees: Cents
  /** Of a banker: what each hand brought or cost. */
  banked: { player: string; seat: Seat; cents: Cents }[]
}

export class Watching extends Attending {
  scene = $state.raw<Scene | null>(null)
  playing = $state(false)
  log = $state.raw<Said[]>([])
  last = $state.raw<Outcome | null>(null)
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
      (event, scene) => this.happened(event, scene),
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
    const again = frame.events.some((one) => one.event === 'happened' && one.effect === 'reshuffle')
    if (frame.service.commitment && before) note(this.table, frame.table.round + 1, frame.service.commitment, again)
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

  private ended(scene: Scene): void {
    const { seat, name } = scene.you
    const net = scene.net?.[name]
    if (net === undefined) return // he only watched
    const hands = scene.table.spots.filter((spot) => spot.player === name).map((spot) => spot.seat)
    const charged = new Set(seat === null ? hands : [...hands, seat]) // the seat alone, of a banker
    this.last = {
      round: scene.table.round,
      net,
      void: scene.table.void,
      rows: scene.rows.filter((row) => hands.includes(row.seat)),
      banked: seat === null || seat !== scene.table.bank.seat ? [] : bankedOf(scene),
      fees: [...charged].reduce<Cents>((sum, one) => sum + (scene.fees[one] ?? 0), 0),
    }
  }

  private happened(event: GameEvent, scene: Scene): void {
    if (event.event === 'round_ended') this.ended(scene)
    const text = tell(event)
    if (text) this.log = [...this.log, { id: this.said++, text }].slice(-LINES)
  }
}

function bankedOf({ table, banked }: Scene): Outcome['banked'] {
  return table.spots.flatMap(({ seat, player }) => (seat in banked ? [{ seat, player, cents: banked[seat] ?? 0 }] : []))
}
