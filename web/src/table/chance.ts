/** What chance allows: how far a session may stray from its expectation, by the solver's deviation. */
import type { Cents } from '../api/shapes'

export interface Spread {
  /** Expected loss and standard deviation of a hand, in main wagers. */
  loss: number
  deviation: number
}

export interface Point {
  net: Cents
  expected: Cents
  /** One standard deviation of the sum so far. */
  deviation: Cents
}

/** The sums after each hand; hands whose spread is not known, as those that banked, are left out of the band. */
export function course(hands: { net: Cents; main: Cents; spread: Spread | null }[]): Point[] {
  const points: Point[] = [{ net: 0, expected: 0, deviation: 0 }]
  let [net, expected, variance] = [0, 0, 0]
  for (const hand of hands) {
    net += hand.net
    expected -= (hand.spread?.loss ?? 0) * hand.main
    variance += ((hand.spread?.deviation ?? 0) * hand.main) ** 2
    points.push({ net, expected, deviation: Math.sqrt(variance) })
  }
  return points
}

/** How many standard deviations the session is from what was to be expected; null without any. */
export function strays(points: Point[]): number | null {
  const last = points.at(-1)
  return last && last.deviation > 0 ? (last.net - last.expected) / last.deviation : null
}
