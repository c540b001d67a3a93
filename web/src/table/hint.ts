/** What optimal play does with a hand: asked for at a table of one's own only. */
import { actionName } from '../actions'
import { ask } from '../api/calls'
import type { Layout } from '../api/shapes'
import { words } from '../words'
import type { Scene } from './scene'
import { mainOf, sideOf } from './wagers'

interface Advice {
  best: string
  actions: Record<string, number>
}

/** In a sentence: what is best, and what the next best costs. */
export async function hintFor({ table, you }: Scene, layout: Layout): Promise<string> {
  const seat = String(you.seat)
  const spot = table.spots.find((one) => String(one.seat) === seat)
  const staked = (name: string): number => (spot?.stakes[name] ?? 0) / 100
  const stakes = sideOf(layout).filter(({ name }) => staked(name)).map(({ name }) => `${name}=${staked(name)}`)
  const game = { book: layout.book, ante: String(staked(mainOf(layout)?.name ?? '')), stakes }
  const hand = { hole: (you.holes[seat] ?? []).join(' '), board: table.board.join(' ') }
  const { best, actions } = await ask<Advice>('POST', '/api/mathematics/advise', { game, ...hand })
  const [second] = Object.entries(actions).filter(([action]) => action !== best).sort(([, a], [, b]) => b - a)
  const cost = second ? ` ${words(actionName(second[0]))} costs ${((actions[best] ?? 0) - second[1]).toFixed(2)} of an Ante.` : ''
  return `${words(actionName(best))} is optimal.${cost}`
}
