import { expect, test } from 'vitest'
import { answered, dueNow, MOST_MISTAKES, soonest, type Mistake, type Question } from '../src/trainer/mistakes'

const GAME = { book: 'florida', ante: 1000, stakes: {}, tables: {} }
const hand = (hole: string, board = ''): Question => ({
  game: GAME,
  street: board ? 'flop' : 'preflop',
  hole: hole.split(' '),
  board: board ? board.split(' ') : [],
})
const NINE_EIGHT = hand('9s 8d')

test('a mistake comes back after two decisions', () => {
  const queue = answered([], NINE_EIGHT, false, 10)
  expect(dueNow(queue, 'florida', 'preflop', 11)).toBeNull()
  expect(dueNow(queue, 'florida', 'preflop', 12)?.hole).toEqual(['9s', '8d'])
  expect(dueNow(queue, 'florida', 'flop', 12)).toBeNull()
  expect(dueNow(queue, 'california-shfl', 'preflop', 12)).toBeNull()
})

test('it leaves when it was right twice in a row, and waits longer in between', () => {
  let queue = answered([], NINE_EIGHT, false, 0)
  queue = answered(queue, NINE_EIGHT, true, 3)
  expect(queue[0]).toMatchObject({ rights: 1, due: 8 })
  queue = answered(queue, NINE_EIGHT, true, 9)
  expect(queue).toEqual([])
})

test('wrong again begins anew, and what was missed twice waits longest', () => {
  let queue = answered([], NINE_EIGHT, false, 0)
  queue = answered(queue, NINE_EIGHT, true, 3)
  queue = answered(queue, NINE_EIGHT, false, 9)
  expect(queue).toHaveLength(1)
  expect(queue[0]).toMatchObject({ wrongs: 2, rights: 0, due: 11 })
  queue = answered(queue, NINE_EIGHT, true, 12)
  expect(queue[0]).toMatchObject({ rights: 1, due: 24 })
})

test('the same cards in another order are the same hand; turn and flop are not exchanged', () => {
  const queue = answered([], hand('9s 8d', 'Kh 5d 2c'), false, 0)
  expect(answered(queue, hand('8d 9s', '2c Kh 5d'), false, 1)).toHaveLength(1)
  expect(answered(queue, hand('8d 9s', '2c Kh 6d'), false, 1)).toHaveLength(2)
})

test('a right answer to a new hand queues nothing', () => {
  expect(answered([], NINE_EIGHT, true, 0)).toEqual([])
})

test('the one that is due longest comes first; those who want only mistakes get them early', () => {
  let queue = answered([], hand('7s 6d'), false, 5)
  queue = answered(queue, NINE_EIGHT, false, 1)
  expect(dueNow(queue, 'florida', 'preflop', 20)?.hole).toEqual(['9s', '8d'])
  expect(soonest(queue, 'florida', null)?.hole).toEqual(['9s', '8d'])
  expect(soonest(queue, 'florida', NINE_EIGHT)?.hole).toEqual(['7s', '6d'])
  expect(soonest(queue.slice(1), 'florida', NINE_EIGHT)?.hole).toEqual(['9s', '8d'])
  expect(soonest([], 'florida', null)).toBeNull()
})

test('the queue is bounded: the oldest mistakes go', () => {
  let queue: Mistake[] = []
  const ranks = '23456789TJQKA'
  for (let i = 0; i < MOST_MISTAKES + 5; i++) {
    queue = answered(queue, hand(`${ranks[i % 13]}s ${ranks[Math.floor(i / 13) % 13]}d`, `${ranks[Math.floor(i / 169)]}c 3h 4h`), false, i)
  }
  expect(queue).toHaveLength(MOST_MISTAKES)
  expect(queue.at(-1)?.due).toBe(MOST_MISTAKES + 4 + 2)
})

test('a hand is the same however its cards lie, but the flop is not the turn', () => {
  const river = { ...hand('9s 8d', 'Kh 5d 2c 4c 7h'), street: 'river' as const }
  const queue = answered([], river, false, 0)
  const shuffled = { ...river, hole: ['8d', '9s'], board: ['2c', 'Kh', '5d', '7h', '4c'] }
  expect(answered(queue, shuffled, false, 1)).toMatchObject([{ wrongs: 2 }])
  const other = { ...river, board: ['4c', '5d', '2c', 'Kh', '7h'] }
  expect(answered(queue, other, false, 1)).toHaveLength(2)
})
