import { expect, test } from 'vitest'
import type { Recorded, RoundRecord } from '../src/api/shapes'
import { cardName, cardNumber } from '../src/cards'
import { bytes, hex } from '../src/proof/fields'
import { numberCommitment } from '../src/proof/numbers'
import { commitment, dealBy, deckSeed, shuffled, verify } from '../src/proof/verify'

// from `uth.game.deck.sealed`, for the seed 00 01 02 ... 1f
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
    { event: 'shuffle_sealed', round: 7, commitment: PROMISE, sealed: '' },
    { event: 'wagers_placed', player: 'Ann', spot: { seat: 1, stakes: { ante: 500, blind: 500 } } },
    { event: 'bets_closed', round: 7, book: '', digest: '', order: [1, 4] },
    { event: 'holes_dealt', seats: [1, 4], held_by: {}, device: '', at: '', holes: { 1: numbers(DECK.slice(5, 7)) } },
    { event: 'flop_shown', cards: numbers(DECK.slice(0, 3)) },
    { event: 'river_shown', cards: numbers(DECK.slice(3, 5)) },
    { event: 'bank_shown', cards: numbers(DECK.slice(9, 11)), hand: '', qualifies: true },
    { event: 'hand_shown', seat: 4, cards: numbers(DECK.slice(7, 9)), hand: '' },
    { event: 'round_ended', round: 7, net: {} },
    { event: 'shuffle_revealed', round: 7, seed: '' },
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
    events: events.map((event, place) => ({ number: place + 1, at: 0, event })),
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

const failing = (proof: { checks: { what: string; holds: boolean }[] }): string[] =>
  proof.checks.filter((check) => !check.holds).map((check) => check.what)

test('a second or a late commitment, a corrected card and a decision of another do not hold', async () => {
  const move = (from: string, to: number) => (events: Recorded[]) => {
    const [event] = events.splice(events.findIndex((one) => one.event === from), 1)
    events.splice(to, 0, event as Recorded)
  }
  const add = (at: number, ...more: object[]) => (events: Recorded[]) => void events.splice(at, 0, ...(more as Recorded[]))
  const ORDER = 'One commitment, before the first bet; the seed after the round'
  const TOUCHED = 'Every decision by its own seat or by the clock, nothing corrected'
  expect(failing(await verify(record()))).toEqual([])
  expect(failing(await verify(record(move('shuffle_sealed', 4))))).toEqual([ORDER])
  expect(failing(await verify(record(move('shuffle_revealed', 3))))).toEqual([ORDER])
  const again = { event: 'shuffle_sealed', round: 7, commitment: PROMISE, sealed: '' }
  expect(failing(await verify(record(add(3, again))))).toEqual([ORDER])
  expect(failing(await verify(record(add(6, { event: 'cards_amended', of: 'board', by: 'supervisor Sue', reason: 'x' }))))).toEqual([TOUCHED])
  expect(failing(await verify(record(add(6, { event: 'decided', seat: 1, choice: 'bet4', by: 'dealer Dan' }))))).toEqual([TOUCHED])
  expect(failing(await verify(record(add(6, { event: 'decided', seat: 1, choice: 'bet4', by: 'player Ann' }))))).toEqual([])
})

// the same known answers as in tests/attacks/test_decks.py, made with a shell
const NUMBER = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

test('numbers are committed to and mixed in as the service does it', async () => {
  const house = 'ab'.repeat(32)
  expect(await numberCommitment('T1', 7, 3, house, NUMBER)).toBe('0466b2a020714b369548c533ca8153c4fa00fe7d8967f85a19ae4d7f6a397c7d')
  const seed = await deckSeed(bytes('00'.repeat(32)), 'T1', 7, 'd1', house, [1, 3, '3b'], new Map([['3', NUMBER]]))
  expect(hex(seed)).toBe('d8091e87f58a2c27cc3b9048596f556aeb30f18169b8a9305cfc6373b1b41bfd')
})

test('a number in the deck must be the one committed to, and all of them must be there', async () => {
  const promised = await numberCommitment('T1', 7, 1, PROMISE, NUMBER)
  const deck = await shuffled(await deckSeed(bytes([...SEED].map((byte) => byte.toString(16).padStart(2, '0')).join('')), 'T1', 7, 'abc', PROMISE, [1, 4], new Map([['1', NUMBER]])))
  const mixed = (number: string, told = true) =>
    record((events) => {
      events.splice(2, 0, { event: 'number_committed', round: 7, seat: 1, player: 'Ann', commitment: promised })
      if (told) events.splice(4, 0, { event: 'number_revealed', round: 7, seat: 1, player: 'Ann', number })
      const cards: Record<string, number[]> = { flop_shown: deck.slice(0, 3), river_shown: deck.slice(3, 5), bank_shown: deck.slice(9, 11), hand_shown: deck.slice(7, 9) }
      for (const event of events) {
        if (event.event in cards) (event as { cards: number[] }).cards = cards[event.event] as number[]
        if (event.event === 'holes_dealt') event.holes = { 1: deck.slice(5, 7) as [number, number] }
      }
    })
  const own = { commitment: promised, number: NUMBER }
  expect((await verify(mixed(NUMBER), own)).holds).toBe(true)
  expect(failing(await verify(mixed('07'.repeat(32)), own))).toHaveLength(2)
  expect(failing(await verify(mixed(NUMBER, false), own))).toHaveLength(2)
  expect(failing(await verify(record(), own))).toEqual(['The number of your browser is in the deck'])
})

test('what was hidden must be what it is opened with', async () => {
  const opened = (body: string) =>
    record((events) => {
      events.push({ event: 'event_opened', number: 4, blinding: '01'.repeat(32), body, public: true })
    })
  const body = '{"event":"holes_dealt"}'
  const hash = '59781a955aee706c9b9822bda414fd54314c6d69c9d18527c29a29addde58434' // from `uth.proof.chain.hiding`
  const lines = (given: RoundRecord) => ({ ...given, events: given.events.map((line) => (line.number === 4 ? { ...line, hidden: hash } : line)) })
  expect(failing(await verify(lines(opened(body))))).toEqual([])
  expect(failing(await verify(lines(opened('{}'))))).toEqual(['Hidden cards opened as committed'])
  expect(failing(await verify(lines(record())))).toEqual(['Hidden cards opened as committed'])
})
