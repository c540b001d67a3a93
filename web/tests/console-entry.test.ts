import { expect, test } from 'vitest'
import { back, cardsIn, DECK, NOTHING, put, refusal, typed } from '../src/console/entry'

const known = { Kh: 'on the board' }

test('the deck has every card once', () => {
  expect(new Set(DECK.flat()).size).toBe(52)
})

test('cards are typed in any manner, and the beginning of one waits', () => {
  expect(typed(NOTHING, 'Ks 5d2C', 3, {}).cards).toEqual(['Ks', '5d', '2c'])
  expect(typed(NOTHING, 'k s, 10h', 2, {}).cards).toEqual(['Ks', 'Th'])
  expect(typed(NOTHING, 'A♠T♦', 2, {}).cards).toEqual(['As', 'Td'])
  const half = typed(NOTHING, 'Ks 1', 2, {})
  expect(half).toEqual({ cards: ['Ks'], rest: '1', refused: '' })
  expect(typed(half, '10d', 2, {}).cards).toEqual(['Ks', 'Td'])
})

test('what is no card is refused and changes nothing', () => {
  const wrong = typed({ ...NOTHING, cards: ['Ks'] }, 'x', 2, {})
  expect(wrong.cards).toEqual(['Ks'])
  expect(wrong.refused).toContain('no card')
  expect(typed(NOTHING, 'Kx', 2, {}).refused).toContain('no card')
})

test('a card that is known, entered already, or one too many is refused with the reason', () => {
  expect(typed(NOTHING, 'Kh', 2, known)).toMatchObject({ cards: [], refused: 'The king of hearts is on the board already.' })
  const one = put(NOTHING, 'Ks', 2, known)
  expect(put(one, 'Ks', 2, known)).toMatchObject({ cards: ['Ks'], refused: 'The king of spades is entered already.' })
  const two = put(one, '2c', 2, known)
  expect(put(two, '3c', 2, known)).toMatchObject({ cards: ['Ks', '2c'], refused: 'All 2 cards are entered; take one back first.' })
  expect(refusal(one, '2c', 2, known)).toBe('')
})

test('that a card was refused is still said while the next is typed, until all are there', () => {
  const refused = typed(NOTHING, 'Kh', 2, known)
  const next = typed(refused, ' 2', 2, known)
  expect(next).toMatchObject({ cards: [], rest: '2', refused: refused.refused })
  const one = typed(next, '2c', 2, known)
  expect(one).toMatchObject({ cards: ['2c'], refused: refused.refused })
  expect(typed(one, '3c', 2, known)).toMatchObject({ cards: ['2c', '3c'], refused: '' })
})

test('the last card is taken back, or a named one, and can be entered again', () => {
  const two = typed(NOTHING, 'Ks 2c', 2, {})
  expect(back(two).cards).toEqual(['Ks'])
  expect(back(two, 'Ks').cards).toEqual(['2c'])
  expect(put(back(two), '2c', 2, {}).cards).toEqual(['Ks', '2c'])
  expect(back(NOTHING).cards).toEqual([])
})

test('exactly so many cards in a line', () => {
  expect(cardsIn('Kh 5d', 2)).toEqual(['Kh', '5d'])
  for (const text of ['Kh', 'Kh 5d 2c', 'Kh Kh', 'Kh 5', 'words']) expect(cardsIn(text, 2)).toBeNull()
})
