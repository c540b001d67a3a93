/**
 * Events one after the other, in a time that people can follow. A queue: frames come in as they are sent, are
 * played event by event, and end in the picture they came with. It can be sped up, slowed, or skipped.
 */
import { now } from '../api/calls'
import type { Act, EventSeen, Frame } from '../api/shapes'
import { after, sceneOf, type Scene } from './scene'

export type Speed = 'slow' | 'normal' | 'fast' | 'off'

/** By how much a step is stretched. */
export const STRETCH: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.45, off: 0 }
/** Frames that may wait before playing hurries. */
const PATIENCE = 3
const HURRY = 0.3

/** How long a result stays at least, in milliseconds; then it waits for the player. */
export const RESULT = 4000
/** Each wager of one's own, and then all the others at once. */
const OWN_WAGER = 260
const OTHERS = 350

/** How long an event is shown before the next, in milliseconds. */
export function lasts({ event }: EventSeen, hands: number): number {
  switch (event) {
    case 'holes_dealt':
      return Math.min(140 * (hands + 1) + 300, 900)
    case 'flop_shown':
      return 750
    case 'river_shown':
      return 650
    case 'bank_shown':
      return 850
    case 'bets_closed':
      return 150
    case 'decided':
      return 160
    case 'bank_taken':
    case 'wagers_placed':
      return 120
    case 'round_voided':
    case 'jackpot_won':
      return 2500
    case 'round_ended':
      return RESULT
    default:
      return 0
  }
}

/** What is read: frames that wait do not hurry it. */
const READ = new Set(['round_ended', 'round_voided', 'jackpot_won'])
/** How a round is settled: hands are turned up, wagers paid and taken. */
const SETTLING = new Set(['hand_shown', 'wager_settled', 'hand_racked', 'rake_taken', 'meters_reseeded'])

/** How long it is shown at this speed. Without motion, a result still stays long enough to be read. */
export function shownFor(event: EventSeen, speed: Speed, hands: number): number {
  const result = event.event === 'round_ended' || event.event === 'round_voided'
  return lasts(event, hands) * (result ? 1 : STRETCH[speed])
}

/** What the table waits for; while that is shown, the viewer's own time runs. */
const ASKED = new Set<Act['do']>(['bet', 'decide', 'decline_bank'])

/** Until when the table waits for the viewer; null while it does not. */
function asks({ you, service }: Frame): number | null {
  return you.legal.some(({ act }) => ASKED.has(act.do)) ? service.clock.until : null
}

/** What happened, a moment between two events, or a frame whose events have been played. */
type Step = { event: EventSeen } | { scene: Scene; lasts: number } | { frame: Frame }

export interface Timer {
  /** By the clock of the service, in milliseconds. */
  now(): number
  wait(milliseconds: number, then: () => void): () => void
}

export const realTime: Timer = {
  now,
  wait(milliseconds, then) {
    const id = setTimeout(then, milliseconds)
    return () => clearTimeout(id)
  },
}

export class Playback {
  private steps: Step[] = []
  private stop: (() => void) | null = null
  private scene: Scene | null = null
  /** What is shown now is to be read. */
  private reading = false
  /** Since when a result is shown that waits for its player. */
  private held: number | null = null
  /** Until when the table waits for the viewer, and when all must have been shown: half of that time is theirs. */
  private until: number | null = null
  private due = Infinity
  /** Whether a round is looked at again: then its result waits for nobody. */
  private again = false
  speed: Speed = 'normal'

  constructor(
    private readonly show: (scene: Scene, playing: boolean) => void,
    private readonly tell: (event: EventSeen, scene: Scene) => void = () => undefined,
    private readonly timer: Timer = realTime,
  ) {}

  get playing(): boolean {
    return this.stop !== null
  }

  /** A frame from the service. A whole picture, the first or after a gap, is shown as it is. */
  take(frame: Frame): void {
    if (this.scene === null || frame.layout !== null) {
      this.halt()
      this.set(sceneOf(frame))
      return
    }
    this.hurryFor(asks(frame))
    this.steps.push(...frame.events.map((event) => ({ event })), { frame })
    if (this.held !== null) this.wait(this.held)
    else if (!this.playing) this.advance()
  }

  /** Events without a service behind them, from a scene: a replay. */
  replay(from: Scene, events: EventSeen[]): void {
    this.halt()
    this.again = true
    this.scene = from
    this.hurryFor(null)
    this.steps = events.map((event) => ({ event }))
    this.advance()
  }

  /** Show at once how the table stands, or the result of the round on the way there; that one stays. */
  skip(): void {
    if (!this.stop || this.held !== null) return
    this.stop()
    this.stop = null
    for (;;) {
      const shown = this.step()
      if (shown === null) break
      if (shown === 'held') return this.wait(this.timer.now())
    }
    this.set(this.scene)
  }

  /** The player has seen the result. */
  next(): void {
    if (this.held === null) return
    this.held = null
    this.skip()
  }

  halt(): void {
    this.stop?.()
    this.stop = null
    this.held = null
    this.steps = []
  }

  private advance(): void {
    for (;;) {
      const shown = this.step()
      if (shown === null) {
        this.stop = null
        this.set(this.scene)
        return
      }
      if (shown === 'held') return this.wait(this.timer.now())
      const wait = shown * this.haste(shown)
      if (wait > 0) {
        this.stop = this.timer.wait(wait, () => this.advance())
        this.set(this.scene)
        return
      }
    }
  }

  /**
   * A result waits for its player. Where the table takes bets from them meanwhile, half of that time is left to bet
   * in; where it deals the next round without them, they see that. In no case before they could read it.
   */
  private wait(since: number): void {
    this.stop?.()
    this.held = since
    const gone = this.steps.some((step) => 'event' in step && step.event.event === 'bets_closed')
    const until = Math.max(since + RESULT, gone ? 0 : this.due)
    const on = (): void => {
      this.held = null
      this.advance()
    }
    this.stop = until === Infinity ? () => undefined : this.timer.wait(Math.max(0, until - this.timer.now()), on)
    this.set(this.scene)
  }

  /** Play one step; how long it is shown, `held` for a result that waits for its player, or null at the end. */
  private step(): number | 'held' | null {
    const step = this.steps.shift()
    if (!step || !this.scene) return null
    if ('frame' in step) {
      this.scene = sceneOf(step.frame)
      return 0
    }
    if ('scene' in step) {
      this.scene = step.scene
      return step.lasts * STRETCH[this.speed]
    }
    if (SETTLING.has(step.event.event)) {
      this.settle(step.event)
      return 0
    }
    this.scene = after(this.scene, step.event)
    this.tell(step.event, this.scene)
    this.reading = READ.has(step.event.event)
    return step.event.result && !this.again ? 'held' : this.shown(step.event)
  }

  /** One's own hand is paid first, wager by wager; then all the others together. The log has all of it in order. */
  private settle(first: EventSeen): void {
    const until = this.steps.findIndex((step) => !('event' in step && SETTLING.has(step.event.event)))
    const taken = this.steps.splice(0, until < 0 ? this.steps.length : until)
    const events = [first, ...taken.flatMap((step) => ('event' in step ? [step.event] : []))]
    const before = this.scene as Scene
    const all = events.reduce(after, before)
    for (const event of events) this.tell(event, all)
    const mine = new Set(all.table.spots.filter(({ player }) => player === all.you.name).map(({ seat }) => seat))
    const rows = all.table.rows.slice(before.table.rows.length)
    const own = rows.filter(({ seat }) => mine.has(seat))
    const shown = own.map((_, index) => [...before.table.rows, ...own.slice(0, index + 1)])
    const scenes = shown.map((rows) => ({ scene: { ...all, table: { ...all.table, rows } }, lasts: OWN_WAGER }))
    this.steps.unshift(...scenes, { scene: all, lasts: rows.length > own.length ? OTHERS : 0 })
  }

  private shown(event: EventSeen): number {
    return shownFor(event, this.speed, this.scene?.table.spots.length ?? 0)
  }

  private hurryFor(until: number | null): void {
    if (until === this.until) return
    this.until = until
    this.due = until === null ? Infinity : (this.timer.now() + until / 1000) / 2
  }

  /** By how much to shorten what is shown now and what comes after it. */
  private haste(shown: number): number {
    if (!this.reading && this.steps.filter((step) => 'frame' in step).length > PATIENCE) return HURRY
    const rest = this.steps.reduce((sum, step) => sum + this.ahead(step), shown)
    return Math.min(1, Math.max(0, this.due - this.timer.now()) / (rest || 1))
  }

  private ahead(step: Step): number {
    if ('event' in step) return this.shown(step.event)
    return 'scene' in step ? step.lasts * STRETCH[this.speed] : 0
  }

  private set(scene: Scene | null): void {
    this.scene = scene
    if (scene) this.show(scene, this.playing)
  }
}
