/** Words of the game for what the service names. */
import type { Public } from './api/shapes'

export const PHASES: Record<Public['phase'], string> = {
  closed: 'Closed',
  banking: 'Bank is offered',
  betting: 'Taking bets',
  dealing: 'Dealing',
  preflop: 'Before the flop',
  flop_due: 'Flop',
  flop: 'Flop',
  river_due: 'Turn and river',
  river: 'Turn and river',
  showdown: 'Showdown',
  paying: 'Paying',
  review: 'Jackpot in review',
  ending: 'Round ends',
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

export const WAGERS: Record<string, string> = {
  ante: 'Ante',
  blind: 'Blind',
  trips: 'Trips',
  play: 'Play',
  progressive: 'Progressive',
  envy: 'Envy',
  toke: 'Toke',
}

export function wagerName(wager: string): string {
  return WAGERS[wager] ?? words(wager)
}

/** What a book leaves to the house, by its key in a rule book. */
const LEFT_OPEN: Record<string, string> = {
  trips: 'what Trips pays',
  'limits.ante': 'the limits of the Ante',
  'limits.trips': 'the limits of Trips',
  'fees.rates': 'the fees',
  'backline.allowed': 'whether bets behind a hand are taken',
}

export function leftOpen(key: string): string {
  return LEFT_OPEN[key] ?? key
}

/** Who pays and collects, as it stands on the felt. */
export function bankName(who: string): string {
  return who === 'house' ? 'House' : words(who)
}

export function timeOf(microseconds: number): string {
  return new Date(microseconds / 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}
