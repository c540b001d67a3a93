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
    const book = mathematics.book(game.book, game.settings, signal)
    book.catch(() => undefined) // what is wrong with the book, the solver says too, and with the stakes besides
    const solution = await mathematics.solve(game, signal)
    return { solution, settings: (await book).settings }
  })
}
