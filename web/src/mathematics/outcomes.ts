/** How a round ends: net results in Antes with their probability. */
import type { Outcome } from './asking'

export interface Step {
  /** In Antes. */
  net: number
  deals: number
  probability: number
  /** Of this result or a worse one. */
  cumulative: number
}

/** Deals by net result, the worst first; whole numbers until the last division. */
export function distribution(outcomes: Outcome[], unit: number): Step[] {
  const byNet = new Map<number, number>()
  for (const { parts, deals } of outcomes) {
    const net = parts['net'] ?? 0
    byNet.set(net, (byNet.get(net) ?? 0) + deals)
  }
  const all = [...byNet.values()].reduce((sum, deals) => sum + deals, 0)
  let below = 0
  return [...byNet]
    .sort(([a], [b]) => a - b)
    .map(([net, deals]) => {
      below += deals
      return { net: net / unit, deals, probability: deals / all, cumulative: below / all }
    })
}

/** The steps that a chart can show: up to the result that all but one in `rare` stay below. */
export function common(steps: Step[], rare = 1000): Step[] {
  const end = steps.findIndex(({ cumulative }) => cumulative >= 1 - 1 / rare)
  return end < 0 ? steps : steps.slice(0, end + 1)
}

export function csv(steps: Step[]): string {
  const rows = steps.map(({ net, deals, probability, cumulative }) => [net, deals, probability, cumulative].join(','))
  return ['net_antes,deals,probability,cumulative', ...rows, ''].join('\n')
}
