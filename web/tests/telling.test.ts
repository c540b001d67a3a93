import { expect, test } from 'vitest'
import type { GameEvent } from '../src/api/shapes'
import { cardNumber } from '../src/cards'
import { tell } from '../src/telling'

const told = (event: object): string => tell(event as GameEvent)
const cards = (text: string): number[] => text.split(' ').map(cardNumber)

test('a player hears what staff put right', () => {
  const amended = { event: 'cards_amended', of: 'board', by: 'supervisor Sue', reason: 'misread' }
  expect(told({ ...amended, was: cards('9h 4s'), cards: cards('9h 5s') })).toBe(
    'Cards of the board amended: 9♥ 5♠ instead of 9♥ 4♠, misread',
  )
  expect(told({ ...amended, of: 3, player: 'Bob' })).toBe('Cards of seat 3 amended, misread')
})

test('a correction says whose money moved, to those who may know', () => {
  const corrected = { event: 'corrected', by: 'supervisor Sue', reason: 'paid short' }
  expect(told({ ...corrected, moves: [['house', 'player:Ann', 1250, 'correction']] })).toBe(
    'Correction by supervisor Sue: $12.50 from house to Ann, paid short',
  )
  expect(told(corrected)).toBe('Correction by supervisor Sue: paid short')
})

test('what goes back is said, and why a seat is freed', () => {
  expect(told({ event: 'fees_returned', players: { 1: 100, 2: 0 } })).toBe('Fees go back: seat 1 $1')
  expect(told({ event: 'bank_returned', seat: 2, cents: 0, played: true })).toBe('Seat 2 gets back what is left of the bank: $0')
  expect(told({ event: 'seat_left', seat: 2, player: 'Ann', by: 'Sue', reason: 'gone home' })).toBe('Ann leaves seat 2: gone home')
})

test('a jackpot that is shared, and one that is denied, is told to everybody', () => {
  expect(told({ event: 'jackpot_confirmed', meter: 'minor', cents: 200_121 })).toBe('The minor jackpot is confirmed: $2,001.21')
  const owed = { event: 'jackpot_owed', seat: 'T1/2', player: 'Ann', meter: 'major', cents: 1_000_070 }
  expect(told(owed)).toBe('Seat T1/2 (Ann) is owed $10,000.70 more of the major jackpot')
  const back = { event: 'envy_taken_back', seat: 3, player: 'Bob', cents: 150_000, brought_by: 2 }
  expect(told(back)).toBe("Seat 3 gives $1,500 of envy back: seat 2's hand does not stand")
})

test('an event that these pages do not know says nothing', () => {
  expect(told({ event: 'lamps_lit' })).toBe('')
})
