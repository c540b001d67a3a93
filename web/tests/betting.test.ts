import { expect, test } from 'vitest'
import type { Offer } from '../src/api/shapes'
import { amountIn, betOffers, betOn, costOf, fit, offerFor, sameBet, tokesOf, type Wish } from '../src/table/betting'
import { choices } from '../src/table/deciding'
import { chargeOf, decidedOf, listed, mainOf, openingOf, sideOf, wagerTitle } from '../src/table/wagers'
import { LAYOUT } from './scenes'

const bet = (more: object = {}): object => ({ do: 'bet', stakes: { ante: 500 }, toke: null, behind: null, ...more })
const bounds = { ante: [500, 5000], lucky_pair: [100, 5000], pot: [500, 500] }
const steps = { ante: 100, lucky_pair: 100 }
const optional = ['lucky_pair', 'pot']
const times = { ante: 2, lucky_pair: 1, pot: 1 }
const legal = [
  { act: bet(), bounds, steps, optional, together: [{ times, most: 2400, besides: { lucky_pair: 100 } }] },
  {
    act: bet({ toke: { on: 'ante', amount: 50 } }),
    bounds: { ...bounds, toke: [50, 5000] },
    steps: { ...steps, toke: 50 },
    optional,
    together: [
      { times: { ...times, toke: 1 }, most: 50_000 },
      { times: { ante: 1, toke: 1 }, most: 5500 },
    ],
  },
  { act: bet({ stakes: { lucky_pair: 100 }, behind: 2 }), bounds: { lucky_pair: [100, 5000] }, steps },
  { act: { do: 'sit', seat: 3 } },
] as unknown as Offer[]
const offers = betOffers(legal)
const wish: Wish = { stakes: { ante: 1000 }, toke: null, behind: null }

function fitted(stakes: Wish['stakes'], more: Partial<Wish> = {}): ReturnType<typeof fit> {
  const whole = { ...wish, stakes, ...more }
  const offer = offerFor(offers, whole)
  if (!offer) throw new Error('not offered')
  return fit(offer, whole)
}

test('wagers are known by what they are, whatever they are called', () => {
  expect(mainOf(LAYOUT)?.name).toBe('ante')
  expect(openingOf(LAYOUT).map(({ title }) => title)).toEqual(['Ante', 'Blind'])
  expect(decidedOf(LAYOUT).map(({ name }) => name)).toEqual(['play'])
  expect(sideOf(LAYOUT).map(({ name }) => name)).toEqual(['lucky_pair', 'pot'])
  expect(wagerTitle(LAYOUT, 'lucky_pair')).toBe('Lucky Pair')
  expect(chargeOf(LAYOUT, { ante: 500 })).toBe(100)
  expect(chargeOf(LAYOUT, { ante: 500, lucky_pair: 100, pot: 500 }), 'the house takes none on its own').toBe(150)
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((names) => listed(names, 'or'))).toEqual(['', 'a', 'a or b', 'a, b or c'])
})

test('only bets are bets, and the offer is for the hand and the toke that were wished for', () => {
  expect(offers).toHaveLength(3)
  expect(offerFor(offers, wish)).toBe(offers[0])
  expect(offerFor(offers, { ...wish, toke: { on: 'ante', amount: 100 } })).toBe(offers[1])
  expect(offerFor(offers, { ...wish, toke: { on: 'play', amount: 100 } })).toBeUndefined()
  expect(offerFor(offers, { ...wish, behind: 2 })).toBe(offers[2])
})

test('amounts stay within their bounds and on their steps', () => {
  expect(fitted({}).stakes).toEqual({ ante: 500 })
  expect(fitted({ ante: 100 }).stakes).toEqual({ ante: 500 })
  expect(fitted({ ante: 1034 }).stakes).toEqual({ ante: 1000 })
  expect(fitted({ ante: 500, pot: 1 }).stakes, 'a fixed stake is what it is').toEqual({ ante: 500, pot: 500 })
})

test('amounts that are limited together leave room for each other, and for what one costs besides', () => {
  expect(fitted({ ante: 5000 }).stakes).toEqual({ ante: 1200 })
  expect(fitted({ ante: 1000, lucky_pair: 5000 }).stakes).toEqual({ ante: 1000, lucky_pair: 300 })
  expect(fitted({ ante: 1200, pot: 500 }).stakes, 'what does not fit is left out').toEqual({ ante: 1200 })
  const toked = fitted({ ante: 5000 }, { toke: { on: 'ante', amount: 900 } })
  expect(Number(toked.stakes['ante']) + (toked.toke?.amount ?? 0)).toBeLessThanOrEqual(5500)
})

test('a bet costs its wagers, and each that is equal to one of them', () => {
  expect(costOf(fitted({ ante: 1000 }), LAYOUT)).toBe(2000)
  expect(costOf(fitted({ ante: 500, pot: 500 }), LAYOUT)).toBe(1500)
})

test('what lies on a spot is the bet that was made', () => {
  const spot = { stakes: { ante: 500, blind: 500, play: 2000, pot: 500 }, toke: null, behind: null }
  const placed = betOn(spot as unknown as Parameters<typeof betOn>[0], LAYOUT)
  expect(placed.stakes).toEqual({ ante: 500, pot: 500 })
  expect(sameBet(placed, fitted({ ante: 500, pot: 500 }))).toBe(true)
  expect(sameBet(placed, fitted({ ante: 500 }))).toBe(false)
})

test('decisions are labelled in money, the largest bet first, fold last, and a toke is no choice of its own', () => {
  const decide = (choice: string, more: object = {}): object => ({
    act: { do: 'decide', choice, seat: 2, toke: 0, tuck: false, ...more },
    cost: choice === 'bet1' ? 1000 : choice === 'bet12' ? 12_000 : 0,
  })
  const offered = [decide('fold'), decide('fold', { tuck: true }), decide('bet1', { toke: 50 }), decide('bet1'), decide('bet12')]
  const shown = choices(offered as Offer[], LAYOUT.tucked)
  expect(shown.map((one) => one.label)).toEqual(['Bet 12× · $120', 'Bet 1× · $10', 'Fold', 'Fold, cards under Lucky Pair'])
  expect(shown[1]?.withToke?.act.toke).toBe(50)
  expect(shown.map((one) => one.key)).toEqual(['', '1', 'f', 't'])
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

test('behind a hand a side bet may lie alone', () => {
  const act = fitted({ ante: 1000, lucky_pair: 700 }, { behind: 2 })
  expect(act.stakes).toEqual({ lucky_pair: 700 })
  expect(costOf(act, LAYOUT)).toBe(700)
})
