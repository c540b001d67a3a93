import { expect, test } from 'vitest'
import { course, strays } from '../src/table/chance'
import { briefly } from '../src/money'
import { scoreOf } from '../src/trainer/score'

test('a mistake ends a streak, and the best one is kept', () => {
  const decisions = [0, 0, 0, 0.2, 0, 0].map((loss) => ({ loss }))
  expect(scoreOf(decisions)).toEqual({ all: 6, right: 5, streak: 2, best: 3 })
  expect(scoreOf([])).toEqual({ all: 0, right: 0, streak: 0, best: 0 })
})

test('a session strays from its expectation by deviations that add up as squares', () => {
  const spread = { loss: 0.02, deviation: 5 }
  const points = course([1, 2, 3, 4].map(() => ({ net: 500, main: 1000, spread })))
  expect(points).toHaveLength(5)
  expect(points.at(-1)).toEqual({ net: 2000, expected: -80, deviation: 10_000 })
  expect(strays(points)).toBeCloseTo(0.208)
  expect(strays(course([{ net: 5, main: 0, spread: null }]))).toBeNull()
})

test('large amounts are short on the felt', () => {
  expect([500, 99_950, 123_456, 2_276_140, 250_000_000].map(briefly)).toEqual(['$5', '$999.50', '$1,234', '$22.7k', '$2.5M'])
})
