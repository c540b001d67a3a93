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

const TOO_LONG = 'too long for this page; the command line has it'

interface Row {
  name: string
  explains: string
  /** The service counts it as a fraction; the others are given as decimals. */
  hasExact: boolean
  of: (solution: Solution) => Fraction | number
  write: (value: Fraction | number) => string
}

const share = (value: Fraction | number): string => (typeof value === 'number' ? `${fixed(value * 100)} %` : percent(value))
const amount = (value: Fraction | number): string => (typeof value === 'number' ? fixed(value) : decimal(value, 6))

const ROWS: Row[] = [
  {
    name: 'House edge',
    explains: 'loss of the best play with Ante, Blind and Play, per Ante',
    hasExact: true,
    of: (solution) => fraction(solution.house_edge) ?? solution.house_edge.numerator / solution.house_edge.denominator,
    write: share,
  },
  { name: 'Element of risk', explains: 'loss per amount bet, all wagers', hasExact: false, of: (solution) => solution.element_of_risk, write: share },
  { name: 'Standard deviation', explains: 'of a round, in Antes', hasExact: false, of: (solution) => solution.standard_deviation, write: amount },
  { name: 'Average bet', explains: 'of a round, in Antes, all wagers', hasExact: false, of: (solution) => solution.average_bet, write: amount },
  {
    name: 'Total loss',
    explains: 'of all wagers played together, in Antes',
    hasExact: true,
    of: (solution) => fraction(solution.total_loss_exact) ?? solution.total_loss_per_ante,
    write: amount,
  },
]

export function figures(solution: Solution, against: Solution | null): Figure[] {
  return ROWS.map(({ name, explains, hasExact, of, write }) => {
    const value = of(solution)
    const before = against && of(against)
    return {
      name,
      explains,
      value: write(value),
      exact: !hasExact ? null : typeof value === 'number' ? TOO_LONG : ratio(value),
      change: before === null ? null : change(write(difference(value, before))),
    }
  })
}

function difference(a: Fraction | number, b: Fraction | number): Fraction | number {
  return typeof a === 'number' || typeof b === 'number' ? plain(a) - plain(b) : minus(a, b)
}

function plain(value: Fraction | number): number {
  return typeof value === 'number' ? value : Number(value.numerator) / Number(value.denominator)
}
