import { expect, test } from 'vitest'
import { fitted, gameRead, gameBody, played, termsOf, within } from '../src/trainer/game'
import { WAGERS } from './scenes'
import { antes, choicesOf, grade, money, price, signedMoney, type Advice } from '../src/trainer/grading'
import { verdictSaid } from '../src/trainer/saying'

// california-shfl, 9s 8d before the flop
const NINE_EIGHT: Advice = {
  street: 'preflop',
  actions: { bet4: -0.609363357612829, bet3: -0.5713040129151203, check: -0.2361106637844777 },
  best: 'check',
  deals: 20975724000,
}

test('the best choice is right, any other costs the difference', () => {
  expect(grade(NINE_EIGHT, 'check')).toEqual({ chose: 'check', best: 'check', loss: 0, right: true })
  const mistake = grade(NINE_EIGHT, 'bet4')
  expect(mistake.right).toBe(false)
  expect(mistake.best).toBe('check')
  expect(mistake.loss).toBeCloseTo(0.3732526938283513, 12)
})

test('of two that are worth the same, both are right', () => {
  const even = { ...NINE_EIGHT, actions: { bet1: -2, fold: -2 }, best: 'bet1' }
  expect(grade(even, 'fold')).toEqual({ chose: 'fold', best: 'fold', loss: 0, right: true })
})

test('a price is told in Antes and in money', () => {
  expect(price(0.12, 1000)).toBe('0.12 of an Ante, $1.20')
  expect(price(0.3732526938, 500)).toBe('0.37 of an Ante, $1.87')
  expect(price(0.0123, 500)).toBe('0.012 of an Ante, $0.06')
  expect(price(0.0004, 500)).toBe('0.00040 of an Ante, less than a cent')
  expect(price(1.5, 1000)).toBe('1.50 Antes, $15.00')
  expect(verdictSaid(grade(NINE_EIGHT, 'bet4'), 1000)).toBe('Mistake: check is best. It cost you 0.37 of an Ante, $3.73.')
})

test('averages are written with sign and cents', () => {
  expect(antes(-0.23611)).toBe('−0.2361')
  expect(antes(1.5)).toBe('+1.5000')
  expect(antes(-0.00001)).toBe('0.0000')
  expect(money(-1234.4)).toBe('−$12.34')
  expect(money(2000)).toBe('$20.00')
  expect(signedMoney(150)).toBe('+$1.50')
  expect(signedMoney(0.4)).toBe('$0.00')
})

test('the choices are those of the advice, the largest bet first, with their keys', () => {
  const mixed = { ...NINE_EIGHT, actions: { check: 0, bet3: 1, bet4: 2 } }
  expect(choicesOf(mixed, 500).map(({ label, key }) => [label, key])).toEqual([
    ['Bet 4× · $20', '4'],
    ['Bet 3× · $15', '3'],
    ['Check', 'c'],
  ])
  const river = { ...NINE_EIGHT, street: 'river' as const, actions: { fold: -2, bet1: -1 } }
  expect(choicesOf(river, 500).map(({ kind }) => kind)).toEqual(['bet', 'fold'])
})

const BOOK = {
  to_choose: ['lucky_pair', 'limits.ante'],
  rules: { bank: { who: 'player-dealer' }, table: { seats: 6 } },
  wagers: WAGERS,
  meters: { pot: { major: 2_000_000, minor: 150_000 } },
  tables: { lucky_pair: { 'L-01': {}, 'L-02': {} } },
}
const DEALT = { hole: ['Ks', 'Kd'], board: ['Qh', '9c', '4d', '4s', '2h'], bank: ['Jc', 'Jd'] }
const GAME = { book: 'b', ante: 1000, stakes: { lucky_pair: 500 }, tables: { lucky_pair: 'L-02' } }

test('a round is settled under the book, by a player-dealer where it has one', () => {
  const terms = termsOf(BOOK)
  expect(terms).toMatchObject({ ante: [500, 5000], unit: 100, tables: { lucky_pair: ['L-01', 'L-02'] }, houseBanks: false, seats: 6 })
  const round = played(GAME, terms, DEALT, ['bet4'])
  expect(round.bank?.seat).toBe(6)
  expect(round.settings).toEqual({ 'lucky_pair.table': 'L-02' })
  expect(round.seats).toEqual([{ seat: 1, hole: ['Ks', 'Kd'], ante: 1000, blind: 1000, lucky_pair: 500, decisions: ['bet4'] }])
  const house = played({ ...GAME, stakes: {} }, { ...terms, houseBanks: true }, DEALT, ['check', 'check', 'fold'])
  expect(house.bank).toBeUndefined()
  expect(house.seats[0]).not.toHaveProperty('lucky_pair')
  expect(gameBody(GAME)).toEqual({ book: 'b', ante: '10', stakes: ['lucky_pair=5'], settings: ['lucky_pair.table=L-02'] })
})

test('a fixed stake is what the book says, and its meters stand at their seeds', () => {
  const terms = termsOf(BOOK)
  const game = fitted({ ...GAME, stakes: { pot: 100 } }, terms)
  expect(game.stakes).toEqual({ pot: 500 })
  expect(gameBody(game).stakes).toEqual(['pot=5'])
  expect(played(game, terms, DEALT, ['bet4']).meters).toEqual({ major: 2_000_000, minor: 150_000 })
  expect(played(GAME, terms, DEALT, ['bet4'])).not.toHaveProperty('meters')
  expect(fitted(game, termsOf({ ...BOOK, wagers: WAGERS.slice(0, 4) })).stakes, 'another book has none').toEqual({})
})

test('a game is fitted to its book', () => {
  const terms = termsOf(BOOK)
  expect(fitted({ ...GAME, tables: {} }, terms).tables).toEqual({ lucky_pair: 'L-01' })
  expect(fitted(GAME, terms)).toEqual(GAME)
  expect(fitted({ ...GAME, ante: 100, stakes: { lucky_pair: 9000 } }, { ...terms, tables: {} })).toEqual({
    ...{ book: 'b', ante: 500, stakes: { lucky_pair: 5000 }, tables: {} },
  })
  expect(fitted({ ...GAME, stakes: {} }, terms).stakes, 'who stakes nothing is not made to').toEqual({})
})

test('a game that was kept before wagers were rows is read as one of today', () => {
  expect(gameRead({ book: 'b', ante: 500, lucky: 200, luckyTable: 'L-01', other: 0 })).toEqual({
    ...{ book: 'b', ante: 500, stakes: { lucky: 200 }, tables: { lucky: 'L-01' } },
  })
  expect(gameRead(GAME)).toEqual(GAME)
  for (const kept of [null, 7, {}, { book: 'b' }, { book: 'b', ante: 0 }, { book: 'b', ante: 5, lucky: -1 }]) expect(gameRead(kept)).toBeNull()
})

test('a stake is moved into its range', () => {
  expect(within(100, [500, 5000])).toBe(500)
  expect(within(9000, [500, 5000])).toBe(5000)
  expect(within(100, null)).toBe(100)
})
