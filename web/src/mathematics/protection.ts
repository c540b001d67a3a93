/** Game protection: what is known, what that is worth, and the plays that give it away. */
import { ask } from '../api/calls'
import type { Looked, Protected } from '../api/described'
import { actionWords } from '../actions'
import type { Square } from '../holes'
import { fixed } from './exact'

export type { Looked, Protected } from '../api/described'

/** What can be known, and up to how many cards the page offers. More, and other players' cards, take minutes. */
export const PLACES = [
  { name: 'dealer', label: "Dealer's hole cards", most: 2 },
  { name: 'flop', label: 'Flop cards', most: 3 },
  { name: 'turn', label: 'Turn', most: 1 },
  { name: 'river', label: 'River', most: 1 },
  { name: 'dead', label: 'Dead card (burned, bottom of the stub)', most: 1 },
] as const
export type PlaceName = (typeof PLACES)[number]['name']
export type Known = Record<PlaceName, number>

/** As `--knows` writes it: `dealer=1,flop=1`. What cannot be read counts as nothing. */
export function readKnown(text: string): Known {
  const known: Known = { dealer: 0, flop: 0, turn: 0, river: 0, dead: 0 }
  for (const part of text.split(',')) {
    const [name = '', number] = part.split('=').map((one) => one.trim())
    const place = PLACES.find((one) => one.name === name)
    if (place && /^\d$/.test(number ?? '')) known[place.name] = Math.min(Number(number), place.most)
  }
  return known
}

export function writeKnown(known: Known): string {
  return PLACES.filter(({ name }) => known[name])
    .map(({ name }) => `${name}=${known[name]}`)
    .join(',')
}

export interface Question {
  book: string
  settings: string[]
  knows: string
  cost: string
}

export function askWorth(question: Question, signal?: AbortSignal): Promise<Protected> {
  return ask<Protected>('POST', '/api/mathematics/protect', question, signal)
}

export interface LookWish {
  kinds: string[]
  tables: string[]
  rounds: number
  false_alarms: number
}

export function askLook(wish: LookWish, signal?: AbortSignal): Promise<Looked> {
  return ask<Looked>('POST', '/api/protection/look', wish, signal)
}

/** A share of 1 as per cent. */
export function percent(share: number, digits = 4): string {
  return `${fixed(share * 100, digits)}\u00a0%`
}

/** A hand in the map: how often it is bet before the flop with the knowledge. */
export function squareOf(worth: Protected, hole: string): Square {
  const hand = worth.hands[hole]
  if (!hand) return { mark: '', colour: 'none', said: hole }
  const { with: share, without: usual } = hand.preflop
  const colour = share > 0.95 ? 'green' : share > 0.5 ? 'yellow' : share > 0.05 ? 'orange' : 'grey'
  return {
    mark: fixed(share * 100, 0),
    colour,
    said: `${hole}: bet before the flop ${percent(share, 1)} of the time, without the knowledge ${percent(usual, 0)}`,
    stands: Math.abs(share - usual) > 0.5,
  }
}

export interface TellGroup {
  known: string
  play: string
  hands: string[]
}

/** Plays that tell, by play and seen card; cards from the lowest up. */
export function tellGroups(worth: Protected, most: number): TellGroup[] {
  const groups = new Map<string, TellGroup>()
  for (const { known, play, hand } of worth.rule.plays.slice(0, most)) {
    const key = `${play} ${known ?? ''}`
    const group = groups.get(key) ?? { known: known ?? '', play, hands: [] }
    group.hands.push(hand)
    groups.set(key, group)
  }
  const rank = (known: string): number => [...known].reduce((sum, letter) => sum * 14 + '23456789TJQKA'.indexOf(letter) + 1, 0)
  return [...groups.values()].sort((a, b) => a.play.localeCompare(b.play) || rank(a.known) - rank(b.known))
}

/** "4× when a deuce …" is said by the page; this is the play by itself. */
export function playWords(play: string): string {
  return play === 'check' ? 'Checks before the flop' : actionWords(play)
}

/** A likelihood ratio as odds: 100 : 1, or 1 : 3 against. */
export function odds(logRatio: number): string {
  const size = Math.abs(logRatio)
  const times = size > Math.log(1e6) ? `10^${(size / Math.LN10).toFixed(1)}` : rounded(Math.exp(size))
  return logRatio < 0 ? `1 : ${times}` : `${times} : 1`
}

function rounded(times: number): string {
  return times < 10 ? times.toFixed(1) : Math.round(times).toLocaleString('en-US')
}
