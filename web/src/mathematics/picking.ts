/** Picking a hand: two hole cards, then the board; a card is there once. */
import { RANKS, SUITS, cardSign, withoutSigns, type Card } from '../cards'

export const HOLE = 2
export const BOARD = 5
/** How many cards of the board can be seen: none, the flop, all. */
const STREETS = [0, 3, 5]

export interface Hand {
  hole: Card[]
  board: Card[]
  dead: Card[]
}

/** The cards of a text like `9s 8d`, `10h,Kc` or `9♠8♦`, and what in it is no card. */
export function readCards(text: string): { cards: Card[]; wrong: string[] } {
  const plain = withoutSigns(text).replace(/10/g, 'T')
  const cards: Card[] = []
  const wrong: string[] = []
  for (const word of plain.split(/[\s,]+/).filter(Boolean)) {
    for (const pair of word.match(/.{1,2}/g) ?? []) {
      const card = `${(pair[0] ?? '').toUpperCase()}${(pair[1] ?? '').toLowerCase()}`
      if (card.length === 2 && RANKS.includes(card[0] ?? '') && SUITS.includes(card[1] ?? '')) cards.push(card)
      else wrong.push(pair)
    }
  }
  return { cards, wrong }
}

/** What keeps a hand from being asked for, nothing if it can be; and the places where something is no card. */
export function faultsOf(texts: Record<keyof Hand, string>): { hand: Hand; says: string[]; wrong: (keyof Hand)[] } {
  const read = { hole: readCards(texts.hole), board: readCards(texts.board), dead: readCards(texts.dead) }
  const hand = { hole: read.hole.cards, board: read.board.cards, dead: read.dead.cards }
  const says = Object.values(read)
    .flatMap(({ wrong }) => wrong)
    .map((pair) => `“${pair}” is no card: write rank and suit, like 9s or Td`)
  const all = [...hand.hole, ...hand.board, ...hand.dead]
  for (const card of new Set(all.filter((one, index) => all.indexOf(one) !== index))) {
    says.push(`${cardSign(card)} is given twice; a deck has it once`)
  }
  if (!says.length && hand.hole.length !== HOLE) says.push('Choose two hole cards')
  if (!says.length && !STREETS.includes(hand.board.length)) says.push('The board is empty, the flop, or all five cards')
  const wrong = (['hole', 'board', 'dead'] as const).filter((place) => read[place].wrong.length)
  return { hand, says, wrong }
}

/** A click on a card: it goes to the next open place, or back to the deck. A full hand stays as it is. */
export function toggled(hand: Hand, card: Card): Hand {
  const without = (cards: Card[]): Card[] => cards.filter((one) => one !== card)
  if ([...hand.hole, ...hand.board, ...hand.dead].includes(card)) {
    return { hole: without(hand.hole), board: without(hand.board), dead: without(hand.dead) }
  }
  if (hand.hole.length < HOLE) return { ...hand, hole: [...hand.hole, card] }
  if (hand.board.length < BOARD) return { ...hand, board: [...hand.board, card] }
  return hand
}
