/** Kinds of hands, to sort decisions by: only for statistics; what a hand wins is the service's word. */
import { RANKS, SUITS, type Card } from '../cards'
import { bestFive, strength } from '../hands'
import { classOf } from '../holes'
import type { Street } from './grading'

const HIGH: Record<string, string> = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten' }
const KINDS = [
  'high card',
  'one pair',
  'two pair',
  'three of a kind',
  'straight',
  'flush',
  'full house',
  'four of a kind',
  'straight flush',
]

/** What sort of decision this was: two cards before the flop, what is made or drawn to after it. */
export function typeOf(street: Street, hole: Card[], board: Card[]): string {
  if (street === 'preflop') return startType(classOf(hole))
  const cards = [...hole, ...board]
  const kind = strength(bestFive(cards))[0] ?? 0
  if (kind === 1 && !pairsWithHole(hole, board)) return 'pair on the board'
  if (kind > 1 || street === 'river') return KINDS[kind] ?? 'high card'
  return drawOf(cards) ?? KINDS[kind] ?? 'high card'
}

function startType(name: string): string {
  if (name.length === 2) return 'pair'
  const high = HIGH[name[0] ?? '']
  return `${name[2] === 's' ? 'suited' : 'unsuited'}, ${high ? `${high} high` : 'nine high or less'}`
}

function pairsWithHole(hole: Card[], board: Card[]): boolean {
  const ranks = [...hole, ...board].map((card) => card[0])
  return hole.some((card) => ranks.filter((rank) => rank === card[0]).length > 1)
}

/** Four of five to a flush, or to a straight. */
function drawOf(cards: Card[]): string | null {
  if ([...SUITS].some((suit) => cards.filter((card) => card[1] === suit).length === 4)) return 'flush draw'
  const ranks = new Set(cards.map((card) => RANKS.indexOf(card[0] ?? '')))
  if (ranks.has(12)) ranks.add(-1) // the ace stands below the two as well
  for (let low = -1; low <= 8; low++) {
    if ([0, 1, 2, 3, 4].filter((step) => ranks.has(low + step)).length === 4) return 'straight draw'
  }
  return null
}
