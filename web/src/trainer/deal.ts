/** A fair deal in this browser: every order of the cards is equally likely. */
import { cardName, type Card } from '../cards'

/** One random byte; the tests put their own here. */
type Bytes = () => number

const chance: Bytes = () => crypto.getRandomValues(new Uint8Array(1))[0] as number

/** The number below `count` that a byte stands for, or null where taking it would favour the small ones. */
export function fair(byte: number, count: number): number | null {
  return byte < 256 - (256 % count) ? byte % count : null
}

export function below(count: number, bytes: Bytes = chance): number {
  for (;;) {
    const number = fair(bytes(), count)
    if (number !== null) return number
  }
}

/** The first `count` of `from`, shuffled: each place takes one of those that are left. */
export function draw<T>(from: readonly T[], count: number, pick: (count: number) => number = below): T[] {
  const left = [...from]
  return Array.from({ length: count }, () => left.splice(pick(left.length), 1)[0] as T)
}

export interface Deal {
  hole: Card[]
  board: Card[]
  bank: Card[]
}

const DECK = Array.from({ length: 52 }, (_, card) => cardName(card))

export function deal(): Deal {
  const cards = draw(DECK, 9)
  return { hole: cards.slice(0, 2), board: cards.slice(2, 7), bank: cards.slice(7) }
}
