import { expect, test } from 'vitest'
import { cardName, cardNumber, cardWords } from '../src/cards'

test('a card has one name and one number', () => {
  for (let card = 0; card < 52; card++) expect(cardNumber(cardName(card))).toBe(card)
  expect(cardName(0)).toBe('2c')
  expect(cardName(51)).toBe('As')
  expect(cardWords('Td')).toBe('ten of diamonds')
})
