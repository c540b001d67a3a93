/**
 * What is drawn. It always comes from a picture of the service; between two pictures the events of a frame
 * lead from one to the other, so that cards and chips can be seen moving. Whatever the events left out, the
 * picture at the end of the frame puts right.
 */
import type { Act, Cents, EventOf, Frame, GameEvent, Move, Private, Public, Row, Seat, Serving, SpotSeen } from '../api/shapes'
import { cardName } from '../cards'
import { tokesOf } from './betting'

/** A wager that was settled. */
export interface Settled extends Row {
  /** What came back to its owner, stake and winnings; of a toke usually nothing, that is the dealer's. */
  back: Cents
}

export interface Scene {
  version: number
  table: Public
  you: Private
  service: Serving
  /** The wagers that were settled in this round, in their order. */
  rows: Settled[]
  /** What hands were called at the showdown: by seat, and `bank`. */
  hands: Record<string, string>
  qualifies: boolean | null
  /** What each seat was charged in this round. */
  fees: Record<string, Cents>
  /** What the bank won from each hand, or lost to it. */
  banked: Record<string, Cents>
  /** What the round did to each player; null while it runs. */
  net: Record<string, Cents> | null
}

const IN_PLAY = new Set(['preflop', 'flop_due', 'flop', 'river_due', 'river', 'showdown', 'paying', 'review', 'ending'])

/** What others do while bets are taken. */
const WHILE_BETTING = new Set<GameEvent['event']>([
  'wagers_placed',
  'wagers_taken_back',
  'seat_taken',
  'seat_left',
  'chips_bought',
  'chips_cashed',
  'clock_set',
])

/** What has nothing to do with the turn: it stays while cards and chips move. */
const AT_ANY_TIME = new Set<Act['do']>(['sit', 'leave', 'buy_in', 'cash_out', 'dispute'])

/** Whether hole cards lie on the felt. */
export function dealt(scene: Scene): boolean {
  return IN_PLAY.has(scene.table.phase)
}

/** A picture, with what is known of the round it is in. */
export function sceneOf(frame: Frame, before?: Scene): Scene {
  const same = before && before.table.round === frame.table.round && IN_PLAY.has(frame.table.phase)
  return {
    version: frame.version,
    table: frame.table,
    you: frame.you,
    service: frame.service,
    rows: same ? before.rows : [],
    hands: same ? before.hands : {},
    qualifies: same ? before.qualifies : null,
    fees: same ? before.fees : {},
    banked: same ? before.banked : {},
    net: null,
  }
}

/** The scene after an event. */
export function after(scene: Scene, event: GameEvent): Scene {
  const next = structuredClone(scene)
  const { table } = next
  switch (event.event) {
    case 'phase_began':
      table.phase = event.phase
      table.to_act = null
      if (event.phase === 'betting' || event.phase === 'banking') clear(next)
      break
    case 'seat_taken':
      table.seats[event.seat] = { player: event.player, chips: table.seats[event.seat]?.chips ?? 0 }
      break
    case 'seat_left':
      delete table.seats[event.seat]
      break
    case 'chips_bought':
      pay(next, event.player, event.cents)
      break
    case 'chips_cashed':
      pay(next, event.player, -event.cents)
      break
    case 'bank_offered':
      table.bank.offered = event.seat
      break
    case 'bank_declined':
    case 'bank_halted':
      table.bank.offered = null
      break
    case 'bank_taken':
      table.bank = { ...table.bank, seat: event.seat, wager: event.wager, offered: null }
      break
    case 'wagers_placed': {
      const spot = laid(event.spot, event.player)
      const old = table.spots.find((one) => one.seat === spot.seat)
      pay(next, event.player, (old ? total(old) : 0) - total(spot))
      table.spots = [...table.spots.filter((one) => one !== old), spot]
      break
    }
    case 'wagers_taken_back': {
      const spot = table.spots.find((one) => one.seat === event.seat)
      if (spot) pay(next, spot.player, total(spot))
      table.spots = table.spots.filter((one) => one.seat !== event.seat)
      break
    }
    case 'bets_closed':
      table.round = event.round
      table.phase = 'dealing'
      break
    case 'fees_collected':
    case 'rake_taken':
      charge(next, event.players)
      if (event.bank && table.bank.seat !== null) charge(next, { [table.bank.seat]: event.bank })
      break
    case 'fees_returned':
      next.fees = {}
      break
    case 'holes_dealt':
      table.phase = 'preflop'
      table.to_act = null
      for (const [seat, cards] of Object.entries(event.holes ?? {})) next.you.holes[seat] = cards.map(cardName)
      break
    case 'decided':
      for (const spot of at(table, event.seat)) {
        spot.decisions = [...spot.decisions, event.choice]
        spot.play += event.cents ?? 0
        spot.tucked ||= event.tucked ?? false
        if (event.toke) spot.toke = [...tokesOf(spot.toke), { on: 'play', amount: event.toke }]
        pay(next, spot.player, -(event.cents ?? 0) - (event.toke ?? 0))
      }
      table.to_act = null
      break
    case 'flop_shown':
    case 'river_shown':
      table.board = [...table.board, ...event.cards.map(cardName)]
      table.phase = event.event === 'flop_shown' ? 'flop' : 'river'
      break
    case 'bank_shown':
      table.bank_hand = event.cards.map(cardName)
      next.hands['bank'] = event.hand
      next.qualifies = event.qualifies
      break
    case 'hand_shown':
      for (const spot of at(table, event.seat)) spot.hole = event.cards.map(cardName)
      next.hands[event.seat] = event.hand
      break
    case 'wager_settled':
      settle(next, event)
      break
    case 'jackpot_paid':
      gets(next, event.seat, 'progressive', event.player, toPlayer(event.player, event.moves ?? []))
      break
    case 'envy_taken_back':
      gets(next, event.seat, 'envy', event.player, -event.cents)
      break
    case 'hand_racked':
      for (const spot of at(table, event.seat)) spot.racked = true
      break
    case 'hand_forfeited':
      for (const spot of at(table, event.seat)) spot.forfeited = true
      break
    case 'round_voided':
      table.void = true
      break
    case 'round_ended':
      next.net = { ...inTheRound(table), ...players(event.net) }
      break
    case 'clock_set':
      next.service.clock = { waits_for: event.waits_for, until: event.until }
      break
    case 'player_back':
      next.service.idle = next.service.idle.filter((name) => name !== event.player)
      break
    case 'link_changed':
      table.link_up = event.up
      break
    case 'paused':
      table.paused = event.reason
      break
    case 'resumed':
      table.paused = ''
      break
  }
  // what may be done in a round belongs to the picture at the end of the events; who is betting is not disturbed
  if (!(table.phase === 'betting' && WHILE_BETTING.has(event.event))) {
    next.you.legal = next.you.legal.filter(({ act }) => AT_ANY_TIME.has(act.do))
  }
  return next
}

function clear(scene: Scene): void {
  Object.assign(scene.table, { board: [], bank_hand: null, spots: [], void: false })
  Object.assign(scene, { rows: [], hands: {}, qualifies: null, fees: {}, banked: {}, net: null })
  scene.you.holes = {}
}

function settle(scene: Scene, { row, moves = [] }: EventOf<'wager_settled'>): void {
  const owner = at(scene.table, row.seat)[0]?.player ?? ''
  // everybody sees the moves of his own chips; what becomes of another's toke the next picture tells
  const back = owner === scene.you.name ? toPlayer(owner, moves) : row.wager.startsWith('toke') ? 0 : row.returned + row.paid
  scene.rows = [...scene.rows, { ...row, back }]
  const banked = row.wager === 'progressive' ? 0 : row.collected - row.paid // the house pays that one
  scene.banked[row.seat] = (scene.banked[row.seat] ?? 0) + banked
  for (const spot of at(scene.table, row.seat)) {
    spot.settled = [...spot.settled, row.wager]
  }
  pay(scene, owner, back)
}

/** More comes of a wager that was settled before, or less. */
function gets(scene: Scene, seat: Seat, wager: string, player: string, cents: Cents): void {
  scene.rows = scene.rows.map((row) => (row.seat === seat && row.wager === wager ? { ...row, back: row.back + cents } : row))
  pay(scene, player, cents)
}

function toPlayer(name: string, moves: Move[]): Cents {
  return moves.reduce((sum, [, target, cents]) => sum + (target === `player:${name}` ? cents : 0), 0)
}

function pay(scene: Scene, player: string, cents: Cents): void {
  for (const seat of Object.values(scene.table.seats)) if (seat.player === player) seat.chips += cents
  if (scene.you.name === player) scene.you.chips += cents
}

function charge(scene: Scene, seats: Record<string, Cents>): void {
  for (const [seat, cents] of Object.entries(seats)) {
    scene.fees[seat] = (scene.fees[seat] ?? 0) + cents
    const player = scene.table.seats[seat]?.player
    if (player) pay(scene, player, -cents)
  }
}

function at(table: Public, seat: Seat): SpotSeen[] {
  return table.spots.filter((spot) => spot.seat === seat)
}

function laid(spot: Extract<GameEvent, { event: 'wagers_placed' }>['spot'], player: string): SpotSeen {
  return {
    seat: spot.seat,
    player,
    ante: spot.ante,
    blind: spot.blind,
    trips: spot.trips ?? 0,
    play: 0,
    progressive: spot.progressive ?? 0,
    toke: spot.toke ?? null,
    behind: spot.behind ?? null,
    decisions: [],
    tucked: false,
    hole: null,
    settled: [],
    forfeited: false,
    racked: false,
  }
}

function total(spot: SpotSeen): Cents {
  return spot.ante + spot.blind + spot.trips + spot.play + spot.progressive + sum(tokesOf(spot.toke))
}

function sum(tokes: { amount: Cents }[]): Cents {
  return tokes.reduce((all, toke) => all + toke.amount, 0)
}

/** Everybody who took part: an account that did not move is not in the event. */
function inTheRound(table: Public): Record<string, Cents> {
  const banker = table.bank.seat === null ? undefined : table.seats[table.bank.seat]?.player
  const names = [...table.spots.map((spot) => spot.player), ...(banker === undefined ? [] : [banker])]
  return Object.fromEntries(names.map((name) => [name, 0]))
}

/** The accounts of people, by their names. */
function players(net: Record<string, Cents>): Record<string, Cents> {
  const people = Object.entries(net).filter(([account]) => account.startsWith('player:'))
  return Object.fromEntries(people.map(([account, cents]) => [account.slice('player:'.length), cents]))
}

/** A table before a round, as far as its record tells: for a replay. */
export function emptyScene(seats: Public['seats'], bank: string): Scene {
  return {
    version: 0,
    table: {
      phase: 'betting',
      round: 0,
      paused: '',
      held: '',
      void: false,
      dealer: '',
      device: '',
      deck: 0,
      seats,
      bank: { who: bank, seat: null, wager: null, last: null, offered: null, paid: 0, collected: 0 },
      board: [],
      bank_hand: null,
      spots: [],
      to_act: null,
      meters: {},
      link_up: true,
      review: [],
    },
    you: {
      role: 'spectator',
      name: '',
      seat: null,
      chips: 0,
      holes: {},
      legal: [],
      script: null,
      approvals: null,
      ledger: null,
    },
    service: { clock: { waits_for: '', until: null }, commitment: null, meters: null, idle: [], mixed: false, numbers: [], receipt: null },
    rows: [],
    hands: {},
    qualifies: null,
    fees: {},
    banked: {},
    net: null,
  }
}
