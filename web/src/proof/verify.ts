/**
 * A round's shuffle, checked here: the seed is the one that was committed to before bets were closed, and every
 * card that was seen lies where the deck of that seed puts it. The same as `uth verify`, in the browser itself.
 */
import type { Recorded, RoundRecord } from '../api/shapes'
import { cardName } from '../cards'

export interface Compared {
  where: string
  seen: string[]
  due: string[]
}

export interface Proof {
  computed: string
  committed: string
  /** Whether the seed is the one committed to. */
  seedHolds: boolean
  /** The whole deck of the seed, top card first. */
  deck: string[]
  cards: Compared[]
  holds: boolean
}

const text = new TextEncoder()

export async function verify(record: RoundRecord): Promise<Proof> {
  const seed = bytes(record.seed)
  const computed = await commitment(record.table, record.round, record.digest, seed)
  const deck = await shuffled(seed)
  const cards = [...compared(record, deck)]
  const seedHolds = record.commitment !== '' && computed === record.commitment
  const holds = seedHolds && cards.every(({ seen, due }) => seen.join() === due.join())
  return { computed, committed: record.commitment, seedHolds, deck: deck.map(cardName), cards, holds }
}

/** SHA-256 over what the shuffle is for, each with a line feed, and the seed. */
export async function commitment(table: string, round: number, digest: string, seed: Uint8Array): Promise<string> {
  const head = text.encode(`uth shuffle\n${table}\n${round}\n${digest}\n`)
  const whole = new Uint8Array([...head, ...seed])
  return hex(await crypto.subtle.digest('SHA-256', whole))
}

/** Fisher-Yates from the top down; bytes that would favour small indices are thrown away. */
export async function shuffled(seed: Uint8Array): Promise<number[]> {
  const deck = Array.from({ length: 52 }, (_, card) => card)
  const source = stream(seed)
  for (let last = deck.length - 1; last > 0; last--) {
    const other = await index(source, last + 1)
    const moved = deck[last] as number
    deck[last] = deck[other] as number
    deck[other] = moved
  }
  return deck
}

/** HMAC-SHA-256 under the seed over 0, 1, 2, ... as eight bytes. */
async function* stream(seed: Uint8Array): AsyncGenerator<number, never> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  for (let counter = 0n; ; counter++) {
    const block = new ArrayBuffer(8)
    new DataView(block).setBigUint64(0, counter)
    yield* new Uint8Array(await crypto.subtle.sign('HMAC', key, block))
  }
}

async function index(source: AsyncGenerator<number, never>, size: number): Promise<number> {
  const fair = 256 - (256 % size)
  for (;;) {
    const { value } = await source.next()
    if (value < fair) return value % size
  }
}

interface Dealt {
  hands: Map<number, number[]>
  bank: number[]
  board: number[]
}

/** Deal by the steps of the book ("hole 2", "board 3") to the seats in their order, the bank last. */
export function dealBy(steps: readonly string[], deck: number[], seats: number[]): Dealt {
  const dealt: Dealt = { hands: new Map(seats.map((seat) => [seat, []])), bank: [], board: [] }
  let next = 0
  for (const step of steps) {
    const [what, count] = step.split(' ')
    const piles = what === 'hole' ? [...dealt.hands.values(), dealt.bank] : [dealt.board]
    for (const pile of piles) {
      pile.push(...deck.slice(next, next + Number(count)))
      next += Number(count)
    }
  }
  return dealt
}

function* compared(record: RoundRecord, deck: number[]): Generator<Compared> {
  const events = record.events.map((line) => line.event)
  const closed = events.findLast((event) => event.event === 'bets_closed' && event.round === record.round)
  if (closed?.event !== 'bets_closed') return // void before bets were closed: nothing was dealt
  const seats = closed.order.filter((seat) => typeof seat === 'number')
  const dealt = dealBy(record.dealing, deck, seats)
  for (const event of events) yield* seenIn(event, dealt)
}

function* seenIn(event: Recorded, dealt: Dealt): Generator<Compared> {
  const pair = (where: string, seen: number[], due: number[] = []): Compared => ({
    where,
    seen: seen.map(cardName),
    due: due.map(cardName),
  })
  switch (event.event) {
    case 'holes_dealt':
      for (const [seat, hole] of Object.entries(event.holes ?? {})) {
        yield pair(`Your cards, seat ${seat}`, hole, dealt.hands.get(Number(seat)))
      }
      break
    case 'flop_shown':
      yield pair('Flop', event.cards, dealt.board.slice(0, 3))
      break
    case 'river_shown':
      yield pair('Turn and river', event.cards, dealt.board.slice(3, 5))
      break
    case 'bank_shown':
      yield pair('Dealer', event.cards, dealt.bank)
      break
    case 'hand_shown':
      yield pair(`Seat ${event.seat}`, event.cards, dealt.hands.get(event.seat))
      break
  }
}

function bytes(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

function hex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
