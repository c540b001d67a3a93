import { expect, test } from 'vitest'
import { cardName, cardNumber, cardWords } from '../src/cards'
import { bestFive, strength } from '../src/hands'

const five = (text: string): string[] => text.split(' ')

test('a card has one name and one number', () => {
  for (let card = 0; card < 52; card++) expect(cardNumber(cardName(card))).toBe(card)
  expect(cardName(0)).toBe('2c')
  expect(cardName(51)).toBe('As')
  expect(cardWords('Td')).toBe('ten of diamonds')
})

test('hands beat each other in their order', () => {
  const order = ['Ah Kd 9c 5s 3d', '2h 2d 9c 5s 3d', '2h 2d 3c 3s 4d', '2h 2d 2c 5s 3d', 'Ah 2d 3c 4s 5d', '6h 2d 3c 4s 5d', 'Ah Jh 9h 5h 3h', '2h 2d 2c 3s 3d', '2h 2d 2c 2s 3d', 'Ah 2h 3h 4h 5h', 'Th Jh Qh Kh Ah']
  const worth = order.map((hand) => strength(five(hand)))
  for (let i = 1; i < worth.length; i++) {
    const [low, high] = [worth[i - 1] as number[], worth[i] as number[]]
    const at = low.findIndex((rank, place) => rank !== high[place])
    expect((low[at] as number) < (high[at] as number), order[i]).toBe(true)
  }
})

test('the best five of seven are lifted', () => {
  expect(bestFive(five('9s 3s 4c Ts 9h 6s 7s')).sort()).toEqual(five('9s 3s Ts 6s 7s').sort())
  expect(bestFive(five('Kh Kd 2c 2d 7s 7c As')).sort()).toEqual(five('Kh Kd 7s 7c As').sort())
  expect(bestFive(five('Ah 2h'))).toEqual(five('Ah 2h'))
})
