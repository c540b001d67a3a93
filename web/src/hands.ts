/** Which five of seven cards make a hand: only to lift them; who wins is the service's word. */
import { RANKS, SUITS, type Card } from './cards'

/** The best five, or all cards if there are fewer than five. */
export function bestFive(cards: Card[]): Card[] {
  if (cards.length <= 5) return cards
  let best: Card[] = []
  let most: number[] = []
  for (const five of choose(cards, 5)) {
    const worth = strength(five)
    if (best.length === 0 || compare(worth, most) > 0) {
      best = five
      most = worth
    }
  }
  return best
}

/** What five cards are worth: kind of hand, then ranks, the more important first. */
export function strength(five: Card[]): number[] {
  const ranks = five.map((card) => RANKS.indexOf(card[0] ?? '')).sort((a, b) => b - a)
  const counts = new Map<number, number>()
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1)
  const groups = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  const pattern = groups.map(([, count]) => count).join('')
  const flush = SUITS.split('').some((suit) => five.every((card) => card[1] === suit))
  const high = straightHigh(ranks)
  const order = groups.map(([rank]) => rank)
  if (high !== null) return [flush ? 8 : 4, high]
  if (pattern === '41') return [7, ...order]
  if (pattern === '32') return [6, ...order]
  if (flush) return [5, ...order]
  if (pattern === '311') return [3, ...order]
  if (pattern === '221') return [2, ...order]
  if (pattern === '2111') return [1, ...order]
  return [0, ...order]
}

function straightHigh(ranks: number[]): number | null {
  if (new Set(ranks).size < 5) return null
  const [first = 0, second = 0, , , last = 0] = ranks
  if (first - last === 4) return first
  return first === 12 && second === 3 ? 3 : null // ace to five
}

function compare(one: number[], other: number[]): number {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    const difference = (one[i] ?? 0) - (other[i] ?? 0)
    if (difference) return difference
  }
  return 0
}

function* choose<T>(from: T[], size: number, start = 0): Generator<T[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let i = start; i <= from.length - size; i++) {
    for (const rest of choose(from, size - 1, i + 1)) yield [from[i] as T, ...rest]
  }
}
