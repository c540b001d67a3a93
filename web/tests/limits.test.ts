import { describe, expect, it } from 'vitest'
import { reminder, said, typed } from '../src/limits'

describe('limits', () => {
  it('are typed in dollars or minutes', () => {
    expect(typed('loss_day', 12_350)).toBe('123.5')
    expect(typed('session', 60)).toBe('60')
    expect(typed('session', null)).toBe('')
    expect(said('loss_week', 100_000)).toBe('$1,000')
    expect(said('buy_in_day', null)).toBe('no limit')
  })

  it('remind once for every stretch of play', () => {
    expect(reminder(29, 30)).toBe(0)
    expect(reminder(30, 30)).toBe(1)
    expect(reminder(61, 30)).toBe(2)
    expect(reminder(61, null)).toBe(0)
  })
})
