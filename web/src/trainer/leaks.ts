/** Where value is given away: decisions summed by street, by kind of hand, by class of two cards. */
import type { Cents } from '../api/shapes'
import { STREET_NAMES, STREETS } from './grading'
import { classOf, typeOf } from './handtypes'
import type { Decision } from './progress'

export interface Sum {
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
export function grouped(decisions: Decision[], name: (one: Decision) => string): Leak[] {
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
  return grouped(decisions, (one) => `${STREET_NAMES[one.street]}: ${typeOf(one.street, one.hole, one.board)}`)
}

export function byClass(decisions: Decision[]): Map<string, Sum> {
  const before = decisions.filter((one) => one.street === 'preflop')
  return new Map(grouped(before, (one) => classOf(one.hole)).map((leak) => [leak.name, leak]))
}

export function dearest(decisions: Decision[], count: number): Decision[] {
  return decisions
    .filter((one) => one.loss > 0)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, count)
}

export function accuracy(of: Sum): string {
  return of.decisions ? `${((100 * of.right) / of.decisions).toFixed(of.right === of.decisions ? 0 : 1)} %` : '–'
}

export function per100(of: Sum): number {
  return of.decisions ? (100 * of.loss) / of.decisions : 0
}

/** A letter for a class of the map. */
export type Mark = 'A' | 'B' | 'C' | 'D' | '·'

export function markOf(of: Sum | undefined): Mark {
  if (!of?.decisions) return '·'
  const each = of.loss / of.decisions
  if (each === 0) return 'A'
  if (each < 0.02) return 'B'
  return each < 0.1 ? 'C' : 'D'
}

export const MARKS: [Mark, string][] = [
  ['A', 'always right'],
  ['B', 'gives away less than 0.02 Antes a hand'],
  ['C', 'less than 0.1'],
  ['D', 'more'],
  ['·', 'not decided yet'],
]
