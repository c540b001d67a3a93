/** What the trainer remembers of somebody, on this device only: versioned, bounded, and read with suspicion. */
import type { Cents } from '../api/shapes'
import { gameRead } from './game'
import { grade, type Advice, type Grade } from './grading'
import { answered, MOST_MISTAKES, type Mistake, type Question } from './mistakes'

export interface Decision extends Question {
  at: number
  from: 'play' | 'drill'
  chose: string
  best: string
  loss: number
  /** What kind of decision it was, in the words of the service. */
  kind?: string | undefined
}

export interface RoundDone {
  at: number
  book: string
  ante: Cents
  net: Cents
  /** What the game costs on average, and what the decisions gave away; both in Antes. */
  edge: number
  loss: number
}

export interface Progress {
  version: 1
  decisions: Decision[]
  rounds: RoundDone[]
  mistakes: Mistake[]
  /** How many decisions were drilled: the clock of the mistakes. */
  drilled: number
}

export const MOST_DECISIONS = 3000
export const MOST_ROUNDS = 2000
export const KEY = 'uth.trainer'

export function nothing(): Progress {
  return { version: 1, decisions: [], rounds: [], mistakes: [], drilled: 0 }
}

/** What was kept, or nothing where it is of another version or cannot be read. */
export function read(text: string | null): Progress {
  try {
    const found = JSON.parse(text ?? 'null') as Partial<Progress> | null
    if (found?.version !== 1) return nothing()
    return bounded({
      version: 1,
      decisions: listed(found.decisions, isDecision).map(ofToday),
      rounds: listed(found.rounds, isRound),
      mistakes: listed(found.mistakes, isMistake).map(ofToday),
      drilled: isNumber(found.drilled) ? found.drilled : 0,
    })
  } catch {
    return nothing()
  }
}

/** After a decision; a drilled one moves the clock of the mistakes. */
export function decided(
  progress: Progress,
  from: Decision['from'],
  question: Question,
  advice: Advice,
  chose: string,
  at: number,
): { progress: Progress; grade: Grade } {
  const graded = grade(advice, chose)
  const { game, street, hole, board } = question
  const decision = { at, from, game, street, hole, board, chose, best: graded.best, loss: graded.loss, kind: advice.kind }
  const drilled = progress.drilled + (from === 'drill' ? 1 : 0)
  const mistakes =
    from === 'drill' || !graded.right
      ? answered(progress.mistakes, question, graded.right, drilled)
      : progress.mistakes
  const decisions = [...progress.decisions, decision]
  return { progress: bounded({ ...progress, decisions, mistakes, drilled }), grade: graded }
}

export function ended(progress: Progress, round: RoundDone): Progress {
  return bounded({ ...progress, rounds: [...progress.rounds, round] })
}

/** The latest of each, as many as are kept. */
function bounded(progress: Progress): Progress {
  return {
    ...progress,
    decisions: progress.decisions.slice(-MOST_DECISIONS),
    rounds: progress.rounds.slice(-MOST_ROUNDS),
    mistakes: progress.mistakes.slice(-MOST_MISTAKES),
  }
}

function listed<T>(value: unknown, fits: (one: unknown) => one is T): T[] {
  return Array.isArray(value) ? value.filter(fits) : []
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isCards(value: unknown): boolean {
  return Array.isArray(value) && value.every((card) => typeof card === 'string' && /^[2-9TJQKA][cdhs]$/.test(card))
}

function isQuestion(value: unknown): value is Question {
  const one = value as Partial<Question> | null
  return (
    isCards(one?.hole) &&
    isCards(one?.board) &&
    ['preflop', 'flop', 'river'].includes(one?.street ?? '') &&
    gameRead(one?.game) !== null
  )
}

/** With its game in the form of today. */
function ofToday<Of extends Question>(one: Of): Of {
  return { ...one, game: gameRead(one.game) ?? one.game }
}

function isDecision(value: unknown): value is Decision {
  const one = value as Partial<Decision>
  return isQuestion(value) && [one.at, one.loss].every(isNumber) && [one.chose, one.best].every(isText)
}

function isMistake(value: unknown): value is Mistake {
  const one = value as Partial<Mistake>
  return isQuestion(value) && isNumber(one.wrongs) && isNumber(one.rights) && isNumber(one.due)
}

function isRound(value: unknown): value is RoundDone {
  const one = value as Partial<RoundDone> | null
  return [one?.at, one?.ante, one?.net, one?.edge, one?.loss].every(isNumber) && typeof one?.book === 'string'
}
