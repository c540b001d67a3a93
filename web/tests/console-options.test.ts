import { expect, test } from 'vitest'
import type { Offer, Public } from '../src/api/shapes'
import { cardNumber } from '../src/cards'
import { ACTS, nextTask, tasksOf, variantName } from '../src/console/acts'
import { effectOf } from '../src/console/mishaps'
import { noticeOf } from '../src/console/notices'
import { actOf, centsOf, fieldsOf, knownCards, nothing, type Entries } from '../src/console/options'
import { wishOf } from '../src/floor/opening'

const spot = { seat: 3, behind: null, hole: ['As', 'Ad'] }
const table = { board: ['Kh', '5d', '2c'], bank_hand: null, spots: [spot], meters: { major: 5 } } as unknown as Public

function offer(of: unknown): Offer {
  return of as Offer
}
function written(words: Record<string, string>, more: Partial<Entries> = {}): Entries {
  return { ...nothing(), words, ...more }
}

test('an offer that needs nothing is an act already', () => {
  expect(actOf(offer({ act: { do: 'settle' } }), nothing(), table)).toEqual({ act: { do: 'settle' } })
})

test('a reason is asked for and not invented', () => {
  const pause = offer({ act: { do: 'pause', reason: '?' }, fill: ['reason'] })
  expect(actOf(pause, nothing(), table)).toHaveProperty('wrong.reason')
  expect(actOf(pause, written({ reason: '  ' }), table)).toHaveProperty('wrong.reason')
  expect(actOf(pause, written({ reason: ' a count ' }), table)).toEqual({ act: { do: 'pause', reason: 'a count' } })
})

test('amounts keep to bounds, steps, and what they may be together', () => {
  const pay = offer({
    act: { do: 'pay_jackpot', seat: 1, form: 'both', chips: 0, offset: 0 },
    bounds: { offset: [0, 10_000], chips: [0, 10_000] },
    steps: { chips: 100 },
    together: [{ times: { offset: 1, chips: 1 }, most: 10_000 }],
  })
  expect(actOf(pay, nothing(), table)).toEqual({ act: pay.act })
  expect(actOf(pay, written({ offset: '12.50', chips: '$40' }), table)).toMatchObject({ act: { offset: 1250, chips: 4000 } })
  expect(actOf(pay, written({ chips: '40.50' }), table)).toEqual({ wrong: { chips: 'A multiple of $1.' } })
  expect(actOf(pay, written({ chips: '101' }), table)).toEqual({ wrong: { chips: 'From $0 to $100.' } })
  expect(actOf(pay, written({ chips: 'many' }), table)).toHaveProperty('wrong.chips')
  expect(actOf(pay, written({ offset: '60', chips: '60' }), table)).toEqual({ wrong: { offset: 'In all at most $100.' } })
})

test('dollars are read to the cent, and nothing else is', () => {
  expect([centsOf('12.5'), centsOf('$1,000'), centsOf('0.07'), centsOf('19.99')]).toEqual([1250, 100_000, 7, 1999])
  for (const text of ['', '-1', '1.234', '1e3', '1..2', 'x']) expect(centsOf(text)).toBeNull()
})

test('choices are sent as they were offered, numbers as numbers', () => {
  const rule = offer({ act: { do: 'rule', ruling: 'void', reason: '?', seat: null }, choices: { seat: [null, 3] }, fill: ['reason'] })
  expect(actOf(rule, written({ reason: 'x' }), table)).toMatchObject({ act: { seat: null } })
  expect(actOf(rule, written({ reason: 'x', seat: '1' }), table)).toMatchObject({ act: { seat: 3 } })
})

test('words with suggestions may be other words', () => {
  const report = offer({ act: { do: 'report', what: '?', seat: null }, choices: { what: ['a', 'b'], seat: [null] }, fill: ['what'] })
  expect(fieldsOf(report, table).find((field) => field.name === 'what')).toMatchObject({ kind: 'words', suggested: ['a', 'b'] })
  expect(actOf(report, written({ what: 'c' }), table)).toMatchObject({ act: { what: 'c' } })
})

test('cards go out as numbers, exactly as many as are wanted', () => {
  const river = offer({ act: { do: 'river', cards: [] }, fill: ['cards'] })
  expect(fieldsOf(river, table)).toMatchObject([{ kind: 'cards', wanted: 2, known: { Kh: 'on the board', As: 'in the hand of seat 3' } }])
  expect(actOf(river, written({}, { cards: ['9s'] }), table)).toHaveProperty('wrong.cards')
  expect(actOf(river, written({}, { cards: ['9s', 'Tc'] }), table)).toEqual({
    act: { do: 'river', cards: [cardNumber('9s'), cardNumber('Tc')] },
  })
})

test('an amendment wants as many cards as lie there, and may name them again', () => {
  const amend = offer({ act: { do: 'amend', of: 'board', cards: [], reason: '?' }, fill: ['cards', 'reason'] })
  expect(fieldsOf(amend, table)[0]).toMatchObject({ wanted: 3 })
  expect(Object.keys(knownCards(table, 'board'))).toEqual(['As', 'Ad'])
  expect(Object.keys(knownCards(table, 3))).toEqual(['Kh', '5d', '2c'])
})

test('hole cards may be left out, or entered by seat', () => {
  const deal = offer({ act: { do: 'deal', holes: null, at: '' }, fill: ['holes', 'at'] })
  expect(actOf(deal, nothing(), table)).toEqual({ act: { do: 'deal', holes: null, at: '' } })
  expect(actOf(deal, written({ 'holes.3': 'As Ks' }), table)).toMatchObject({ act: { holes: { 3: [51, 47] } } })
  expect(actOf(deal, written({ 'holes.3': 'As' }), table)).toHaveProperty(['wrong', 'holes.3'])
})

test('a correction moves money between two accounts, line by line', () => {
  const correct = offer({ act: { do: 'correct', moves: [['house', 'cage', 1, 'correction']], reason: '?' }, fill: ['moves', 'reason'] })
  const move = { from: 'house', to: 'player:Ann', amount: '5', what: 'correction' }
  expect(actOf(correct, written({ reason: 'paid short' }, { moves: [move] }), table)).toMatchObject({
    act: { moves: [['house', 'player:Ann', 500, 'correction']], reason: 'paid short' },
  })
  for (const wrong of [{ from: '' }, { to: 'house' }, { amount: '0' }, { amount: '' }, { what: ' ' }]) {
    const made = actOf(correct, written({ reason: 'x' }, { moves: [move, { ...move, ...wrong }] }), table)
    expect('wrong' in made && Object.keys(made.wrong)).toEqual([`moves.1.${Object.keys(wrong)[0]}`])
  }
  for (const amount of ['abc', '-5', '1.234']) {
    expect(actOf(correct, written({ reason: 'x' }, { moves: [{ ...move, amount }] }), table)).toEqual({
      wrong: { 'moves.0.amount': `${amount} is no amount to move: write dollars, as in 12.50.` },
    })
  }
})

test('meters that are not changed keep what was offered', () => {
  const meters = offer({ act: { do: 'read_meters', meters: { major: 500, minor: 70 } }, fill: ['meters'] })
  expect(actOf(meters, written({ 'meters.major': '6' }), table)).toMatchObject({ act: { meters: { major: 600, minor: 70 } } })
})

test('offers of an act are one task, told apart in words', () => {
  const approve = (seat: number, office: string): Offer =>
    offer({ act: { do: 'approve', seat, office, reason: '?' }, fill: ['reason'] })
  const offers = [approve(1, 'supervisor'), approve(1, 'shift manager')]
  expect(tasksOf(offers)).toEqual([{ act: 'approve', offers }])
  expect(offers.map((one) => variantName(one, offers))).toEqual(['Supervisor', 'Shift manager'])
  const two = [approve(1, 'security'), approve(2, 'security')]
  expect(two.map((one) => variantName(one, two))).toEqual(['Seat 1', 'Seat 2'])
  const rulings = ['void', 'forfeit'].map((ruling) => offer({ act: { do: 'rule', ruling, reason: '?', seat: 2 }, fill: ['reason'] }))
  expect(variantName(rulings[0]!, rulings)).toBe('Void: all wagers go back')
})

test('one step is next: the round, or taking the table over first', () => {
  const tasks = tasksOf([offer({ act: { do: 'report' } }), offer({ act: { do: 'dealer_in' } }), offer({ act: { do: 'no_more_bets' } })])
  expect(nextTask(tasks, true)?.act).toBe('no_more_bets')
  expect(nextTask(tasks, false)?.act).toBe('dealer_in')
  expect(nextTask(tasksOf([offer({ act: { do: 'report' } })]), true)).toBeNull()
})

test('every act has a name of its own', () => {
  const names = Object.values(ACTS).map((one) => one.name)
  expect(new Set(names).size).toBe(names.length)
})

test('what the book does about a mishap, in words', () => {
  const mishap = { what: 'x', effect: 'void', until: 'the_end', then: 'ruling', clauses: [] }
  expect(effectOf(mishap)).toBe('The round is void and all wagers go back.')
  expect(effectOf({ ...mishap, until: 'river' })).toBe(
    'Until turn and river the round is void and all wagers go back, afterwards the table waits for a ruling of the supervisor.',
  )
})

test('notices leave the course of the round out', () => {
  expect(noticeOf('flop_shown', 'Flop 2♣ 2♦ 2♥')).toBeNull()
  expect(noticeOf('paused', '')).toBeNull()
  expect(noticeOf('paused', 'Paused: a count')).toEqual({ text: 'Paused: a count', urgent: false })
  const told = 'Tell the supervisor: seat 2, payout of $900'
  expect(noticeOf('supervisor_told', told)).toEqual({ text: told, urgent: true })
})

test('a table is opened with what the book leaves to the house, and no empty lines', () => {
  const book = { name: 'b', title: 'B', digest: '', meters: {}, to_choose: ['trips', 'limits.ante', 'fees.rates', 'backline.allowed', 'x.y'] }
  const chosen = { trips: ['UTH-02'], 'limits.ante': [' 5', '100'], 'fees.rates': ['', ''], 'backline.allowed': ['false'] }
  const opening = { book: 'b', title: ' T ', dealing: 'entered' as const, money: 'cash' as const, link: '', chosen, more: '\n a.b=1 \n' }
  expect(wishOf(opening, book)).toEqual({
    book: 'b',
    title: 'T',
    dealing: 'entered',
    money: 'cash',
    link: null,
    settings: ['trips.table=UTH-02', 'limits.ante=["5","100"]', 'backline.allowed=false', 'a.b=1'],
  })
  const fees = { ...opening, chosen: { 'fees.rates': ['1', '0.50'], 'x.y': ['7'] }, more: '' }
  expect(wishOf(fees, book).settings).toEqual(['fees.rates=[{least = "0.01", bank = "1", player = "0.50"}]', 'x.y=7'])
})
