/** Actions as the service names them, `bet4` or `check`: in words, and as signs of the map of hole cards. */
import type { Sign } from './holes'
import { words } from './words'

/** In a sentence: bet 4×. */
export function actionName(action: string): string {
  const times = timesOf(action)
  return times === null ? action : `bet ${times}×`
}

/** Of somebody: bets 4×, checks. */
export function actionDone(action: string): string {
  const times = timesOf(action)
  return times === null ? `${action}s` : `bets ${times}×`
}

/** By itself: Bet 4×. */
export function actionWords(action: string): string {
  return words(actionName(action))
}

/** How many times the main wager is bet; null for what is no bet. */
export function timesOf(action: string): number | null {
  const times = /^bet(\d+)$/.exec(action)?.[1]
  return times ? Number(times) : null
}

/** For each class of holes the value of every action, and which is `best`. */
export type Preflop = Record<string, Record<string, number | string>>

export function bestOf(preflop: Preflop, hole: string): string {
  return String(preflop[hole]?.['best'] ?? '')
}

/** The sign of every action that is best with some hole, by its name: those without a bet first, then the largest. */
export function signsOf(preflop: Preflop): Map<string, Sign> {
  const best = [...new Set(Object.keys(preflop).map((hole) => bestOf(preflop, hole)))].sort().reverse()
  const largest = Math.max(...best.map((action) => timesOf(action) ?? 0))
  return new Map(best.map((action) => [action, signOf(action, largest)]))
}

/** The largest bet in one colour, smaller ones in another, whatever the multiples are. */
function signOf(action: string, largest: number): Sign {
  const times = timesOf(action)
  const means = actionWords(action)
  if (times === null) return { mark: action === 'check' ? '·' : means.charAt(0), colour: 'grey', means }
  return { mark: `${times}×`, colour: times === largest ? 'green' : 'yellow', means }
}
