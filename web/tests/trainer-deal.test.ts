import { expect, test } from 'vitest'
import { below, deal, draw, fair } from '../src/trainer/deal'

test('of all bytes, each number below a count comes equally often', () => {
  for (let count = 1; count <= 52; count++) {
    const times = new Array<number>(count).fill(0)
    for (let byte = 0; byte < 256; byte++) {
      const number = fair(byte, count)
      if (number !== null) times[number] = (times[number] ?? 0) + 1
    }
    expect(new Set(times).size, `${count}`).toBe(1)
    expect(times[0]).toBe(Math.floor(256 / count))
  }
})

test('a byte that would favour small numbers is thrown away', () => {
  const bytes = [255, 254, 103]
  expect(below(52, () => bytes.shift() as number)).toBe(103 - 52)
  expect(bytes).toEqual([])
})

test('every order of four cards comes from exactly one row of picks', () => {
  const orders = new Set<string>()
  for (let a = 0; a < 4; a++) for (let b = 0; b < 3; b++) for (let c = 0; c < 2; c++) {
    const picks = [a, b, c, 0]
    const counts = [4, 3, 2, 1]
    orders.add(draw(['w', 'x', 'y', 'z'], 4, (count) => {
      expect(count).toBe(counts.shift())
      return picks.shift() as number
    }).join(''))
  }
  expect(orders.size).toBe(24)
})

test('a deal is nine different cards', () => {
  for (let round = 0; round < 200; round++) {
    const { hole, board, bank } = deal()
    expect([hole.length, board.length, bank.length]).toEqual([2, 5, 2])
    const cards = [...hole, ...board, ...bank]
    expect(new Set(cards).size).toBe(9)
    for (const card of cards) expect(card).toMatch(/^[2-9TJQKA][cdhs]$/)
  }
})
