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

/** How long an event is shown before the next, in milliseconds. */
export function lasts({ event }: EventSeen, hands: number): number {
  switch (event) {
    case 'holes_dealt':
      return 260 * (hands + 1) + 300
    case 'flop_shown':
      return 1000
    case 'river_shown':
      return 900
    case 'bank_shown':
      return 1200
    case 'hand_shown':
      return 700
    case 'wager_settled':
      return 420
    case 'bets_closed':
      return 500
    case 'decided':
      return 350
    case 'bank_taken':
    case 'wagers_placed':
      return 200
    case 'round_voided':
    case 'jackpot_won':
      return 2500
    case 'round_ended':
      return 5000
    default:
      return 0
  }
}

/** How long it is shown at this speed. Without motion, a result still stays long enough to be read. */
export function shownFor(event: EventSeen, speed: Speed, hands: number): number {
  const result = event.event === 'round_ended' || event.event === 'round_voided'
  return lasts(event, hands) * (speed === 'off' && result ? 1 : STRETCH[speed])
}

/** What the table waits for; while that is shown, the viewer's own time runs. */
const ASKED = new Set<Act['do']>(['bet', 'decide', 'decline_bank'])

/** Until when the table waits for the viewer; null while it does not. */
function asks({ you, service }: Frame): number | null {
  return you.legal.some(({ act }) => ASKED.has(act.do)) ? service.clock.until : null
}

type Step = { event: EventSeen } | { frame: Frame }

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
  /** Until when the table waits for the viewer, and when all must have been shown: half of that time is his. */
  private until: number | null = null
  private due = Infinity
  speed: Speed = 'normal'

  constructor(
    private readonly show: (scene: Scene, playing: boolean) => void,
    private readonly tell: (event: EventSeen) => void = () => undefined,
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
    if (!this.playing) this.advance()
  }

  /** Events without a service behind them, from a scene: a replay. */
  replay(from: Scene, events: EventSeen[]): void {
    this.halt()
    this.scene = from
    this.hurryFor(null)
    this.steps = events.map((event) => ({ event }))
    this.advance()
  }

  /** Show at once how the table stands. */
  skip(): void {
    const stop = this.stop
    if (!stop) return
    stop()
    this.stop = null
    while (this.step() !== null) continue
    this.set(this.scene)
  }

  halt(): void {
    this.stop?.()
    this.stop = null
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
      const wait = shown * this.haste(shown)
      if (wait > 0) {
        this.stop = this.timer.wait(wait, () => this.advance())
        this.set(this.scene)
        return
      }
    }
  }

  /** Play one step; how long it is shown, or null at the end. */
  private step(): number | null {
    const step = this.steps.shift()
    if (!step || !this.scene) return null
    if ('frame' in step) {
      this.scene = sceneOf(step.frame)
      return 0
    }
    this.scene = after(this.scene, step.event)
    this.tell(step.event)
    return this.shown(step.event)
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
    if (this.steps.filter((step) => 'frame' in step).length > PATIENCE) return HURRY
    const rest = this.steps.reduce((sum, step) => sum + ('event' in step ? this.shown(step.event) : 0), shown)
    return Math.min(1, Math.max(0, this.due - this.timer.now()) / (rest || 1))
  }

  private set(scene: Scene | null): void {
    this.scene = scene
    if (scene) this.show(scene, this.playing)
  }
}
