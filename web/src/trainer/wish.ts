/** What somebody last practised at, kept on this device. */
import { gameRead, type Game } from './game'

export interface Wish {
  game: Game
  /** Values are shown before a decision. */
  values: boolean
}

export const WISH_KEY = 'uth.trainer.wish'
const FIRST: Wish = { game: { book: '', ante: 1000, stakes: {}, tables: {} }, values: false }

export function readWish(text: string | null): Wish {
  try {
    const found = JSON.parse(text ?? 'null') as Partial<Wish> | null
    const game = gameRead(found?.game)
    return game ? { game, values: found?.values === true } : FIRST
  } catch {
    return FIRST
  }
}
