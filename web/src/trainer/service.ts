/** What the trainer asks the service: values, close decisions, settlements. */
import { ask, Fault } from '../api/calls'
import type { Says } from '../api/shapes'
import type { Card } from '../cards'
import { gameBody, type Game, type Played } from './game'
import type { Advice, Settled, Street } from './grading'
import type { Question } from './mistakes'

export interface Solution {
  total_loss_per_ante: number
  preflop: Record<string, Record<string, number | string> & { best: string }>
}

interface Drilled {
  street: Street
  hole: Card[]
  board: Card[]
}

const solved = new Map<string, Promise<Solution>>()

/** Solving takes seconds, so a game is asked for once. */
function solve(game: Game): Promise<Solution> {
  const key = JSON.stringify(gameBody(game))
  const known = solved.get(key)
  if (known) return known
  const asked = ask<Solution>('POST', '/api/mathematics/solve', gameBody(game))
  solved.set(key, asked)
  asked.catch(() => solved.delete(key))
  return asked
}

/** The advice for several hands of one game. */
function advise(game: Game, questions: Question[]): Promise<Advice[]> {
  const hands = questions.map(({ hole, board }) => ({ hole: hole.join(' '), board: board.join(' ') }))
  return ask<Advice[]>('POST', '/api/mathematics/advise-many', { game: gameBody(game), hands })
}

/** Close decisions of a street, each a question of this game. */
async function drill(game: Game, street: Street, count: number): Promise<Question[]> {
  const body = { game: gameBody(game), street, count }
  const drilled = await ask<Drilled[]>('POST', '/api/mathematics/drill', body)
  return drilled.map(({ hole, board }) => ({ game, street, hole, board }))
}

async function settle(round: Played): Promise<Settled> {
  const answers = await ask<(Settled & { refused?: Says[] })[]>('POST', '/api/mathematics/settle', { rounds: [round] })
  const settled = answers[0]
  if (!settled || settled.refused) throw new Fault({ code: 'refused', says: settled?.refused ?? [] })
  return settled
}

export const service = { solve, advise, drill, settle }
