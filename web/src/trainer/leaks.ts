/** Where value is given away: decisions summed by street, by kind of hand, by class of two cards. */
import type { Cents } from '../api/shapes'
import { classOf, type Sign } from '../holes'
import { STREET_NAMES, STREETS } from './grading'
import type { Decision } from './progress'

interface Sum {
  decisions: number
  right: number
  /** Antes given away in all. */
  loss: number
  /** The same in money, at the Ante of each decision. */
  cents: Cents
}

export interface Leak extends Sum {
  name: string
}

export function sum(decisions: Decision[]): Sum {
  const all: Sum = { decisions: 0, right: 0, loss: 0, cents: 0 }
  for (const one of decisions) {
    all.decisions += 1
    all.right += one.loss === 0 ? 1 : 0
    all.loss += one.loss
    all.cents += one.loss * one.game.ante
  }
  return all
}

/** Summed by a name, the most expensive first. */
function grouped(decisions: Decision[], name: (one: Decision) => string): Leak[] {
  const groups = new Map<string, Decision[]>()
  for (const one of decisions) groups.set(name(one), [...(groups.get(name(one)) ?? []), one])
  return [...groups]
    .map(([group, members]) => ({ name: group, ...sum(members) }))
    .sort((a, b) => b.loss - a.loss || b.decisions - a.decisions)
}

/** In the order of the game, also those without a decision. */
export function byStreet(decisions: Decision[]): Leak[] {
  return STREETS.map((street) => ({
    name: STREET_NAMES[street],
    ...sum(decisions.filter((one) => one.street === street)),
  }))
}

export function byType(decisions: Decision[]): Leak[] {
  return grouped(decisions, (one) => `${STREET_NAMES[one.street]}: ${one.kind ?? 'not sorted'}`)
}

export function byClass(decisions: Decision[]): Map<string, Sum> {
  const before = decisions.filter((one) => one.street === 'preflop')
  return new Map(grouped(before, (one) => classOf(one.hole)).map((leak) => [leak.name, leak]))
}

/** The most expensive mistakes; one that was made again stands there once. */
export function dearest(decisions: Decision[], count: number): Decision[] {
  const made = new Map<string, Decision>()
  for (const one of decisions.filter(({ loss }) => loss > 0)) {
    const same = [...one.hole].sort().join('') + [...one.board].sort().join('') + one.chose
    if ((made.get(same)?.loss ?? 0) < one.loss) made.set(same, one)
  }
  return [...made.values()].sort((a, b) => b.loss - a.loss).slice(0, count)
}

export function accuracy(of: Sum): string {
  return of.decisions ? `${((100 * of.right) / of.decisions).toFixed(of.right === of.decisions ? 0 : 1)} %` : '–'
}

export function per100(of: Sum): number {
  return of.decisions ? (100 * of.loss) / of.decisions : 0
}

/** How well a class of hole cards is played: the first of these whose loss a decision stays below, in Antes. */
const STEPS: [number, Sign][] = [
  [Number.MIN_VALUE /* nothing at all */, { mark: 'A', colour: 'green', means: 'always right' }],
  [0.02, { mark: 'B', colour: 'yellow', means: 'gives away less than 0.02 Antes a hand' }],
  [0.1, { mark: 'C', colour: 'orange', means: 'less than 0.1' }],
  [Infinity, { mark: 'D', colour: 'red', means: 'more' }],
]
const UNDECIDED: Sign = { mark: '·', colour: 'none', means: 'not decided yet' }
export const GRADES = [...STEPS.map(([, sign]) => sign), UNDECIDED]

export function gradeOf(of: Sum | undefined): Sign {
  if (!of?.decisions) return UNDECIDED
  const each = of.loss / of.decisions
  return STEPS.find(([below]) => each < below)?.[1] ?? UNDECIDED
}
