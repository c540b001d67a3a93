/** Finding one's way in the map of 13 by 13. */
export interface Place {
  row: number
  column: number
}

const LAST = 12
const STEPS: Record<string, (at: Place) => Place> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }) => ({ row, column: LAST }),
}

/** Where a key leads, not beyond the edge; null for keys that are not the map's. */
export function moved(at: Place, key: string): Place | null {
  const to = STEPS[key]?.(at)
  return to ? { row: inside(to.row), column: inside(to.column) } : null
}

function inside(place: number): number {
  return Math.min(Math.max(place, 0), LAST)
}

/** `AKs` as it is said: A K suited. */
export function classWords(name: string): string {
  const [one = '', other = '', suited] = [...name].map((letter) => (letter === 'T' ? '10' : letter))
  if (!suited) return `${one} ${other}, a pair`
  return `${one} ${other} ${suited === 's' ? 'suited' : 'unsuited'}`
}
