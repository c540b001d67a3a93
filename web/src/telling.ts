/** What happened, in words: one line for every event that says something by itself. */
import type { GameEvent, Row, Seat } from './api/shapes'
import { cardName, cardSign } from './cards'
import { dollars, signed } from './money'
import { tokesOf } from './table/betting'

export function tell(event: GameEvent): string {
  switch (event.event) {
    case 'table_opened':
      return 'The table opens'
    case 'table_closed':
      return `The table closes: ${event.reason}`
    case 'paused':
      return `Paused: ${event.reason}`
    case 'resumed':
      return 'Play goes on'
    case 'seat_taken':
      return `${event.player} takes seat ${event.seat}`
    case 'seat_left':
      return `${event.player} leaves seat ${event.seat}${event.reason ? `: ${event.reason}` : ''}`
    case 'chips_bought':
      return `${event.player} buys in for ${dollars(event.cents)}`
    case 'chips_cashed':
      return `${event.player} cashes ${dollars(event.cents)}`
    case 'dealer_came_in':
      return `${event.dealer} deals${event.cards_counted == null ? '' : `, ${event.cards_counted} cards counted`}`
    case 'device_changed':
      return `Dealt from ${event.device} now: ${event.reason}`
    case 'bank_offered':
      return `The bank is offered to seat ${event.seat}`
    case 'bank_declined':
      return `Seat ${event.seat} declines the bank`
    case 'bank_halted':
      return 'Nobody takes the bank: the table waits'
    case 'bank_taken':
      return `Seat ${event.seat} (${event.player}) banks with ${dollars(event.wager)}`
    case 'bank_returned':
      return `Seat ${event.seat} gets back what is left of the bank: ${dollars(event.cents)}`
    case 'wagers_placed':
      return `${seat(event.spot.seat)} (${event.player}) bets ${laid(event.spot)}`
    case 'wagers_taken_back':
      return `${seat(event.seat)} takes its wagers back`
    case 'cover_warned':
      return `${dollars(event.against)} lie against the bank's ${dollars(event.bank)}: it may not cover every hand`
    case 'player_back':
      return `${event.player} plays on`
    case 'bets_closed':
      return `No more bets. Round ${event.round}`
    case 'fees_collected':
      return `Fees: ${charge(event.bank, event.players)}`
    case 'fees_returned':
      return `Fees go back: ${charge(0, event.players)}`
    case 'coin_in':
      return `The progressive takes its wagers: ${event.seats.length > 1 ? 'seats' : 'seat'} ${event.seats.join(', ')}`
    case 'rake_taken':
      return `Rake: ${charge(event.bank, event.players)}`
    case 'holes_dealt': {
      const own = Object.values(event.holes ?? {})[0]
      return own ? `Two cards each. You hold ${signs(own)}` : 'Two cards each, face down'
    }
    case 'decided':
      return `${seat(event.seat)} ${chose(event.choice)}${event.cents ? `, ${dollars(event.cents)}` : ''}${
        event.tucked ? ', cards under Trips' : ''
      }${event.by === 'house' ? ' (time is up: by the house)' : ''}`
    case 'decision_amended':
      return `${seat(event.seat)} ${chose(event.choice)}, entered before as ${event.was}: ${event.reason}`
    case 'flop_shown':
      return `Flop ${signs(event.cards)}`
    case 'river_shown':
      return `Turn and river ${signs(event.cards)}`
    case 'bank_shown':
      return `The bank shows ${signs(event.cards)}: ${event.hand}, ${event.qualifies ? 'qualified' : 'not qualified'}`
    case 'hand_shown':
      return `Seat ${event.seat} shows ${signs(event.cards)}: ${event.hand}`
    case 'wager_settled':
      return `${seat(event.row.seat)} ${event.row.wager} ${settled(event.row)}: ${event.row.reason}`
    case 'jackpot_won':
      return `${seat(event.seat)} (${event.player}) wins the ${event.meter} jackpot, ${dollars(event.cents)}, in review`
    case 'jackpot_confirmed':
      return `The ${event.meter} jackpot is confirmed: ${dollars(event.cents)}`
    case 'jackpot_owed':
      return `${seat(event.seat)} (${event.player}) is owed ${dollars(event.cents)} more of the ${event.meter} jackpot`
    case 'envy_taken_back':
      return `${seat(event.seat)} gives ${dollars(event.cents)} of envy back: seat ${event.brought_by}'s hand does not stand`
    case 'meters_reseeded':
      return 'The meters that were won start again'
    case 'jackpot_paid':
      return `${seat(event.seat)}'s jackpot of ${dollars(event.cents)} is paid`
    case 'jackpot_denied':
      return `${seat(event.seat)}'s jackpot is denied: ${event.reason}`
    case 'cards_amended': {
      const of = typeof event.of === 'number' ? `seat ${event.of}` : `the ${event.of}`
      const cards = event.cards?.length ? `: ${signs(event.cards)} instead of ${signs(event.was ?? [])}` : ''
      return `Cards of ${of} amended${cards}, ${event.reason}`
    }
    case 'link_changed':
      return `The progressive link is ${event.up ? 'up' : 'down'}: ${event.reason}`
    case 'happened':
      return `Irregular: ${event.what}: ${event.effect.replaceAll('_', ' ')}`
    case 'ruled':
      return `Ruling: ${event.ruling.replaceAll('_', ' ')}, ${event.reason}`
    case 'round_voided':
      return `The round is void, all wagers go back: ${event.reason}`
    case 'hand_forfeited':
      return `${seat(event.seat)}'s hand is out`
    case 'progressive_returned':
      return `${seat(event.seat)}'s progressive wager goes back`
    case 'disputed':
      return `${event.player} disputes: ${event.says}`
    case 'corrected': {
      const moved = (event.moves ?? []).map(([from, to, cents]) => `${dollars(cents)} from ${holder(from)} to ${holder(to)}`)
      return `Correction by ${event.by}: ${[...moved, event.reason].join(', ')}`
    }
    case 'round_ended': {
      const people = Object.entries(event.net).filter(([account]) => account.startsWith('player:'))
      return `Round ${event.round} ends: ${people.map(([who, cents]) => `${who.slice(7)} ${signed(cents)}`).join(', ') || 'no money moved'}`
    }
    case 'shuffle_lost':
      return `The deck of round ${event.round} cannot be opened any more: it is shuffled again, or the round is void`
    // what only steers the picture, what runs on by itself, and what is for staff (see notices)
    case 'phase_began':
    case 'hand_racked':
    case 'meters_read':
    case 'shuffle_sealed':
    case 'shuffle_revealed':
    case 'clock_set':
    case 'jackpot_approved':
    case 'supervisor_told':
      return ''
    default:
      event satisfies never // a new event is told, or stands above
      return ''
  }
}

/** What happened to a wager, in a word and an amount. */
export function settled(row: Row): string {
  const apart = row.wager.startsWith('toke') ? ' for the dealer' : row.collected ? `, its ${dollars(row.collected)} are kept` : ''
  if (row.paid) return `wins ${dollars(row.paid)}${apart}`
  if (row.collected) return `loses ${dollars(row.collected)}`
  return row.outcome === 'push' ? 'pushes' : row.outcome
}

export function chose(choice: string): string {
  return choice.startsWith('bet') ? `bets ${choice.slice(3)}×` : `${choice}s`
}

function seat(of: Seat): string {
  return `Seat ${of}`
}

/** Whose account it is. */
function holder(account: string): string {
  return account.replace(/^player:/, '')
}

function signs(cards: number[]): string {
  return cards.map((card) => cardSign(cardName(card))).join(' ')
}

function charge(bank: number, players: Record<string, number>): string {
  const paid = Object.entries(players).filter(([, cents]) => cents > 0)
  const parts = [...(bank ? [`bank ${dollars(bank)}`] : []), ...paid.map(([who, cents]) => `seat ${who} ${dollars(cents)}`)]
  return parts.join(', ') || 'nothing'
}

type Toke = { on: string; amount: number }
type Laid = { ante: number; blind: number; trips?: number; progressive?: number; toke?: Toke | Toke[] | null }

function laid(spot: Laid): string {
  const parts = spot.ante ? [`Ante ${dollars(spot.ante)}`, `Blind ${dollars(spot.blind)}`] : []
  if (spot.trips) parts.push(`Trips ${dollars(spot.trips)}`)
  if (spot.progressive) parts.push(`progressive ${dollars(spot.progressive)}`)
  parts.push(...tokesOf(spot.toke).map((toke) => `toke ${dollars(toke.amount)} on ${toke.on}`))
  return parts.join(', ')
}
