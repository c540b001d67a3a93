import { describe, expect, test } from 'vitest'
import { odds, readKnown, squareOf, tellGroups, writeKnown, type Protected } from '../src/mathematics/protection'

describe('what is known', () => {
  test('is read and written as the command line does', () => {
    expect(writeKnown(readKnown('dealer=1,flop=2'))).toBe('dealer=1,flop=2')
    expect(writeKnown(readKnown(' turn=1 , dealer=2 '))).toBe('dealer=2,turn=1')
  })
  test('is nothing where it cannot be read, and never more than there is', () => {
    expect(writeKnown(readKnown('none'))).toBe('')
    expect(writeKnown(readKnown('luck=1,flop=x,river=9'))).toBe('river=1')
  })
})

const plays = [
  { hand: 'KQo', known: 'A', play: 'check', cost: 1, share: 1, share_of_rounds: 0.1 },
  { hand: 'T2o', known: 'T', play: 'bet4', cost: 1, share: 1, share_of_rounds: 0.1 },
  { hand: 'J2o', known: '2', play: 'bet4', cost: 1, share: 1, share_of_rounds: 0.1 },
  { hand: 'T2o', known: '2', play: 'bet4', cost: 1, share: 1, share_of_rounds: 0.1 },
]
const worth = {
  rule: { plays },
  hands: { T2o: { preflop: { with: 0.06, without: 0 } }, K2s: { preflop: { with: 0.14, without: 1 } } },
} as unknown as Protected

test('plays that tell are grouped by play and card, from the lowest card up', () => {
  expect(tellGroups(worth, 3).map(({ play, known, hands }) => `${play} ${known} ${hands.join()}`)).toEqual([
    'bet4 2 J2o',
    'bet4 T T2o',
    'check A KQo',
  ])
  expect(tellGroups(worth, 9)[0]?.hands).toEqual(['J2o', 'T2o'])
})

test('a hand stands out where its play turns over', () => {
  expect(squareOf(worth, 'K2s')).toMatchObject({ mark: '14', colour: 'orange', stands: true })
  expect(squareOf(worth, 'T2o')).toMatchObject({ mark: '6', stands: false })
})

test('evidence is said as odds', () => {
  expect(odds(Math.log(100))).toBe('100 : 1')
  expect(odds(Math.log(1 / 3))).toBe('1 : 3.0')
  expect(odds(Math.log(1e8))).toBe('10^8.0 : 1')
})
