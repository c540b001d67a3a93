/** The figures of a solution, as rows of a table: each with its change against another one. */
import type { Solution } from './asking'
import { change, decimal, fixed, fraction, minus, percent, ratio, type Fraction } from './exact'

export interface Figure {
  name: string
  explains: string
  value: string
  /** The whole fraction, where there is one. */
  exact: string | null
  change: string | null
}

interface Row {
  name: string
  explains: string
  /** What the service counts as a fraction; roots and ratios are given as decimals. */
  of: (solution: Solution) => Fraction | number
  write: (value: Fraction | number) => string
}

function share(value: Fraction | number): string {
  return typeof value === 'number' ? `${fixed(value * 100)} %` : percent(value)
}

function amount(value: Fraction | number): string {
  return typeof value === 'number' ? fixed(value) : decimal(value, 6)
}

const ROWS: Row[] = [
  {
    name: 'House edge',
    explains: 'loss of optimal play in the base game, per Ante',
    of: ({ exact }) => fraction(exact.house_edge),
    write: share,
  },
  {
    name: 'Element of risk',
    explains: 'loss per amount bet, all wagers',
    of: (solution) => solution.element_of_risk,
    write: share,
  },
  {
    name: 'Standard deviation',
    explains: 'of a round, in Antes',
    of: (solution) => solution.standard_deviation,
    write: amount,
  },
  {
    name: 'Average bet',
    explains: 'of a round, in Antes, all wagers',
    of: (solution) => solution.average_bet,
    write: amount,
  },
  {
    name: 'Total loss',
    explains: 'of all wagers played together, in Antes',
    of: ({ exact }) => fraction(exact.total_loss),
    write: amount,
  },
]

export function figures(solution: Solution, against: Solution | null): Figure[] {
  return ROWS.map(({ name, explains, of, write }) => {
    const value = of(solution)
    return {
      name,
      explains,
      value: write(value),
      exact: typeof value === 'number' ? null : ratio(value),
      change: against && change(write(difference(value, of(against)))),
    }
  })
}

/** Of two figures of one row: both are fractions, or neither is. */
function difference(a: Fraction | number, b: Fraction | number): Fraction | number {
  return typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : minus(a, b)
}
