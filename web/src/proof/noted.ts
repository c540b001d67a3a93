/** Commitments that this browser itself was told before bets were closed, to compare with what is revealed. */
import type { Receipt } from '../api/shapes'

const KEY = 'uth.commitments'
const MOST = 200

function all(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

export function note(table: string, round: number, commitment: string): void {
  const known = all()
  if (known[`${table}/${round}`]) return // there is one for each round: the first word counts
  const kept = [...Object.entries(known), [`${table}/${round}`, commitment]].slice(-MOST)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // a browser that keeps nothing can still check the record
  }
}

/** Receipts of the service, signed: what it committed to, and what it did. One on each line, for `uth verify`. */
const RECEIPTS = 'uth.receipts'
const MOST_RECEIPTS = 300

function receipts(): Receipt[] {
  try {
    return JSON.parse(sessionStorage.getItem(RECEIPTS) ?? '[]') as Receipt[]
  } catch {
    return []
  }
}

export function keepReceipts(given: Receipt[]): void {
  if (!given.length) return
  const kept = receipts()
  const fresh = given.filter((one) => !kept.some((other) => other.signature === one.signature))
  if (!fresh.length) return
  try {
    sessionStorage.setItem(RECEIPTS, JSON.stringify([...kept, ...fresh].slice(-MOST_RECEIPTS)))
  } catch {
    // a browser that keeps nothing can still check the record
  }
}

/** An address that gives the receipts of a table as a file; null if there are none. */
export function savedReceipts(table: string): string | null {
  const lines = receipts().filter((one) => one.table === table)
  return lines.length ? `data:application/jsonl,${encodeURIComponent(lines.map((one) => `${JSON.stringify(one)}\n`).join(''))}` : null
}

export function noted(table: string, round: number): string | null {
  return all()[`${table}/${round}`] ?? null
}
