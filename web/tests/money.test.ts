import { expect, test } from 'vitest'
import { amountsIn, dollars, odds, signed, stack } from '../src/money'

test('money is written in dollars, with cents only where there are some', () => {
  expect(dollars(500)).toBe('$5')
  expect(dollars(750)).toBe('$7.50')
  expect(dollars(2_000_210)).toBe('$20,002.10')
  expect(dollars(-5)).toBe('−$0.05')
  expect(signed(1500)).toBe('+$15')
  expect(signed(-1500)).toBe('−$15')
  expect(signed(0)).toBe('$0')
})

test('amounts in a text are told apart, with their signs', () => {
  const text = 'Seat 3: Ante −$1,500.50, Blind +$5. $20'
  const parts = amountsIn(text)
  expect(parts.join('')).toBe(text)
  expect(parts.filter((_, place) => place % 2)).toEqual(['−$1,500.50', '+$5', '$20'])
})

test('odds are said as at the table', () => {
  expect(odds('3/2')).toBe('3 to 2')
  expect(odds('50')).toBe('50 to 1')
  expect(odds('8:1')).toBe('8 to 1')
})

test('a stack has the fewest chips, the largest at the bottom, and ends somewhere', () => {
  expect(stack(3500)).toEqual(['green', 'red', 'red'])
  expect(stack(750)).toEqual(['red', 'white', 'white', 'blue'])
  expect(stack(0)).toEqual([])
  expect(stack(10_000_000, 6)).toHaveLength(6)
})
