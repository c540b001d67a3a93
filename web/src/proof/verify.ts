/**
 * A round, checked here as far as a browser can: commitments, numbers, cards and reveals in their order, the seed
 * and every number as committed, every card where the deck puts it, every decision by its own seat. Payments and
 * all other money are checked by `uth verify`.
 */
import type { EventOf, Recorded, RoundRecord, Seat } from '../api/shapes'
import { cardName } from '../cards'
import { type Bytes, bytes, fields, hex, hmac, sha256 } from './fields'
import { numberCommitment } from './numbers'

export interface Compared {
  where: string
  seen: string[]
  due: string[]
}

export interface Check {
  what: string
  holds: boolean
}

export interface Proof {
  computed: string
  committed: string
  /** Whether the seed is the one committed to. */
  seedHolds: boolean
  /** The whole deck of seed and numbers, top card first. */
  deck: string[]
  cards: Compared[]
  checks: Check[]
  holds: boolean
}

type Line = RoundRecord['events'][number]

/** `own`: the number that this browser committed to, if it did. */
export async function verify(record: RoundRecord, own?: { commitment: string; number: string }): Promise<Proof> {
  const seed = bytes(record.seed)
  const computed = await commitment(record.table, record.round, record.digest, seed)
  const events = record.events.map((line) => line.event)
  const deck = await shuffled(await mixed(record, seed))
  const cards = [...compared(record, deck)]
  const seedHolds = record.commitment !== '' && computed === record.commitment
  const checks = [
    { what: 'One commitment, before the first bet; the seed after the round', holds: inOrder(record, events) },
    { what: 'Every player’s number as committed, revealed between bets and cards', holds: await numbersHold(record, events) },
    { what: 'Hidden cards opened as committed', holds: await hiddenHolds(record) },
    { what: 'Every decision by its own seat or by the clock, nothing corrected', holds: untouched(events) },
  ]
  if (own) checks.push({ what: 'The number of your browser is in the deck', holds: includes(events, own) })
  const holds = seedHolds && checks.every((check) => check.holds) && cards.every(({ seen, due }) => seen.join() === due.join())
  return { computed, committed: record.commitment, seedHolds, deck: deck.map(cardName), cards, checks, holds }
}

/** SHA-256 over what the shuffle is for, each with a line feed, and the seed. */
export async function commitment(table: string, round: number, digest: string, seed: Bytes): Promise<string> {
  const head = new TextEncoder().encode(`uth shuffle\n${table}\n${round}\n${digest}\n`)
  return hex(await sha256(Uint8Array.from([...head, ...seed])))
}

/** The seed that house and players made together; the house's own where no player took part. */
async function mixed(record: RoundRecord, seed: Bytes): Promise<Bytes> {
  const events = record.events.map((line) => line.event)
  const closed = closing(record, events)
  const numbers = new Map(revealed(record, events).map((one) => [String(one.seat), one.number]))
  if (!closed || !numbers.size) return seed
  return deckSeed(seed, record.table, record.round, record.digest, record.commitment, closed.order, numbers)
}

export async function deckSeed(
  seed: Bytes,
  table: string,
  round: number,
  digest: string,
  house: string,
  order: Seat[],
  numbers: Map<string, string>,
): Promise<Bytes> {
  const parts = order.flatMap((seat) => {
    const number = numbers.get(String(seat))
    return number === undefined ? [] : [String(seat), bytes(number)]
  })
  return hmac(seed, await sha256(fields('uth deck', table, round, digest, house, order.join(','), ...parts)))
}

// ---- what happened in which order

function closing(record: RoundRecord, events: Recorded[]): EventOf<'bets_closed'> | undefined {
  return events.findLast((event): event is EventOf<'bets_closed'> => event.event === 'bets_closed' && event.round === record.round)
}

function revealed(record: RoundRecord, events: Recorded[]): EventOf<'number_revealed'>[] {
  return events.filter((event): event is EventOf<'number_revealed'> => event.event === 'number_revealed' && event.round === record.round)
}

const OF_CARDS = new Set<Recorded['event']>(['holes_dealt', 'flop_shown', 'river_shown', 'bank_shown', 'hand_shown'])

function inOrder(record: RoundRecord, events: Recorded[]): boolean {
  const first = (fits: (event: Recorded) => boolean): number => {
    const found = events.findIndex(fits)
    return found < 0 ? events.length : found
  }
  const sealed = events.flatMap((event, place) => (event.event === 'shuffle_sealed' && event.round === record.round ? [place] : []))
  const again = sealed.slice(1).every((place) => {
    const before = events[place - 1]
    // nobody could open it any more, and nobody had bet on it; or a reshuffle, for which earlier versions sealed again
    return before?.event === 'shuffle_lost' || (before?.event === 'happened' && before.effect === 'reshuffle')
  })
  const bet = first((event) => event.event === 'wagers_placed' || event.event === 'bets_closed')
  const ended = first((event) => event.event === 'round_ended' && event.round === record.round)
  const seed = first((event) => event.event === 'shuffle_revealed' && event.round === record.round)
  const numbered = record.events.every((line, place) => place === 0 || line.number > (record.events[place - 1] as Line).number)
  const last = sealed.at(-1)
  const promised = last === undefined ? undefined : (events[last] as EventOf<'shuffle_sealed'>).commitment
  return numbered && again && last !== undefined && promised === record.commitment && last < bet && bet < events.length && ended < seed
}

async function numbersHold(record: RoundRecord, events: Recorded[]): Promise<boolean> {
  const at = (event: Recorded | undefined): number => (event ? events.indexOf(event) : events.length)
  const closed = at(closing(record, events))
  const dealt = at(events.find((event) => OF_CARDS.has(event.event)))
  const promises = new Map<string, { commitment: string; at: number }>()
  for (const [place, event] of events.entries()) {
    if (event.event === 'number_committed' && event.round === record.round) promises.set(String(event.seat), { commitment: event.commitment, at: place })
    if (event.event === 'wagers_taken_back' && place < closed) promises.delete(String(event.seat))
  }
  const told = revealed(record, events)
  for (const one of told) {
    const promise = promises.get(String(one.seat))
    const due = await numberCommitment(record.table, record.round, one.seat, record.commitment, one.number)
    if (promise?.commitment !== due || promise.at > closed || at(one) < closed || at(one) > dealt) return false
  }
  return dealt === events.length || told.length === promises.size
}

async function hiddenHolds(record: RoundRecord): Promise<boolean> {
  for (const line of record.events) {
    if (!line.hidden) continue
    const opened = record.events.map(({ event }) => event).find((event) => event.event === 'event_opened' && event.number === line.number)
    if (opened?.event !== 'event_opened') return false
    const body = new TextEncoder().encode(opened.body)
    const due = hex(await sha256(fields('uth hidden', record.table, line.number, bytes(opened.blinding), Uint8Array.from(body))))
    if (due !== line.hidden) return false
  }
  return true
}

function untouched(events: Recorded[]): boolean {
  const owners = new Map<string, string>()
  for (const event of events) {
    if (event.event === 'wagers_placed') owners.set(String(event.spot.seat), event.player)
    if (event.event === 'cards_amended' || event.event === 'decision_amended' || event.event === 'hand_forfeited') return false
    if (event.event === 'decided' && event.by !== `player ${owners.get(String(event.seat))}` && !event.by.startsWith('house')) return false
  }
  return true
}

function includes(events: Recorded[], own: { commitment: string; number: string }): boolean {
  if (!events.some((event) => OF_CARDS.has(event.event))) return true // void before a card
  return (
    events.some((event) => event.event === 'number_committed' && event.commitment === own.commitment) &&
    events.some((event) => event.event === 'number_revealed' && event.number === own.number)
  )
}

// ---- the deck

/** Fisher-Yates from the top down; bytes that would favour small indices are thrown away. */
export async function shuffled(seed: Bytes): Promise<number[]> {
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
async function* stream(seed: Bytes): AsyncGenerator<number, never> {
  for (let counter = 0n; ; counter++) {
    const block = new Uint8Array(8)
    new DataView(block.buffer).setBigUint64(0, counter)
    yield* await hmac(seed, block)
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
  const closed = closing(record, events)
  if (!closed) return // void before bets were closed: nothing was dealt
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
