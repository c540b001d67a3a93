import { expect, test } from 'vitest'
import type { Offer } from '../src/api/shapes'
import { factAct, factFields, offerOf } from '../src/console/facts'

const offer = (fields: Record<string, string>, seat: number | null = null): Offer =>
  ({ act: { do: 'did', fact: 'vault', seat, details: {} }, fields }) as unknown as Offer

test('a field is entered as its kind is', () => {
  const fields = factFields(offer({ cards: 'stub_count', cents: 'payout', offset_cents: 'money', mixed: 'flag', result: 'result', form: 'paper' }))
  expect(fields.map(({ kind, label }) => [kind, label])).toEqual([
    ['number', 'Cards'],
    ['money', 'Amount'],
    ['money', 'Offset'],
    ['choice', 'Mixed'],
    ['choice', 'Result'],
    ['words', 'Form'],
  ])
})

test('what was written becomes details of the right type', () => {
  const asked = offer({ cards: 'stub_count', cents: 'payout', mixed: 'flag', result: 'result', form: 'paper' })
  const made = factAct(asked, { cards: '43', cents: '52,000.70', mixed: 'no', result: 'wins', form: ' JP-7 ' })
  const details = { cards: 43, cents: 5_200_070, mixed: false, result: 'wins', form: 'JP-7' }
  expect(made).toEqual({ act: { do: 'did', fact: 'vault', seat: null, details } })
})

test('what is missing or does not fit is said by field', () => {
  expect(factAct(offer({ cards: 'stub_count', mixed: 'flag' }), { cards: 'many' })).toEqual({
    wrong: { cards: 'many does not fit.', mixed: 'Required.' },
  })
})

test('an offer belongs to the step of its fact and seat', () => {
  const offers = [offer({}, 1), offer({}, 2)]
  expect(offerOf({ does: 'Pay', fact: 'vault', seat: 2 }, offers)).toBe(offers[1])
  expect(offerOf({ does: 'Pay', fact: 'vault' }, offers)).toBeUndefined()
})
