import { expect, test } from 'vitest'
import type { Frame, Me, Offer } from '../src/api/shapes'
import { type Asked, sitDown, standUp } from '../src/table/sitting'

/** A service that offers this, and remembers what was asked of it. */
function offering(legal: Offer[], you: Partial<Frame['you']> = {}, wallet = 100_000) {
  const asked: unknown[] = []
  const ask: Asked = {
    me: () => Promise.resolve({ wallet } as Me),
    look: () => Promise.resolve({ you: { seat: null, chips: 0, legal, ...you } } as unknown as Frame),
    act: (_table, _id, act) => Promise.resolve(asked.push(act)),
  }
  return { ask, asked }
}
const id = (): string => 'x'
const seats: Offer[] = [1, 3, 6].map((seat) => ({ act: { do: 'sit', seat } }))
const chips: Offer = { act: { do: 'cash_out', cents: 0 }, bounds: { cents: [1, 42_000] } }

test('who sits down takes a seat in the middle and buys in', async () => {
  const { ask, asked } = offering(seats)
  await sitDown(ask, 'T1', id)
  expect(asked).toEqual([{ do: 'sit', seat: 3 }, { do: 'buy_in', cents: 50_000 }])
})

test('who has little buys in with it, and who has nothing not at all', async () => {
  const little = offering(seats, {}, 700)
  await sitDown(little.ask, 'T1', id)
  expect(little.asked).toContainEqual({ do: 'buy_in', cents: 700 })
  const nothing = offering(seats, {}, 0)
  await sitDown(nothing.ask, 'T1', id)
  expect(nothing.asked).toEqual([{ do: 'sit', seat: 3 }])
})

test('who sits already, with chips, is left as he is', async () => {
  const { ask, asked } = offering([], { seat: 3, chips: 900 })
  await sitDown(ask, 'T1', id)
  expect(asked).toEqual([])
})

test('who stands up takes his chips along', async () => {
  const { ask, asked } = offering([chips, { act: { do: 'leave' } }], { seat: 3, chips: 42_000 })
  await standUp(ask, 'T1', id)
  expect(asked).toEqual([{ do: 'cash_out', cents: 42_000 }, { do: 'leave' }])
})

test('who has a bet down stays, with the chips that he may need for it', async () => {
  const { ask, asked } = offering([chips], { seat: 3, chips: 42_000 })
  expect(await standUp(ask, 'T1', id)).toBe(false)
  expect(asked).toEqual([])
})

test('who sits no more takes what he left', async () => {
  const { ask, asked } = offering([chips], { seat: null, chips: 42_000 })
  expect(await standUp(ask, 'T1', id)).toBe(true)
  expect(asked).toEqual([{ do: 'cash_out', cents: 42_000 }])
})
