/** A session as its player sees it: every hand since they came, kept in this tab only. */
import type { Cents, Result } from '../api/shapes'

export interface Hand {
  table: string
  book: string
  round: number
  at: number
  net: Cents
  /** The main wager; 0 for whoever banked. */
  main: Cents
  staked: Cents
  /** By wager, what was laid besides. */
  side: Record<string, Cents>
  why: string
  hole: string[]
  board: string[]
  rows: { title: string; stake: Cents; gain: Cents }[]
}

const MOST = 500
const LAST = 20

export class Played {
  hands = $state.raw<Hand[]>([])

  constructor(private readonly name: string) {
    try {
      this.hands = JSON.parse(sessionStorage.getItem(this.key) ?? '[]') as Hand[]
    } catch {
      this.hands = []
    }
  }

  private get key(): string {
    return `uth.session.${this.name}`
  }

  readonly net = $derived.by(() => this.hands.reduce((sum, { net }) => sum + net, 0))
  readonly best = $derived.by(() => Math.max(0, ...this.hands.map(({ net }) => net)))
  readonly last = $derived.by(() => this.hands.slice(-LAST))

  add(result: Result, where: { table: string; book: string; main: string; side: string[]; hole: string[]; board: string[] }): void {
    if (this.hands.some(({ table, round }) => table === where.table && round === result.round)) return
    const rows = result.rows.map(({ title, stake, gain }) => ({ title, stake, gain }))
    const main = result.rows.find(({ wager }) => wager === where.main)?.stake ?? 0
    const { table, book, hole, board } = where
    const staked = rows.reduce((sum, { stake }) => sum + stake, 0)
    const laid = result.rows.filter(({ wager }) => where.side.includes(wager))
    const side = Object.fromEntries(laid.map(({ wager, stake }) => [wager, stake]))
    const hand = { table, book, round: result.round, at: Date.now(), net: result.net, main, staked, side, why: result.why, hole, board, rows }
    this.hands = [...this.hands, hand].slice(-MOST)
    this.keep()
  }

  clear(): void {
    this.hands = []
    this.keep()
  }

  private keep(): void {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.hands))
    } catch {
      // a browser that keeps nothing forgets the session with the page
    }
  }
}
