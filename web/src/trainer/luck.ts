/**
 * Luck and skill apart. What a round should bring is the value of the game; what was given away by decisions is
 * skill; what is left of the result is luck: net = value + skill + luck.
 */
import type { Cents } from '../api/shapes'
import type { RoundDone } from './progress'

export interface Parts {
  net: Cents
  value: number
  skill: number
  luck: number
}

export function partsOf(round: RoundDone): Parts {
  const value = -round.edge * round.ante
  const skill = 0 - round.loss * round.ante
  return { net: round.net, value, skill, luck: round.net - value - skill }
}

/** In whole cents that add up: the rounding goes to luck. */
export function inCents(parts: Parts): Parts {
  const [value, skill] = [Math.round(parts.value), Math.round(parts.skill)]
  return { net: parts.net, value, skill, luck: parts.net - value - skill }
}

/** The sums after each round. */
export function running(rounds: RoundDone[]): Parts[] {
  const sums: Parts[] = []
  let so = { net: 0, value: 0, skill: 0, luck: 0 }
  for (const round of rounds) {
    const one = partsOf(round)
    so = { net: so.net + one.net, value: so.value + one.value, skill: so.skill + one.skill, luck: so.luck + one.luck }
    sums.push(so)
  }
  return sums
}
