import { expect, test } from 'vitest'
import { fitted, gameBody, played, termsOf, within } from '../src/trainer/game'
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
  to_choose: ['trips', 'limits.ante'],
  rules: { limits: { ante: null, trips: null }, bank: { who: 'player-dealer' }, table: { seats: 6 } },
  trips_tables: { 'UTH-01': {}, 'UTH-02': {} },
}

test('a round is settled under the book, by a player-dealer where it has one', () => {
  const terms = termsOf(BOOK)
  expect(terms).toEqual({ ante: [100, 100_000], trips: null, unit: 100, tripsTables: ['UTH-01', 'UTH-02'], progressive: null, houseBanks: false, seats: 6 })
  const game = { book: 'b', ante: 1000, trips: 500, tripsTable: 'UTH-02' }
  const dealt = { hole: ['Ks', 'Kd'], board: ['Qh', '9c', '4d', '4s', '2h'], bank: ['Jc', 'Jd'] }
  const round = played(game, terms, dealt, ['bet4'])
  expect(round.bank?.seat).toBe(6)
  expect(round.switches).toEqual({ 'trips.table': 'UTH-02' })
  expect(round.seats).toEqual([{ seat: 1, hole: ['Ks', 'Kd'], ante: 1000, blind: 1000, trips: 500, decisions: ['bet4'] }])
  const house = played({ book: 'b', ante: 1000, trips: 0 }, { ...terms, houseBanks: true }, dealt, ['check', 'check', 'fold'])
  expect(house.bank).toBeUndefined()
  expect(house.seats[0]).not.toHaveProperty('trips')
  expect(gameBody(game)).toEqual({ book: 'b', ante: '10', trips: '5', progressive: '0', settings: ['trips.table=UTH-02'] })
})

test('the progressive costs what the book says, and its meters stand at their seeds', () => {
  const meters = [{ name: 'major', seed: 2_000_000 }, { name: 'minor', seed: 150_000 }]
  const terms = termsOf({ to_choose: [], rules: { progressive: { stake: 500, meters }, bank: { who: 'house' } } })
  expect(terms.progressive).toEqual({ stake: 500, meters: { major: 2_000_000, minor: 150_000 } })
  const game = fitted({ book: 'b', ante: 1000, trips: 0, progressive: 100 }, terms)
  expect(game.progressive).toBe(500)
  expect(gameBody(game).progressive).toBe('5')
  const dealt = { hole: ['Ks', 'Kd'], board: ['Qh', '9c', '4d', '4s', '2h'], bank: ['Jc', 'Jd'] }
  const round = played(game, terms, dealt, ['bet4'])
  expect(round.meters).toEqual({ major: 2_000_000, minor: 150_000 })
  expect(round.seats[0]?.progressive).toBe(500)
  const without = fitted({ book: 'b', ante: 1000, trips: 0 }, terms)
  expect(without).not.toHaveProperty('progressive')
  expect(played(without, terms, dealt, ['bet4'])).not.toHaveProperty('meters')
  expect(fitted(game, { ...terms, progressive: null }), 'another book has none').not.toHaveProperty('progressive')
})

test('a game is fitted to its book', () => {
  const terms = termsOf(BOOK)
  expect(fitted({ book: 'b', ante: 1000, trips: 0 }, terms)).toEqual({ book: 'b', ante: 1000, trips: 0, tripsTable: 'UTH-01' })
  expect(fitted({ book: 'b', ante: 1000, trips: 0, tripsTable: 'UTH-02' }, terms).tripsTable).toBe('UTH-02')
  const narrow = { ...terms, ante: [500, 5000] as [number, number], trips: [100, 900] as [number, number], tripsTables: null }
  const game = { book: 'b', ante: 100, trips: 1000, tripsTable: 'UTH-02' }
  expect(fitted(game, narrow)).toEqual({ book: 'b', ante: 500, trips: 900 })
  expect(fitted({ ...game, trips: 0 }, narrow).trips, 'who stakes nothing is not made to').toBe(0)
})

test('a stake is moved into its range', () => {
  expect(within(100, [500, 5000])).toBe(500)
  expect(within(9000, [500, 5000])).toBe(5000)
  expect(within(100, null)).toBe(100)
})
