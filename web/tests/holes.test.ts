/** The map of hole cards: its classes, the way in it, the signs of actions. */
import { expect, test } from 'vitest'
import { actionName, actionWords, signsOf } from '../src/actions'
import { classAt, classOf, classWords, stepped } from '../src/holes'

const hole = (text: string): string[] => text.split(' ')

test('the map has each of the 169 classes once, suited above the pairs', () => {
  const all = Array.from({ length: 169 }, (_, i) => classAt({ row: Math.floor(i / 13), column: i % 13 }))
  expect(new Set(all).size).toBe(169)
  expect([all[0], all[1], all[13], all[168]]).toEqual(['AA', 'AKs', 'AKo', '22'])
})

test('two cards are of a class, in either order', () => {
  expect([hole('Kd As'), hole('9c Tc'), hole('2c 2d')].map(classOf)).toEqual(['AKo', 'T9s', '22'])
  expect(['T9s', 'AKo', '22'].map(classWords)).toEqual(['10 9 suited', 'A K unsuited', '2 2, a pair'])
})

test('arrows lead from square to square and stop at the edge', () => {
  expect(stepped({ row: 0, column: 0 }, 'ArrowRight')).toEqual({ row: 0, column: 1 })
  expect(stepped({ row: 4, column: 4 }, 'ArrowLeft')).toEqual({ row: 4, column: 3 })
  expect(stepped({ row: 4, column: 4 }, 'ArrowUp')).toEqual({ row: 3, column: 4 })
  expect(stepped({ row: 0, column: 0 }, 'ArrowUp')).toEqual({ row: 0, column: 0 })
  expect(stepped({ row: 12, column: 3 }, 'ArrowDown')).toEqual({ row: 12, column: 3 })
  expect(stepped({ row: 5, column: 3 }, 'Home')).toEqual({ row: 5, column: 0 })
  expect(stepped({ row: 5, column: 3 }, 'End')).toEqual({ row: 5, column: 12 })
  expect(stepped({ row: 5, column: 3 }, 'x')).toBeNull()
})

test('actions in words, and the largest bet in a colour of its own', () => {
  expect([actionName('bet4'), actionName('fold'), actionWords('bet4'), actionWords('check')]).toEqual([
    'bet 4×',
    'fold',
    'Bet 4×',
    'Check',
  ])
  const signs = signsOf({ AA: { best: 'bet5' }, AKs: { best: 'bet2' }, '22': { best: 'bet5' }, '32o': { best: 'check' } })
  expect([...signs]).toEqual([
    ['check', { mark: '·', colour: 'grey', means: 'Check' }],
    ['bet5', { mark: '5×', colour: 'green', means: 'Bet 5×' }],
    ['bet2', { mark: '2×', colour: 'yellow', means: 'Bet 2×' }],
  ])
  expect(signsOf({}).size).toBe(0)
})
