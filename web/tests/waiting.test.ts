import { expect, test } from 'vitest'
import type { Public } from '../src/api/shapes'
import { emptyScene } from './scenes'
import { waitingFor } from '../src/table/waiting'

const SEATS = { 2: { player: 'Ann', chips: 10_000 }, 4: { player: 'Bob', chips: 10_000 } }

/** What Ann in seat 2 reads. */
function read(change: Partial<Public>, seat: number | null = 2): string {
  const scene = emptyScene(SEATS, 'house')
  Object.assign(scene.you, { name: 'Ann', seat })
  Object.assign(scene.table, change)
  return waitingFor(scene)
}
const spot = (seat: number, player: string): Public['spots'] => [{ seat, player } as Public['spots'][number]]

test('who has to act is named, and who does not play the round is told when he can', () => {
  expect(read({ phase: 'flop', to_act: 4, spots: spot(2, 'Ann') })).toBe('Bob to act.')
  expect(read({ phase: 'flop', to_act: 4, spots: spot(4, 'Bob') })).toBe('Bob to act. You are in next hand.')
  expect(read({ phase: 'flop', to_act: 4, spots: spot(4, 'Bob') }, null), 'an onlooker bets nothing').toBe('Bob to act.')
  expect(read({ phase: 'dealing', to_act: null, spots: spot(4, 'Bob') })).toBe('Dealing. You are in next hand.')
})

test('a banker plays without a bet', () => {
  const bank = { ...emptyScene(SEATS, 'house').table.bank, seat: 2 }
  expect(read({ phase: 'river_due', to_act: null, bank })).toBe('Turn and river next.')
})

test('the bank is offered to somebody, or nobody has it', () => {
  const bank = emptyScene(SEATS, 'house').table.bank
  expect(read({ phase: 'banking', bank: { ...bank, offered: 4 } })).toBe('The bank is offered to Bob.')
  expect(read({ phase: 'banking', bank: { ...bank, offered: null } })).toBe('Waiting for a banker.')
})

test('what holds up the whole table comes first', () => {
  expect(read({ phase: 'flop', to_act: 4, paused: 'a break' })).toBe('The table is paused: a break')
  expect(read({ phase: 'flop', to_act: 4, held: 'a card fell' })).toBe('Waiting for the floor: a card fell')
  expect(read({ phase: 'closed' })).toBe('The table is closed.')
})

test('bets are asked for until the first lies there', () => {
  expect(read({ phase: 'betting', spots: [] })).toBe('Place your bets.')
  expect(read({ phase: 'betting', spots: spot(4, 'Bob') })).toBe('Place your bets.')
})
