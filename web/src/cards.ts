/** Cards: `Ks` on paper, `rank * 4 + suit` in events. */
export const RANKS = '23456789TJQKA'
/** The ace first, as cards are laid out to choose from. */
export const RANKS_DOWN = [...RANKS].reverse()
export const SUITS = 'cdhs'
export type Card = string

export function cardName(card: number): Card {
  return `${RANKS[card >> 2]}${SUITS[card & 3]}`
}

export function cardNumber(card: Card): number {
  return RANKS.indexOf(card[0] ?? '') * 4 + SUITS.indexOf(card[1] ?? '')
}

const RANK_WORDS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king', 'ace']
const SUIT_WORDS = ['clubs', 'diamonds', 'hearts', 'spades']
const SUIT_SIGNS = ['♣', '♦', '♥', '♠']

/** What somebody typed, with signs like ♠ as letters. */
export function withoutSigns(text: string): string {
  return text.replace(/[♣♦♥♠]/g, (sign) => SUITS[SUIT_SIGNS.indexOf(sign)] ?? sign)
}

/** As it is said aloud. */
export function cardWords(card: Card): string {
  const number = cardNumber(card)
  return `${RANK_WORDS[number >> 2]} of ${SUIT_WORDS[number & 3]}`
}

/** As it is written in a line of text. */
export function cardSign(card: Card): string {
  return `${card[0] === 'T' ? '10' : card[0]}${SUIT_SIGNS[SUITS.indexOf(card[1] ?? '')]}`
}
