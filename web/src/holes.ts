/** The 169 classes of two hole cards, `AKs`, `T9o`, `77`, and the map of 13 by 13 in which they lie. */
import { RANKS, RANKS_DOWN, type Card } from './cards'

export function classOf(hole: Card[]): string {
  const [low = '', high = ''] = [...hole].sort((a, b) => RANKS.indexOf(a[0] ?? '') - RANKS.indexOf(b[0] ?? ''))
  if (low[0] === high[0]) return `${high[0]}${low[0]}`
  return `${high[0]}${low[0]}${high[1] === low[1] ? 's' : 'o'}`
}

/** `AKs` as it is said: A K suited. */
export function classWords(name: string): string {
  const [one = '', other = '', suited] = [...name].map((letter) => (letter === 'T' ? '10' : letter))
  if (!suited) return `${one} ${other}, a pair`
  return `${one} ${other} ${suited === 's' ? 'suited' : 'unsuited'}`
}

export interface Place {
  row: number
  column: number
}

/** The class at a place of the map: suited above the pairs, unsuited below; aces first. */
export function classAt({ row, column }: Place): string {
  const [one, other] = [RANKS_DOWN[Math.min(row, column)], RANKS_DOWN[Math.max(row, column)]]
  if (row === column) return `${one}${one}`
  return `${one}${other}${row < column ? 's' : 'o'}`
}

const LAST = RANKS_DOWN.length - 1
const STEPS: Record<string, (at: Place) => Place> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }) => ({ row, column: LAST }),
}

/** Where a key leads, not beyond the edge; null for keys that are not the map's. */
export function stepped(at: Place, key: string): Place | null {
  const to = STEPS[key]?.(at)
  return to ? { row: inside(to.row), column: inside(to.column) } : null
}

function inside(place: number): number {
  return Math.min(Math.max(place, 0), LAST)
}

/** How something is shown in the map: its mark, for those who see no colours, and its colour. */
export interface Sign {
  mark: string
  colour: 'green' | 'yellow' | 'orange' | 'red' | 'grey' | 'none'
  means: string
}

export interface Square extends Omit<Sign, 'means'> {
  /** What is said of it. */
  said: string
  /** It stands out from the others. */
  stands?: boolean
}
