import { expect, test } from 'vitest'
import type { BookSummary } from '../src/api/shapes'
import { told } from '../src/floor/opening'

const book = { to_choose: ['trips', 'limits.ante', 'fees.rates'] } as BookSummary

test('what is wrong with an opening is told in the words of the form, each at its field', () => {
  const says = [
    { says: '--set: limits.ante: ["abc", "5"]: an amount in dollars is written "5.00", "$1,500" or 5', field: 'limits.ante' },
    { says: '--set: fees.rates[1].bank: "x": an amount in dollars is written "5.00", "$1,500" or 5', field: 'fees.rates[1].bank' },
    { says: 'trips: the house chooses this before the table opens', field: 'trips', clauses: ['FL-10'] },
    { says: '--set: blind.flush: "bad": odds are written "3:2", won to staked', field: 'blind.flush' },
    { says: 'link L1 has another progressive than this book', field: 'link' },
    { says: 'the table is full' },
  ]
  const clauses: string[] = []
  expect(told(says, book)).toEqual([
    { says: 'The limits of Ante: An amount in dollars is written 5.00, $1,500 or 5.', clauses, field: 'limits.ante' },
    { says: 'The fees, the bank pays: An amount in dollars is written 5.00, $1,500 or 5.', clauses, field: 'fees.rates[1].bank' },
    { says: 'What Trips pays: The house chooses this before the table opens.', clauses: ['FL-10'], field: 'trips.table' },
    { says: 'Other settings: blind.flush: "bad": odds are written "3:2", won to staked', clauses, field: 'lines' },
    { says: 'Progressive: Link L1 has another progressive than this book.', clauses, field: 'link' },
    { says: 'The table is full.', clauses, field: '' },
  ])
})

test('what is said twice is told once', () => {
  expect(told([{ says: 'no' }, { says: 'no' }], book)).toHaveLength(1)
})
