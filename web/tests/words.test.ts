import { expect, test } from 'vitest'
import { roundOf } from '../src/words'

test('bets are for the round that comes', () => {
  expect(roundOf({ phase: 'betting', round: 9 })).toBe('round 10')
  expect(roundOf({ phase: 'banking', round: 0 })).toBe('round 1')
  expect(roundOf({ phase: 'preflop', round: 10 })).toBe('round 10')
  expect(roundOf({ phase: 'closed', round: 10 })).toBe('')
})
