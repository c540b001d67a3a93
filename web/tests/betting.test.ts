import { expect, test } from 'vitest'
import type { Offer } from '../src/api/shapes'
import { amountIn, betOffers, costOf, fit, offerFor, tokesOf, type Wish } from '../src/table/betting'
import { choices } from '../src/table/deciding'

const bet = (more: object): object => ({ do: 'bet', ante: 500, blind: null, trips: 0, progressive: false, toke: null, behind: null, ...more })
const legal = [
  { act: bet({}), bounds: { ante: [500, 5000] }, steps: { ante: 100 }, together: [{ times: { ante: 2 }, most: 50_000 }] },
  {
    act: bet({ trips: 100 }),
    bounds: { ante: [500, 5000], trips: [100, 5000] },
    steps: { ante: 100, trips: 100 },
    together: [{ times: { ante: 2, trips: 1 }, most: 1800 }],
  },
  {
    act: bet({ toke: { on: 'ante', amount: 50 } }),
    bounds: { ante: [500, 5000], toke: [50, 5000] },
    steps: { ante: 100, toke: 50 },
    together: [{ times: { ante: 1, toke: 1 }, most: 5500 }],
  },
  { act: { do: 'sit', seat: 3 } },
] as unknown as Offer[]
const offers = betOffers(legal)
const wish: Wish = { ante: 1000, trips: 0, progressive: false, toke: null, behind: null }

function fitted(wanted: Partial<Wish>): ReturnType<typeof fit> {
  const whole = { ...wish, ...wanted }
  const offer = offerFor(offers, whole)
  if (!offer) throw new Error('not offered')
  return fit(offer, whole)
}

test('only bets are bets, and the offer has what was wished for', () => {
  expect(offers).toHaveLength(3)
  expect(offerFor(offers, wish)?.act.trips).toBe(0)
  expect(offerFor(offers, { ...wish, trips: 700 })?.act.trips).toBe(100)
  expect(offerFor(offers, { ...wish, progressive: true })).toBeUndefined()
})

test('amounts stay within their bounds and on their steps', () => {
  expect(fitted({}).ante).toBe(1000)
  expect(fitted({ ante: 100 }).ante).toBe(500)
  expect(fitted({ ante: 90_000 }).ante).toBe(5000)
  expect(fitted({ ante: 1234 }).ante).toBe(1200)
})

test('amounts that are limited together leave room for each other', () => {
  const act = fitted({ ante: 5000, trips: 5000 })
  expect(2 * act.ante + (act.trips ?? 0)).toBeLessThanOrEqual(1800)
  expect(act.ante).toBe(800)
  expect(act.trips).toBe(200)
  const toked = fitted({ ante: 5000, toke: { on: 'ante', amount: 900 } })
  expect(toked.ante + (toked.toke?.amount ?? 0)).toBeLessThanOrEqual(5500)
})

test('a bet costs Ante and Blind, and what rides beside them', () => {
  expect(costOf(fitted({}), 500)).toBe(2000)
  expect(costOf({ ...fitted({}), progressive: true }, 500)).toBe(2500)
})

test('decisions are labelled in money, bets first, fold last, and a toke is no choice of its own', () => {
  const decide = (choice: string, more: object = {}): object => ({
    act: { do: 'decide', choice, seat: 2, toke: 0, tuck: false, ...more },
    cost: choice === 'bet1' ? 1000 : 0,
  })
  const offered = [decide('fold'), decide('fold', { tuck: true }), decide('bet1', { toke: 50 }), decide('bet1')] as Offer[]
  const shown = choices(offered)
  expect(shown.map((one) => one.label)).toEqual(['Bet 1× · $10', 'Fold', 'Fold, cards under Trips'])
  expect(shown[0]?.withToke?.act.toke).toBe(50)
  expect(new Set(shown.map((one) => one.key)).size).toBe(3)
})

test('what is typed is an amount only if it can be laid', () => {
  const read = (text: string): number | null => amountIn(text, 500, 5000, 100)
  expect(['5', ' 20 ', '50', '7.00', '7,0'].map(read)).toEqual([500, 2000, 5000, 700, 700])
  expect(['', 'abc', '-5', '1e1', '4', '51', '7.50', '7.005', '99999999999999999999', '5 0'].map(read)).toEqual(
    new Array(10).fill(null),
  )
})

test('one toke is written by itself, several as a list', () => {
  const toke = { on: 'ante', amount: 100 }
  expect(tokesOf(null)).toEqual([])
  expect(tokesOf(undefined)).toEqual([])
  expect(tokesOf(toke)).toEqual([toke])
  expect(tokesOf([toke, { on: 'play', amount: 50 }])).toHaveLength(2)
})

test('behind a hand Trips may lie alone', () => {
  const alone = { act: bet({ ante: 0, trips: 500, behind: 2 }), bounds: { trips: [500, 5000] }, steps: { trips: 100 } }
  const [offer] = betOffers([alone] as unknown as Offer[])
  if (!offer) throw new Error('not offered')
  const act = fit(offer, { ...wish, trips: 700, behind: 2 })
  expect([act.ante, act.trips]).toEqual([0, 700])
  expect(costOf(act, 500)).toBe(700)
})
