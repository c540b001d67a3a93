/** What somebody last practised at, kept on this device. */
import type { Game } from './game'

export interface Wish {
  game: Game
  /** Values are shown before a decision. */
  values: boolean
}

export const WISH_KEY = 'uth.trainer.wish'
const FIRST: Wish = { game: { book: '', ante: 1000, trips: 0 }, values: false }

export function readWish(text: string | null): Wish {
  try {
    const found = JSON.parse(text ?? 'null') as Partial<Wish> | null
    const { book, ante, trips, tripsTable, progressive } = found?.game ?? FIRST.game
    const staked = [ante, trips].every((cents) => Number.isInteger(cents) && cents >= 0) && ante > 0
    if (typeof book !== 'string' || !staked) return FIRST
    const game = {
      book,
      ante,
      trips,
      ...(typeof tripsTable === 'string' ? { tripsTable } : {}),
      ...(Number.isInteger(progressive) ? { progressive } : {}),
    }
    return { game, values: found?.values === true }
  } catch {
    return FIRST
  }
}
