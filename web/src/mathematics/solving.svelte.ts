/** The solution of a game, and the book that it is of. */
import type { Setting } from '../api/shapes'
import type { Game } from './address'
import { mathematics, type Solution } from './asking'
import { Latest } from './latest.svelte'

export interface Solving {
  solution: Solution
  settings: Setting[]
}
export type Solved = Latest<Game, Solving>

export function solving(): Solved {
  return new Latest(async (game, signal) => {
    const [solution, book] = await Promise.all([
      mathematics.solve(game, signal),
      mathematics.book(game.book, game.settings, signal),
    ])
    return { solution, settings: book.settings }
  })
}
