/** Words of the game for what the service names. */
import type { Public, Row } from './api/shapes'
import { dollars } from './money'

export const PHASES: Record<Public['phase'], string> = {
  closed: 'Closed',
  banking: 'Offering the bank',
  betting: 'Taking bets',
  dealing: 'Dealing',
  preflop: 'Before the flop',
  flop_due: 'Flop',
  flop: 'Flop',
  river_due: 'Turn and river',
  river: 'Turn and river',
  showdown: 'Showdown',
  paying: 'Paying',
  review: 'Jackpot being verified',
  ending: 'Round over',
}

/** The round that a table plays, or takes bets for; nothing while it is closed. */
export function roundOf({ phase, round }: Pick<Public, 'phase' | 'round'>): string {
  if (phase === 'closed') return ''
  return `round ${phase === 'banking' || phase === 'betting' ? round + 1 : round}`
}

export function words(name: string): string {
  const plain = name.replaceAll('_', ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** What happened to a wager, in a word and an amount. */
export function settled(row: Pick<Row, 'paid' | 'collected' | 'outcome'>): string {
  if (row.paid) return `wins ${dollars(row.paid)}${row.collected ? `, stake kept` : ''}`
  if (row.collected) return `loses ${dollars(row.collected)}`
  return row.outcome === 'push' ? 'pushes' : row.outcome
}

const LEFT_OPEN: Record<string, string> = {
  'fees.rates': 'the fees',
  'backline.allowed': 'whether bets behind a hand are taken',
}

/** What a book leaves to the house, by its key in a rule book: a wager by itself stands for what it pays. */
export function leftOpen(key: string): string {
  const [section, wager] = key.split('.')
  if (section === 'limits' && wager) return `the limits of ${words(wager)}`
  return LEFT_OPEN[key] ?? (wager === undefined ? `what ${words(key)} pays` : key)
}

/** Who pays and collects, as it stands on the felt. */
export function bankName(who: string): string {
  return who === 'house' ? 'Dealer' : words(who)
}

export function timeOf(microseconds: number): string {
  return new Date(microseconds / 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}
