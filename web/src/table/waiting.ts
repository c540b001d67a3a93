/** What a table waits for, in words, while one has nothing to do there oneself. */
import type { Public, Seat } from '../api/shapes'
import type { Scene } from './scene'

const HAPPENING: Partial<Record<Public['phase'], string>> = {
  dealing: 'Cards are dealt.',
  flop_due: 'The flop is next.',
  river_due: 'Turn and river are next.',
  review: 'The house looks at the jackpot.',
}

export function waitingFor({ table, you }: Scene): string {
  if (table.paused) return `The table is paused: ${table.paused}`
  if (table.held) return `The table waits for a supervisor: ${table.held}`
  if (table.phase === 'closed') return 'The table is closed.'
  if (table.phase === 'betting') return table.spots.length ? 'Bets are being placed.' : 'Place your bets.'
  if (table.phase === 'banking') {
    return table.bank.offered === null
      ? 'Nobody has the bank. A round needs a banker and one more player.'
      : `The bank is offered to ${sitter(table, table.bank.offered)}.`
  }
  const plays = table.bank.seat === you.seat || table.spots.some((spot) => spot.player === you.name)
  if (table.to_act !== null && table.to_act === you.seat) return 'You decide.'
  const now = table.to_act === null ? (HAPPENING[table.phase] ?? 'One moment.') : `${sitter(table, table.to_act)} decides.`
  return you.seat === null || plays ? now : `${now} You bet in the next round.`
}

function sitter(table: Public, seat: Seat): string {
  return table.seats[seat]?.player ?? `seat ${seat}`
}
