/** The logic of the pages of mathematics: exact figures, edits, addresses, hands, outcomes. */
import { describe, expect, test } from 'vitest'
import type { BookPage, Setting } from '../src/api/shapes'
import { FIRST, fromSearch, gameOf, playsForMeters, toSearch, type Shown } from '../src/mathematics/address'
import { margin, worths } from '../src/mathematics/advice'
import type { Advice, Solution } from '../src/mathematics/asking'
import { asText, edited, edits, otherLines, setTo, withOtherLines, withSet, withTable } from '../src/mathematics/edits'
import { change, compare, decimal, fixed, fraction, minus, percent, ratio } from '../src/mathematics/exact'
import { sorted, type Sorted } from '../src/mathematics/faults'
import { figureName, labelOf, namesOf, partsOf } from '../src/mathematics/fields'
import { figures } from '../src/mathematics/figures'
import { common, csv, distribution } from '../src/mathematics/outcomes'
import { WAGERS } from './scenes'
import { faultsOf, readCards, toggled, type Hand } from '../src/mathematics/picking'

describe('exact fractions', () => {
  test('the edge of the book, to the last digit', () => {
    const edge = fraction('607723787676/27813810024000')
    expect(percent(edge)).toBe('2.184971 %')
    expect(percent(edge, 15)).toBe('2.184971376275335 %')
    expect(ratio(edge)).toBe('50643648973 / 2317817502000')
  })
  test('rounding is of the fraction, not of a float near it', () => {
    expect(decimal(fraction('1005/1000'), 2)).toBe('1.01') // 1.005 as a float is below the half
    expect(decimal(fraction('-1/8'), 2)).toBe('−0.13')
    expect(decimal(fraction('-1/1000'), 2)).toBe('0.00')
    expect(decimal(fraction('7/2'), 0)).toBe('4')
    expect(decimal(fraction('12345678901234567890123/10'), 1)).toBe('1234567890123456789012.3')
  })
  test('differences and order', () => {
    expect(ratio(minus(fraction('1/3'), fraction('1/2')))).toBe('−1 / 6')
    expect(compare(fraction('-1/3'), fraction('-1/2'))).toBe(1)
    expect(compare(fraction('2/4'), fraction('1/2'))).toBe(0)
    expect(change('0.000000 %')).toBe('±0')
    expect(change('0.000001 %')).toBe('+0.000001 %')
    expect(change('−2')).toBe('−2')
    expect(fixed(-0.0000001)).toBe('0.000000')
  })
  test('whole numbers of any length, also without a denominator', () => {
    expect(ratio(fraction('-1152921504606846977/3'))).toBe('−1152921504606846977 / 3')
    expect(ratio(fraction('3'))).toBe('3 / 1')
  })
})

describe('the address', () => {
  const odd: Shown = {
    ...FIRST,
    view: 'explorer',
    book: 'florida',
    settings: ['blind.flush=9:4', 'decisions.preflop=[2, 3]', 'table.inscription=a=b&c+d %20 "é"', 'half written'],
    ante: '2.50',
    stakes: ['lucky_pair=1/3', 'pot=5'],
    meters: ['major=52000', 'minor=1,500'],
    others: '3',
    hole: '9s 8d',
    board: 'Kh 5d 2c',
    dead: 'T♠',
    knows: 'dealer=1,turn=1',
    cost: '1/3',
  }
  test('comes back whole, however odd', () => {
    expect(fromSearch(toSearch(odd))).toEqual(odd)
    expect(fromSearch(new URL(`http://x/mathematics${toSearch(odd)}`).search)).toEqual(odd)
  })
  test('is empty for the first page and short for one edit', () => {
    expect(toSearch(FIRST)).toBe('')
    expect(toSearch({ ...FIRST, settings: ['blind.flush=2:1'] })).toBe('?set=blind.flush=2:1')
    expect(fromSearch('?view=constructor')).toEqual(FIRST)
  })
  test('of a link of before is read, where a stake stood under the name of its wager', () => {
    expect(fromSearch('?book=florida&lucky_pair=5')).toEqual({ ...FIRST, book: 'florida', stakes: ['lucky_pair=5'] })
  })
  test('a game for the service; no stakes on wagers and no meters that the book has not', () => {
    const book = { wagers: WAGERS, meters: { pot: { major: 2_000_000, minor: 1000 } } } as unknown as BookPage
    const game = gameOf({ ...odd, meters: ['major=52000', 'minor='] }, book)
    expect(game).toMatchObject({ ante: '2.50', stakes: { lucky_pair: '1/3', pot: '5' }, meters: ['major=52000'], others: 3 })
    expect(playsForMeters(game, book)).toBe(true)
    const plain = { ...book, wagers: WAGERS.slice(0, 4), meters: {} }
    expect(gameOf(odd, plain)).toMatchObject({ stakes: { lucky_pair: '1/3' }, meters: [], others: 0 })
    const nothing = { book: 'california-shfl', settings: [], ante: null, stakes: {}, meters: [], others: 0 }
    expect(gameOf(FIRST, book)).toEqual(nothing)
    expect(gameOf({ ...FIRST, stakes: ['pot=0'] }, book)).toEqual(nothing)
    expect(gameOf({ ...FIRST, others: 'abc' }, book).others).toBe('abc') // refused by the service, not dropped here
  })
})

describe('edits', () => {
  const key = (name: string, value: string, more: Partial<Setting> = {}): Setting => ({
    ...{ key: name, explains: name, form: 'odds', choices: [], value, optional: true, counts: true },
    ...more,
  })
  const flush = key('blind.flush', '3:2')
  const preflop = key('decisions.preflop', '[3, 4]', { form: 'list', optional: false })
  test('an edit is a setting; back to what the book says is none', () => {
    const once = edited([], flush, '2:1')
    expect(once).toEqual(['blind.flush=2:1'])
    expect(edited(once, flush, '5:2')).toEqual(['blind.flush=5:2'])
    expect(edited(once, flush, '3:2')).toEqual([])
    expect(edited(once, flush, ' 3:2 ')).toEqual([])
    expect(edited([], key('trips.flush', '6:1'), '6:1', true), 'above another table it is one').toEqual(['trips.flush=6:1'])
  })
  test('keys keep their places and others stay', () => {
    const list = ['a.b=1', 'c.d=2', 'e.f=3']
    expect(withSet(list, 'c.d', '9')).toEqual(['a.b=1', 'c.d=9', 'e.f=3'])
    expect(withSet([...list, 'a.b=7'], 'a.b', null)).toEqual(['c.d=2', 'e.f=3'])
    expect(setTo([...list, 'a.b=7'], 'a.b')).toBe('7')
    expect(setTo(['x=a=b'], 'x')).toBe('a=b')
    expect(setTo(list, 'c')).toBeNull()
  })
  test('a hand that is not paid, and lists', () => {
    expect(edited([], flush, ' ')).toEqual(['blind.flush=none'])
    expect(asText(flush, 'none')).toBe('')
    expect(edited([], key('blind.one_pair', 'none'), '')).toEqual([])
    expect(edited([], preflop, '2, 3')).toEqual(['decisions.preflop=[2, 3]'])
    expect(edited([], preflop, '3, 4')).toEqual([])
    expect(edited([], preflop, '[2, 3]'), 'however it is written').toEqual(['decisions.preflop=[2, 3]'])
    expect(asText(preflop, '[2, 3]')).toBe('2, 3')
    expect(asText(key('qualifier.hand', 'none', { optional: false }), 'none'), 'a word like any other').toBe('none')
  })
  test('another pay table replaces single odds of its wager alone', () => {
    const list = ['lucky.flush=9:1', 'blind.flush=2:1', 'lucky.on_tie=push', 'lucky.table=L-01']
    expect(withTable(list, 'lucky.table', 'L-04')).toEqual(['blind.flush=2:1', 'lucky.on_tie=push', 'lucky.table=L-04'])
    expect(withTable(list, 'lucky.table', '')).toEqual(['blind.flush=2:1', 'lucky.on_tie=push'])
  })
  test('keys without a field are lines', () => {
    const fields = new Set(['blind.flush'])
    const list = ['blind.flush=2:1', 'ante.pays=6:5']
    expect(otherLines(list, fields)).toBe('ante.pays=6:5')
    expect(withOtherLines(list, fields, 'play.pays=2:1\n\nwagers')).toEqual(['blind.flush=2:1', 'play.pays=2:1', 'wagers'])
    expect(withOtherLines(list, fields, 'blind.flush=9:1'), 'a field is edited in its field').toEqual(['blind.flush=2:1'])
  })
  const names = new Map([
    ['--ante', 'Ante'],
    ['--meter major', 'Meter major'],
    ['--others', 'Other bettors'],
    ['--stake trips', 'Trips'],
    ['blind.flush', 'Blind pays: Flush'],
    ['trips.table', 'Trips pays: Named table'],
    ['decisions.preflop', 'Play: Preflop'],
    ['readings.payout.rounding', 'Readings: Payout: rounding'],
    ['lines', 'Any other key of the book'],
  ])
  const told = (...says: [string, string][]): Sorted =>
    sorted(says.map(([field, one]) => ({ field, says: one })), names, new Set(names.keys()))
  test('faults stand at the field they name, in words for who sees only the field', () => {
    expect(told(
      ['blind.flush', '--set: blind.flush: "a: \\"b": odds are written "3:2"'],
      ['decisions.preflop', '--set: decisions.preflop: ["x"]: a whole number is wanted'],
    )).toEqual({
      at: { 'blind.flush': 'Odds are written 3:2.', 'decisions.preflop': 'A whole number is wanted.' },
      others: [],
    })
    expect(told(['blind.flush', '--set: blind.flush: 1:3 on $1 is not whole cents: choose payout.rounding = "down_to_unit"']).at).toEqual({
      'blind.flush': '1:3 on $1 is not whole cents: choose “Readings: Payout: rounding” = down to unit.',
    })
    expect(told(['trips', 'california-bally: trips: not chosen yet; choose a pay table, such as trips.table = UTH-02']).at).toEqual({
      'trips.table': 'Not chosen yet; choose a pay table, such as UTH-02.',
    })
  })
  test('stakes have fields as well', () => {
    expect(told(
      ['--ante', "the Ante is 'x; y'; a number is wanted, such as 5"],
      ['--meter major', 'the meter major is -1; a stake is not below zero'],
      ['others', 'others: Input should be 1'],
      ['--trips', "the Trips wager is 'z'; a number is wanted, such as 5"],
    ).at).toEqual({
      '--stake trips': 'A number is wanted, such as 5.',
      '--ante': 'A number is wanted, such as 5.',
      '--meter major': 'A stake is not below zero.',
      '--others': 'A whole number from 0 to 100 is wanted.',
    })
    expect(told(['--ante', 'the Ante of $10.50 is not in whole steps of $1; wagers.unit says how florida wagers']).at).toEqual({ '--ante': 'The Ante of $10.50 is not in whole steps of $1.' })
  })
  test('a line is told in its own words, and what has no field with its place', () => {
    expect(told(
      ['foo', '--set: foo: unknown key; did you mean "fees"?'],
      ['limits.ante', 'florida: limits.ante: $5 to $50 is not in steps'],
      ['', 'The service does not answer.'],
    )).toEqual({
      at: { lines: 'foo: unknown key; did you mean "fees"?' },
      others: ['Limits: ante: $5 to $50 is not in steps.', 'The service does not answer.'],
    })
    const elsewhere = sorted([{ field: 'blind.flush', says: '--set: blind.flush: "x": odds are wanted' }], names, new Set())
    expect(elsewhere, 'on a page without that field').toEqual({ at: {}, others: ['Blind pays: Flush: Odds are wanted.'] })
  })
  test('what a field is called', () => {
    const keys = ['blind.full_house', 'ante.pays', 'qualifier.hand', 'lucky.on_tie', 'lucky.table', 'readings.payout.unit']
    expect(keys.map(labelOf)).toEqual(['Full house', 'Pays', 'Hand', 'On tie', 'Named table', 'Payout: unit'])
    expect(figureName({ settings: [], wagers: WAGERS }, 'lucky_pair')).toBe('Lucky Pair')
    expect(figureName({ settings: [], wagers: WAGERS }, 'base')).toBe('Base game')
  })
  test('edits are named as their fields are', () => {
    expect(edits(['blind.flush=2:1', 'decisions.preflop=[2, 3]', 'wagers.unit=2'], names)).toEqual([
      'Blind pays: Flush 2:1',
      'Play: Preflop 2, 3',
      'wagers.unit=2',
    ])
  })
  test('two faults of one field are both told, the same one once', () => {
    expect(told(['blind.flush', 'blind.flush: needed'], ['blind.flush', 'blind.flush: too high'], ['blind.flush', 'blind.flush: needed']).at).toEqual({ 'blind.flush': 'Needed. Too high.' })
  })
  test('fields are the keys that count: of each wager what it pays, the best hand first, then the rest', () => {
    const alike = { explains: 'odds by hand' }
    const settings = [
      key('table.seats', '6', { counts: false }),
      key('decisions.flop', '[2]', { form: 'list' }),
      key('blind.staked', 'equal', { form: 'choice', optional: false }),
      key('blind.pays', 'none'),
      key('blind.straight', '1:1', alike),
      key('blind.flush', '3:2', alike),
      key('blind.on_tie', 'push', { form: 'choice', optional: false }),
      key('ante.staked', 'range', { form: 'choice', optional: false }),
      key('ante.pays', '1:1'),
      key('ante.straight', 'none', alike),
      key('ante.flush', 'none', alike),
      key('away.staked', 'fixed', { form: 'choice', optional: false }),
      key('away.stake', 'none', { form: 'money' }),
    ]
    const keys = partsOf({ settings, wagers: WAGERS }).map(({ name, fields }) => [name, ...fields.map((one) => one.key)])
    expect(keys).toEqual([
      ['Ante', 'ante.pays'],
      ['Blind', 'blind.on_tie', 'blind.flush', 'blind.straight'],
      ['Decisions', 'decisions.flop'],
    ])
    const book = { settings, wagers: WAGERS, meters: { pot: { major: 1 } } } as unknown as BookPage
    expect([...namesOf(book).keys()].slice(0, 5)).toEqual(['--ante', '--stake lucky_pair', '--stake pot', '--others', '--meter major'])
  })
})

describe('picking a hand', () => {
  const hand: Hand = { hole: ['9s', '8d'], board: ['Kh', '5d', '2c'], dead: [] }
  test('cards however they are written', () => {
    expect(readCards('9s 8d').cards).toEqual(['9s', '8d'])
    expect(readCards('10H,kC').cards).toEqual(['Th', 'Kc'])
    expect(readCards('9♠8♦').cards).toEqual(['9s', '8d'])
    expect(readCards('9x 8').wrong).toEqual(['9x', '8'])
  })
  test('what keeps a hand from being asked for', () => {
    const says = (hole: string, board = '', dead = ''): string[] => faultsOf({ hole, board, dead }).says
    expect(says('9s 8d')).toEqual([])
    expect(says('9s 8d', 'Kh 5d 2c')).toEqual([])
    expect(says('9s 8d', 'Kh 5d')).toHaveLength(1)
    expect(says('9s')).toEqual(['Choose two hole cards'])
    expect(says('9s 9s')[0]).toContain('9♠ is given twice')
    expect(says('9s 8d', 'Kh 5d 2c', 'Kh')[0]).toContain('K♥ is given twice')
    expect(says('9s 8z')[0]).toContain('“8z” is no card')
    expect(faultsOf({ hole: '9s 8z', board: 'Kh', dead: 'x' }).wrong, 'where it is written').toEqual(['hole', 'dead'])
    expect(faultsOf({ hole: '9s', board: '', dead: '' }).wrong).toEqual([])
  })
  test('a click puts a card into the next place, or takes it back', () => {
    expect(toggled({ hole: ['9s'], board: [], dead: [] }, '8d').hole).toEqual(['9s', '8d'])
    expect(toggled(hand, 'Ac').board).toEqual(['Kh', '5d', '2c', 'Ac'])
    expect(toggled(hand, '5d').board).toEqual(['Kh', '2c'])
    expect(toggled({ ...hand, dead: ['Ks'] }, 'Ks').dead).toEqual([])
    const full = { ...hand, board: ['Kh', '5d', '2c', 'Ac', 'Ad'] }
    expect(toggled(full, 'As')).toBe(full)
  })
})

describe('what is shown of an answer', () => {
  test('outcomes with the same net are one step, and nothing is lost', () => {
    const steps = distribution(
      [
        { deals: 3, parts: { net: -4 } },
        { deals: 1, parts: { net: 6 } },
        { deals: 5, parts: { net: -4 } },
        { deals: 1, parts: { net: 0 } },
      ],
      2,
    )
    expect(steps).toEqual([
      { net: -2, deals: 8, probability: 0.8, cumulative: 0.8 },
      { net: 0, deals: 1, probability: 0.1, cumulative: 0.9 },
      { net: 3, deals: 1, probability: 0.1, cumulative: 1 },
    ])
    expect(csv(steps).split('\n')).toEqual(['net_antes,deals,probability,cumulative', '-2,8,0.8,0.8', '0,1,0.1,0.9', '3,1,0.1,1', ''])
    expect(common(steps, 10).map(({ net }) => net)).toEqual([-2, 0])
    expect(common(steps)).toHaveLength(3)
  })
  test('actions, the best first, with what the others give up', () => {
    const advice = {
      best: 'check',
      exact: { bet2: '-216130/107019', check: '-7454/5405' },
      deals: 1070190,
      counts: { bet2: { win: 292768, tie: 21214, lose: 756208, fold: 0 } },
    } as unknown as Advice
    const [check, bet] = worths(advice)
    expect(check).toMatchObject({ name: 'Check', isBest: true, value: '−1.379093', behind: '' })
    expect(bet).toMatchObject({ name: 'Bet 2×', value: '−2.019548', exact: '−216130 / 107019', behind: '−0.640454' })
    expect(bet?.results[0]).toEqual({ result: 'win', share: 292768 / 1070190 })
    expect(margin(advice)).toBe('0.640454')
  })
  test('figures and their change', () => {
    const solution = (edge: number): Solution =>
      ({
        exact: { house_edge: `${edge}/1000000`, total_loss: `${edge + 1}/1000000` },
        element_of_risk: 0.005,
        standard_deviation: 4.9,
        average_bet: 4.1,
      }) as unknown as Solution
    const [edge, risk, , , loss] = figures(solution(20000), solution(21000))
    expect(edge).toMatchObject({ value: '2.000000 %', exact: '1 / 50', change: '−0.100000 %' })
    expect(risk).toMatchObject({ value: '0.500000 %', exact: null, change: '±0' })
    expect(loss).toMatchObject({ value: '0.020001', exact: '20001 / 1000000', change: '−0.001000' })
    expect(figures(solution(20000), null)[0]?.change).toBeNull()
  })
})
