/**
 * Mistakes come back: soon after they were made, later once they were right, and they leave when they were right
 * twice in a row. Time is counted in drilled decisions.
 */
import type { Card } from '../cards'
import type { Game } from './game'
import type { Street } from './grading'

export interface Question {
  game: Game
  street: Street
  hole: Card[]
  board: Card[]
}

export interface Mistake extends Question {
  wrongs: number
  /** Right answers in a row. */
  rights: number
  /** The count of drilled decisions at which it comes back. */
  due: number
}

export const MOST_MISTAKES = 200
const AFTER_WRONG = 2
const AFTER_RIGHT = 5
/** What was wrong more than once waits longer for its last question. */
const AFTER_RIGHT_AT_LAST = 12
const RIGHTS_TO_LEAVE = 2

export function sameHand(one: Question, other: Question): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf(question: Question): string {
  const flop = [...question.board.slice(0, 3)].sort()
  const rest = [...question.board.slice(3)].sort()
  return [question.game.book, question.street, [...question.hole].sort(), flop, rest].join('|')
}

/** The queue after an answer at a time; a right answer to a hand that was never missed changes nothing. */
export function answered(queue: Mistake[], question: Question, right: boolean, clock: number): Mistake[] {
  const before = queue.find((one) => sameHand(one, question))
  const others = queue.filter((one) => one !== before)
  if (!right) {
    const { game, street, hole, board } = question
    const missed = { game, street, hole, board, wrongs: (before?.wrongs ?? 0) + 1, rights: 0, due: clock + AFTER_WRONG }
    return [...others, missed].slice(-MOST_MISTAKES)
  }
  if (!before) return queue
  const rights = before.rights + 1
  if (rights >= RIGHTS_TO_LEAVE) return others
  return [...others, { ...before, rights, due: clock + (before.wrongs > 1 ? AFTER_RIGHT_AT_LAST : AFTER_RIGHT) }]
}

/** The mistake of a street and book whose time has come, the oldest first. */
export function dueNow(queue: Mistake[], book: string, street: Street, clock: number): Mistake | null {
  const due = queue.filter((one) => one.game.book === book && one.street === street && one.due <= clock)
  return due.sort((a, b) => a.due - b.due)[0] ?? null
}

/** For those who drill only their mistakes: the next one of any street, also before its time; not one twice running. */
export function soonest(queue: Mistake[], book: string, last: Question | null): Mistake | null {
  const mine = queue.filter((one) => one.game.book === book).sort((a, b) => a.due - b.due)
  return mine.find((one) => !last || !sameHand(one, last)) ?? mine[0] ?? null
}
