/** What the actions of a hand are worth, the best first. */
import { actionWords } from '../actions'
import type { Advice } from './asking'
import { change, compare, decimal, fraction, minus, ratio } from './exact'

interface Worth {
  action: string
  name: string
  value: string
  exact: string
  /** What it gives up against the best. */
  behind: string
  isBest: boolean
  results: { result: string; share: number }[]
}

export function worths(advice: Advice): Worth[] {
  const all = Object.entries(advice.exact)
    .map(([action, text]) => ({ action, value: fraction(text) }))
    .sort((a, b) => compare(b.value, a.value))
  const best = all.find(({ action }) => action === advice.best)?.value
  return all.map(({ action, value }) => ({
    action,
    name: actionWords(action),
    value: change(decimal(value, 6)),
    exact: ratio(value),
    behind: best && action !== advice.best ? change(decimal(minus(value, best), 6)) : '',
    isBest: action === advice.best,
    results: Object.entries(advice.counts?.[action] ?? {}).map(([result, count]) => ({
      result,
      share: count / advice.deals,
    })),
  }))
}

/** How much the best action is ahead of the next, in Antes; null if there is only one. */
export function margin(advice: Advice): string | null {
  const { [advice.best]: best, ...others } = advice.exact
  const second = Object.values(others)
    .map(fraction)
    .sort((a, b) => compare(b, a))[0]
  return best && second ? decimal(minus(fraction(best), second), 6) : null
}
