/** What a table waits for, in words, while one has nothing to do there oneself. */
import type { Public, Seat } from '../api/shapes'
import type { Scene } from './scene'

const HAPPENING: Partial<Record<Public['phase'], string>> = {
  dealing: 'Dealing.',
  flop_due: 'Flop next.',
  river_due: 'Turn and river next.',
  review: 'The jackpot is being verified.',
}

/** `bank` is what the book calls whoever pays and collects. */
export function waitingFor({ table, you }: Scene, bank = 'banker'): string {
  if (table.paused) return `The table is paused: ${table.paused}`
  if (table.held) return `Waiting for the floor: ${table.held}`
  if (table.phase === 'closed') return 'The table is closed.'
  if (table.phase === 'betting') return 'Place your bets.'
  if (table.phase === 'banking') {
    if (table.bank.offered !== null) return `The bank is offered to ${sitter(table, table.bank.offered)}.`
    return table.bank.seat === null ? `Waiting for a ${bank}.` : 'Bets open in a moment.'
  }
  const plays = table.bank.seat === you.seat || table.spots.some((spot) => spot.player === you.name)
  if (table.to_act !== null && table.to_act === you.seat) return 'Your turn.'
  const now = table.to_act === null ? (HAPPENING[table.phase] ?? 'One moment.') : `${sitter(table, table.to_act)} to act.`
  return you.seat === null || plays ? now : `${now} You are in next hand.`
}

function sitter(table: Public, seat: Seat): string {
  return table.seats[seat]?.player ?? `seat ${seat}`
}
