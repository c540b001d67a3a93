import { expect, test } from 'vitest'
import type { Recorded, RoundRecord } from '../src/api/shapes'
import { cardName, cardNumber } from '../src/cards'
import { commitment, dealBy, shuffled, verify } from '../src/proof/verify'

// from `uth.game.sealed`, for the seed 00 01 02 ... 1f
const SEED = Uint8Array.from({ length: 32 }, (_, byte) => byte)
const PROMISE = 'd1c8f39dcb8507fa13a4a887abe344f5121468bc54a2b8b890aca8d02bf67bdd'
const DECK =
  'As Tc 2h Qc Jc 3h 6s Js Jd 3c Ac 3d 6h 4d Qs Kd 4c Ad Ts Kh 3s 7h 7d 8c 9c 8d 2c Ks Qh Kc 4s Td Th 9d 9s 5s 7c 9h 7s 8h 5h 2d Ah 5d Qd 8s 4h 6c Jh 6d 5c 2s'.split(' ')
const numbers = (cards: string[]): number[] => cards.map(cardNumber)

test('the deck and the commitment are those of the service', async () => {
  expect((await shuffled(SEED)).map(cardName)).toEqual(DECK)
  expect(await commitment('T1', 7, 'abc', SEED)).toBe(PROMISE)
})

test('cards are dealt by the steps of the book, the bank last', () => {
  const dealt = dealBy(['board 5', 'hole 2'], numbers(DECK), [1, 4])
  expect(dealt.board.map(cardName)).toEqual(DECK.slice(0, 5))
  expect(dealt.hands.get(4)?.map(cardName)).toEqual(DECK.slice(7, 9))
  expect(dealt.bank.map(cardName)).toEqual(DECK.slice(9, 11))
  const single = dealBy(['hole 1', 'hole 1', 'board 3', 'board 2'], numbers(DECK), [1])
  expect(single.hands.get(1)?.map(cardName)).toEqual([DECK[0], DECK[2]])
})

function record(change: (events: Recorded[]) => void = () => undefined): RoundRecord {
  const events = [
    { event: 'bets_closed', round: 7, book: '', digest: '', order: [1, 4] },
    { event: 'holes_dealt', seats: [1, 4], held_by: {}, device: '', at: '', holes: { 1: numbers(DECK.slice(5, 7)) } },
    { event: 'flop_shown', cards: numbers(DECK.slice(0, 3)) },
    { event: 'river_shown', cards: numbers(DECK.slice(3, 5)) },
    { event: 'bank_shown', cards: numbers(DECK.slice(9, 11)), hand: '', qualifies: true },
    { event: 'hand_shown', seat: 4, cards: numbers(DECK.slice(7, 9)), hand: '' },
  ] as unknown as Recorded[]
  change(events)
  const seed = [...SEED].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return {
    table: 'T1',
    round: 7,
    book: 'b',
    digest: 'abc',
    dealing: ['board 5', 'hole 2'],
    commitment: PROMISE,
    seed,
    events: events.map((event, number) => ({ number, at: 0, event })),
  }
}

test('a round whose cards lie where they were dealt holds, card by card', async () => {
  const proof = await verify(record())
  expect(proof.holds).toBe(true)
  expect(proof.cards.map((one) => one.where)).toEqual(['Your cards, seat 1', 'Flop', 'Turn and river', 'Dealer', 'Seat 4'])
})

test('one other card, another seed or no commitment does not hold', async () => {
  const other = await verify(
    record((events) => {
      const flop = events.find((event) => event.event === 'flop_shown')
      if (flop?.event === 'flop_shown') flop.cards = [...flop.cards].reverse()
    }),
  )
  expect(other.holds).toBe(false)
  expect(other.seedHolds).toBe(true)
  expect((await verify({ ...record(), seed: '00'.repeat(32) })).holds).toBe(false)
  expect((await verify({ ...record(), commitment: '' })).holds).toBe(false)
  expect((await verify({ ...record(), round: 8 })).holds).toBe(false)
})
