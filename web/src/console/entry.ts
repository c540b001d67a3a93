/** Cards that a dealer reads off the table: typed or touched, looked at, and only then confirmed. */
import { cardWords, RANKS_DOWN, SUITS, withoutSigns, type Card } from '../cards'

export interface Staged {
  cards: Card[]
  /** What is typed and not yet a card. */
  rest: string
  /** Why the last card was not taken. */
  refused: string
}

/** Cards that lie on the table already, and where. */
export type Known = Record<Card, string>

export const NOTHING: Staged = { cards: [], rest: '', refused: '' }
/** Every card, suit by suit. */
export const DECK: Card[][] = [...SUITS].reverse().map((suit) => RANKS_DOWN.map((rank) => rank + suit))

/** Why this card cannot be put down now; empty when it can. */
export function refusal(staged: Staged, card: Card, wanted: number, known: Known): string {
  if (known[card]) return `The ${cardWords(card)} is ${known[card]} already.`
  if (staged.cards.includes(card)) return `The ${cardWords(card)} is entered already.`
  if (staged.cards.length >= wanted) return `All ${wanted} cards are entered; take one back first.`
  return ''
}

export function put(staged: Staged, card: Card, wanted: number, known: Known): Staged {
  const refused = refusal(staged, card, wanted, known)
  return refused ? { ...staged, rest: '', refused } : { cards: [...staged.cards, card], rest: '', refused: '' }
}

/** Take the last card back, or the one named. */
export function back(staged: Staged, card = staged.cards.at(-1)): Staged {
  return { cards: staged.cards.filter((one) => one !== card), rest: '', refused: '' }
}

/** What was typed: `Kh 5d`, `10s`, `k H`. Whole cards are put down, the beginning of one waits. */
export function typed(staged: Staged, text: string, wanted: number, known: Known): Staged {
  let after: Staged = { ...staged, rest: '', refused: '' }
  let rest = withoutSigns(text).replace(/[\s,;]+/g, '')
  while (rest && !after.refused) {
    const found = /^(10|[2-9tjqka])([cdhs])/i.exec(rest)
    if (!found) {
      if (/^(1|10|[2-9tjqka])$/i.test(rest)) return { ...after, rest, refused: staged.refused }
      return { ...after, refused: `${rest} is no card: write rank and suit, as in Kh, 10d or 5c.` }
    }
    const [whole, rank = '', suit = ''] = found
    after = put(after, (rank === '10' ? 'T' : rank.toUpperCase()) + suit.toLowerCase(), wanted, known)
    rest = rest.slice(whole.length)
  }
  // a dealer who types on without looking up still learns, at the end, that a card was not taken
  return after.cards.length < wanted && !after.refused ? { ...after, refused: staged.refused } : after
}

/** Exactly so many cards in a line of text, or null. */
export function cardsIn(text: string, wanted: number): Card[] | null {
  const { cards, rest, refused } = typed(NOTHING, text, wanted, {})
  return cards.length === wanted && !rest && !refused ? cards : null
}
