/** What the service computes for these pages. */
import { ask } from '../api/calls'
import type { Advised, Solved } from '../api/described'
import type { Setting } from '../api/shapes'
import type { Game } from './address'

export type { Advised as Advice, Solved as Solution } from '../api/described'

export type Outcome = Pick<Solved['outcomes'][number], 'deals' | 'parts'>

export interface Hand {
  hole: string
  board: string
  dead: string
}

const to = '/api/mathematics'

/** As a command line writes it: `WAGER=AMOUNT`. */
const written = (game: Game): object => ({ ...game, stakes: Object.entries(game.stakes).map((one) => one.join('=')) })

export const mathematics = {
  solve: (game: Game, signal?: AbortSignal) => ask<Solved>('POST', `${to}/solve`, written(game), signal),
  advise: (game: Game, hand: Hand, signal?: AbortSignal) =>
    ask<Advised>('POST', `${to}/advise`, { game: written(game), ...hand }, signal),
  book: (book: string, settings: string[], signal?: AbortSignal) =>
    ask<{ settings: Setting[] }>('POST', `${to}/book`, { book, settings }, signal),
}
