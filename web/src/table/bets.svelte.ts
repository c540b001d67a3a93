/** The bet that is being made: chips put on circles, taken off, doubled, made again. What may be bet is the table's word. */
import type { Bet, Cents, Layout } from '../api/shapes'
import { CHIPS } from '../money'
import { betOffers, betOn, costOf, fit, offerFor, sameBet, wagersIn, type Wish } from './betting'
import type { Scene } from './scene'
import { mainOf, openingOf } from './wagers'

const PLAIN: Wish = { stakes: {}, toke: null, behind: null }
/** Chips in the tray, at most. */
const TRAY = 5

export interface Betting {
  readonly scene: Scene | null
  readonly layout: Layout | null
  readonly wish: Wish | null
}

export class Bets {
  wanted = $state<Wish>({ ...PLAIN })
  /** Nothing lies on the felt, not even what the table asks for at least. */
  cleared = $state(false)
  private picked = $state<Cents>(500)
  private before = $state.raw<{ wanted: Wish; cleared: boolean }[]>([])
  /** What the player has touched: until then an amount is only proposed, and the first chip replaces it. */
  private touched = new Set<string>()

  constructor(private readonly at: Betting) {}

  readonly offers = $derived.by(() => betOffers(this.at.scene?.you.legal ?? []))
  readonly open = $derived.by(() => this.at.scene?.table.phase === 'betting' && this.offers.length > 0)
  readonly offer = $derived.by(() => offerFor(this.offers, this.wanted) ?? offerFor(this.offers, { ...this.wanted, toke: null }) ?? this.offers[0])
  readonly act = $derived.by(() => (this.offer ? fit(this.offer, this.wanted) : null))
  readonly main = $derived.by(() => (this.at.layout ? (mainOf(this.at.layout)?.name ?? '') : ''))
  readonly cost = $derived.by(() => (this.act && this.at.layout ? costOf(this.act, this.at.layout) : 0))
  /** What lies on the felt already: on the own hand, and behind others. */
  readonly placed = $derived.by<Bet[]>(() => {
    const { scene, layout } = this.at
    if (scene?.table.phase !== 'betting' || !layout) return []
    return scene.table.spots.filter(({ player }) => player === scene.you.name).map((spot) => betOn(spot, layout))
  })
  readonly down = $derived.by(() => this.placed.find((one) => one.behind === (this.act?.behind ?? null)))
  readonly same = $derived.by(() => !this.cleared && this.down !== undefined && this.act !== null && sameBet(this.down, this.act))
  /** The chips of the tray that this table's limits have use for. */
  readonly tray = $derived.by(() => {
    const most = this.offer?.bounds?.[this.main]?.[1] ?? 0
    const step = this.offer?.steps?.[this.main] ?? 1
    return CHIPS.map(({ cents }): Cents => cents).filter((cents) => cents <= most && cents >= 100 && cents % step === 0).reverse().slice(-TRAY)
  })
  readonly chip = $derived.by(() => (this.tray.includes(this.picked) ? this.picked : (this.tray[0] ?? 500)))

  pick(cents: Cents): void {
    this.picked = cents
  }

  /** A new round begins with what was bet last, on the own hand. */
  start(): void {
    const { wish } = this.at
    this.wanted = { ...PLAIN, ...(wish && structuredClone(wish)), behind: null }
    this.cleared = false
    this.before = []
    this.touched = new Set(wish ? Object.keys(wish.stakes) : [])
  }

  /** What will lie on a circle of the felt when the bet is made; 0 while that is not chosen here. */
  pending(name: string): Cents {
    if (!this.open || this.cleared || !this.act || (this.act.behind ?? null) !== null) return 0
    return Number(this.act.stakes[this.source(name)] ?? 0)
  }

  /** Whether a chip can be put on this circle. */
  takes(name: string): boolean {
    return this.open && this.offer !== undefined && wagersIn(this.offer).includes(this.source(name))
  }

  /** Put a chip on a circle; a wager with a fixed stake is laid, or taken off. */
  put(name: string, chip: Cents = this.chip): void {
    const on = this.source(name)
    const [least, most] = this.offer?.bounds?.[on] ?? [0, 0]
    const laid = this.cleared ? 0 : Number(this.act?.stakes[on] ?? 0)
    const fixed = this.at.layout?.wagers.find((one) => one.name === on)?.stake ?? null
    if (fixed !== null) this.set(on, laid ? 0 : fixed)
    else this.set(on, Math.min(most, Math.max(least, (this.touched.has(on) ? laid : 0) + chip)))
  }

  /** Take a chip off. */
  take(name: string, chip: Cents = this.chip): void {
    const on = this.source(name)
    const laid = Number(this.act?.stakes[on] ?? 0)
    const least = this.offer?.bounds?.[on]?.[0] ?? 0
    this.set(on, laid - chip >= least ? laid - chip : this.offer?.optional?.includes(on) ? 0 : least)
  }

  set(name: string, cents: Cents): void {
    this.remember()
    this.touched.add(name)
    if (this.cleared) this.wanted.stakes = {}
    this.cleared = false
    this.wanted.stakes[name] = cents
  }

  double(): void {
    if (!this.act || this.cleared) return
    this.remember()
    for (const [name, cents] of Object.entries(this.act.stakes)) {
      const fixed = this.at.layout?.wagers.find((one) => one.name === name)?.stake ?? null
      if (fixed === null) this.wanted.stakes[name] = 2 * Number(cents)
      this.touched.add(name)
    }
  }

  rebet(): void {
    if (!this.at.wish) return
    this.remember()
    this.wanted = structuredClone(this.at.wish)
    this.cleared = false
  }

  clear(): void {
    this.remember()
    this.wanted = { ...PLAIN, stakes: {} }
    this.cleared = true
    this.touched.clear()
  }

  get undoable(): boolean {
    return this.before.length > 0
  }

  undo(): void {
    const last = this.before.at(-1)
    if (!last) return
    this.before = this.before.slice(0, -1)
    this.wanted = last.wanted
    this.cleared = last.cleared
  }

  private remember(): void {
    this.before = [...this.before, { wanted: $state.snapshot(this.wanted) as Wish, cleared: this.cleared }].slice(-50)
  }

  /** What is always equal to the main wager is laid with it. */
  private source(name: string): string {
    const { layout } = this.at
    return layout && openingOf(layout).some((one) => one.name === name) ? this.main : name
  }
}
