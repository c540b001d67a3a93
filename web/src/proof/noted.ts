/** Commitments that this browser itself was told before bets were closed, to compare with what is revealed. */
const KEY = 'uth.commitments'
const MOST = 200

function all(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

/** `again`: the deck was reported as shuffled again before it was dealt, so another commitment replaces the first. */
export function note(table: string, round: number, commitment: string, again = false): void {
  const { [`${table}/${round}`]: first, ...others } = all()
  if (first && !again) return // the first word counts
  const kept = [...Object.entries(others), [`${table}/${round}`, commitment]].slice(-MOST)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // a browser that keeps nothing can still check the record
  }
}

export function noted(table: string, round: number): string | null {
  return all()[`${table}/${round}`] ?? null
}
