import { expect, test } from 'vitest'
import { luckData } from '../src/trainer/chart'
import { accuracy, byClass, byStreet, byType, dearest, gradeOf, per100, sum } from '../src/trainer/leaks'
import { inCents, partsOf, running } from '../src/trainer/luck'
import { decided, ended, MOST_DECISIONS, MOST_ROUNDS, nothing, read, type Progress } from '../src/trainer/progress'
import { readWish } from '../src/trainer/wish'
import type { Advice, Street } from '../src/trainer/grading'

const GAME = { book: 'florida', ante: 1000, stakes: {}, tables: {} }
const cards = (text: string): string[] => (text ? text.split(' ') : [])
/** Hands with an ace are of one kind here. */
const advice = (street: Street, hole: string): Advice => ({
  ...{ street, actions: { bet4: 0.5, check: 0.25 }, best: 'bet4', deals: 1, kind: hole.includes('A') ? 'ace high' : 'other' },
})

function decide(progress: Progress, chose: string, hole: string, board = '', from: 'play' | 'drill' = 'drill'): Progress {
  const street: Street = board ? 'flop' : 'preflop'
  return decided(progress, from, { game: GAME, street, hole: cards(hole), board: cards(board) }, advice(street, hole), chose, 1).progress
}

test('decisions are summed by street, by kind and by class', () => {
  let progress = decide(nothing(), 'bet4', 'As Kd')
  progress = decide(progress, 'check', 'Ah Kc')
  progress = decide(progress, 'check', '7s 7d')
  progress = decide(progress, 'check', 'Ks 2d', 'Kd 9c 4h')
  const { decisions } = progress
  expect(sum(decisions)).toEqual({ decisions: 4, right: 1, loss: 0.75, cents: 750 })
  expect(accuracy(sum(decisions))).toBe('25.0 %')
  expect(per100(sum(decisions))).toBe(18.75)
  expect(byStreet(decisions).map(({ name, decisions: count, loss }) => [name, count, loss])).toEqual([
    ['Before the flop', 3, 0.5],
    ['On the flop', 1, 0.25],
    ['On the river', 0, 0],
  ])
  expect(byType(decisions)[0]).toMatchObject({ name: 'Before the flop: ace high', decisions: 2, right: 1, loss: 0.25 })
  expect(byClass(decisions).get('AKo')).toMatchObject({ decisions: 2, right: 1 })
  expect(byClass(decisions).has('K2o')).toBe(false)
  expect(dearest(decisions, 2)).toHaveLength(2)
  expect(accuracy(sum([]))).toBe('–')
})

test('a mistake that was made again stands once among the dearest', () => {
  let progress = decide(nothing(), 'check', 'As Kd')
  for (const hole of ['Kd As', '7s 7d', 'As Kd']) progress = decide(progress, 'check', hole)
  expect(progress.decisions).toHaveLength(4)
  expect(dearest(progress.decisions, 8).map(({ hole }) => hole.join(' '))).toEqual(['As Kd', '7s 7d'])
})

test('of kinds that cost the same the more frequent stands first', () => {
  let progress = decide(nothing(), 'bet4', '7s 7d')
  for (const hole of ['As Kd', 'Ah Qc']) progress = decide(progress, 'bet4', hole)
  expect(byType(progress.decisions).map(({ decisions }) => decisions)).toEqual([2, 1])
})

test('a mistake in play is queued too, but only drills move the clock', () => {
  let progress = decide(nothing(), 'check', 'As Kd', '', 'play')
  expect(progress.drilled).toBe(0)
  expect(progress.mistakes).toHaveLength(1)
  progress = decide(progress, 'bet4', 'As Kd', '', 'play')
  expect(progress.mistakes[0]?.rights).toBe(0)
  progress = decide(progress, 'bet4', 'As Kd')
  expect(progress.drilled).toBe(1)
  expect(progress.mistakes[0]?.rights).toBe(1)
})

test('a class has a letter by what it gives away', () => {
  const of = (loss: number): string => gradeOf({ decisions: 10, right: 5, loss, cents: 0 }).mark
  expect([of(0), of(0.1), of(0.5), of(2), gradeOf(undefined).mark]).toEqual(['A', 'B', 'C', 'D', '·'])
})

test('net is value and skill and luck, to the cent', () => {
  const round = { at: 1, book: 'florida', ante: 1000, net: 4500, edge: 0.0218497, loss: 0.3732527 }
  const parts = partsOf(round)
  expect(parts.value).toBeCloseTo(-21.8497)
  expect(parts.skill).toBeCloseTo(-373.2527)
  expect(parts.value + parts.skill + parts.luck).toBeCloseTo(4500, 9)
  expect(inCents(parts)).toEqual({ net: 4500, value: -22, skill: -373, luck: 4895 })
  const sums = running([round, { ...round, net: -2000, loss: 0 }])
  expect(sums[1]?.net).toBe(2500)
  expect(sums[1]?.skill).toBeCloseTo(-373.2527)
  expect(sums[1]?.value).toBeCloseTo(-43.6994)
  const last = inCents(sums[1] as never)
  expect(last.value + last.skill + last.luck).toBe(2500)
})

test('the rounding of value and skill goes to luck', () => {
  expect(inCents({ net: 100, value: -0.4, skill: -0.4, luck: 100.8 }).luck).toBe(100)
})

test('the chart begins at nothing, in dollars: net, game with skill, luck', () => {
  expect(luckData([{ net: 4500, value: -20, skill: -300, luck: 4820 }])).toEqual([
    [0, 1],
    [0, 45],
    [0, -3.2],
    [0, 48.2],
  ])
})

test('what is kept is bounded, the latest stay', () => {
  let progress = nothing()
  progress.decisions = Array.from({ length: MOST_DECISIONS }, () => decide(nothing(), 'bet4', 'As Kd').decisions[0] as never)
  progress = decide(progress, 'check', '7s 7d')
  expect(progress.decisions).toHaveLength(MOST_DECISIONS)
  expect(progress.decisions.at(-1)?.hole).toEqual(['7s', '7d'])
  const round = { at: 0, book: 'florida', ante: 1000, net: 0, edge: 0, loss: 0 }
  progress.rounds = Array.from({ length: MOST_ROUNDS }, () => round)
  progress = ended(progress, { ...round, net: 5 })
  expect(progress.rounds).toHaveLength(MOST_ROUNDS)
  expect(progress.rounds.at(-1)?.net).toBe(5)
  expect(JSON.stringify(progress).length).toBeLessThan(1_500_000)
})

test('what was kept is read again; what cannot be read is left out', () => {
  const progress = ended(decide(nothing(), 'check', 'As Kd'), { at: 0, book: 'florida', ante: 1000, net: 0, edge: 0, loss: 0 })
  expect(read(JSON.stringify(progress))).toEqual(progress)
  for (const text of [null, '', '{', '[]', '{"version":2}', '7', 'null']) expect(read(text)).toEqual(nothing())
  const spoilt = { ...progress, decisions: [null, 3, { hole: ['xx'] }, ...progress.decisions], rounds: 'x', drilled: 'y' }
  expect(read(JSON.stringify(spoilt))).toEqual({ ...progress, rounds: [], drilled: 0 })
  const many = { ...progress, rounds: Array.from({ length: MOST_ROUNDS + 9 }, () => progress.rounds[0]) }
  expect(read(JSON.stringify(many)).rounds).toHaveLength(MOST_ROUNDS)
})

test('the last game is remembered, if it is one', () => {
  const wish = { game: { book: 'florida', ante: 500, stakes: { lucky: 500 }, tables: {} }, values: true }
  expect(readWish(JSON.stringify(wish))).toEqual(wish)
  const staked = (ante: number, trips: number): string => JSON.stringify({ game: { book: 'x', ante, trips } })
  for (const text of [null, '{', '{"game":{"book":1}}', staked(-5, 0), staked(0, 0), staked(500, -1)]) {
    expect(readWish(text)).toEqual({ game: { book: '', ante: 1000, stakes: {}, tables: {} }, values: false })
  }
})
