/** A table as a page sees it: the scene that is drawn, the link to the service, and what may be asked. */
import type { Act, EventSeen, Frame, Result } from '../api/shapes'
import { keepReceipts, note } from '../proof/noted'
import { due, promise } from '../proof/numbers'
import { session } from '../session.svelte'
import { settings, speed } from '../settings.svelte'
import type { Sound } from '../sounds'
import { Attending } from './attending.svelte'
import { Bets } from './bets.svelte'
import type { Wish } from './betting'
import { Played } from './played.svelte'
import { Playback } from './playback'
import type { Scene } from './scene'
import { sideOf } from './wagers'

const LINES = 200
/** A win of so many times the main wager is celebrated. */
const BIG = 10
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
  /** The player's hands since they came. */
  readonly played: Played
  readonly bets = new Bets(this)
  /** Something to celebrate, while its result is shown. */
  great = $state<string | null>(null)
  /** As soon as the hand is over, and the chips with it. */
  leaving = $state(false)

  private readonly playback: Playback
  private said = 0
  private latest: Frame | null = null
  /** Numbers that are being revealed. */
  private readonly revealing = new Set<string>()

  constructor(table: string, name: string) {
    super(table)
    this.played = new Played(name)
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

  /** Show at once what is moving; a result on the way stays. */
  skip(): void {
    this.playback.skip()
  }

  /** The result has been seen: on to what the table asks now. */
  next(): void {
    this.great = null
    this.playback.next()
  }

  /** Leave now with all chips, or when the hand is over; whether the seat is free. */
  async leave(): Promise<boolean> {
    const legal = this.latest?.you.legal ?? []
    if (!legal.some(({ act }) => act.do === 'leave')) {
      this.leaving = true
      return false
    }
    this.leaving = false
    const free = legal.find(({ act }) => act.do === 'cash_out')?.bounds?.['cents']?.[1] ?? 0
    if (free > 0 && !(await this.do({ do: 'cash_out', cents: free }))) return false
    return this.do({ do: 'leave' })
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

  private happened({ event, result, says }: EventSeen, scene: Scene): void {
    if (result) this.ended(result, scene)
    else this.sound(event)
    if (says) this.log = [...this.log, { id: this.said++, text: says }].slice(-LINES)
  }

  /** The round is over for the player: the session counts it, and a great hand is celebrated. */
  private ended(result: Result, { you, table }: Scene): void {
    this.last = result
    const { layout } = this
    if (!layout) return
    const [hole, worth] = [you.holes[String(you.seat)] ?? [], you.worth[String(you.seat)]]
    const main = this.bets.main
    const side = sideOf(layout).map(({ name }) => name)
    this.played.add(result, { table: this.table, book: layout.book, main, side, hole, board: table.board })
    const staked = result.rows.find(({ wager }) => wager === main)?.stake ?? 0
    const big = staked > 0 && result.net >= BIG * staked
    const strong = worth?.great === true && result.net > 0 ? (you.hands[String(you.seat)]?.says ?? null) : null
    this.great = strong ? strong.charAt(0).toUpperCase() + strong.slice(1) : big ? 'Big win' : null
    this.play(this.great ? 'great' : result.net > 0 ? 'win' : result.net < 0 ? 'lose' : null)
  }

  private sound(event: string): void {
    if (event === 'holes_dealt') this.play('deal', 2)
    else if (event === 'flop_shown') this.play('deal', 3)
    else if (event === 'river_shown' || event === 'bank_shown') this.play('deal', 2)
    else if (event === 'wagers_placed' || event === 'decided') this.play('chip')
    else if (event === 'jackpot_won') this.play('great')
  }

  private play(sound: Sound | null, cards = 1): void {
    if (!sound || !settings.sound || document.hidden) return
    void import('../sounds').then(({ sounds }) => sounds[sound](cards))
  }
}
