/**
 * The numbers that this browser adds to decks, so that the house alone does not choose them. Each is drawn here,
 * committed to with the bet and revealed when bets are closed. Where the browser cannot hash (plain http), bets go
 * without one and lose nothing by it.
 */
import type { Frame, Seat } from '../api/shapes'
import { bytes, fields, hex, sha256 } from './fields'

const KEY = 'uth.numbers'
const MOST = 100

interface Kept {
  table: string
  round: number
  commitment: string
  number: string
}

function all(): Kept[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Kept[]
  } catch {
    return []
  }
}

/** Over the table, the round, the seat, what the house committed to, and the number. */
export async function numberCommitment(table: string, round: number, seat: Seat, house: string, number: string): Promise<string> {
  return hex(await sha256(fields('uth number', table, round, seat, house, bytes(number))))
}

/** Draw a number for the coming round; what is sent with the bet is the commitment to it. */
export async function promise(table: string, frame: Frame): Promise<string | undefined> {
  const { seat } = frame.you
  const house = frame.service.commitment
  if (!frame.service.mixed || seat === null || !house || typeof crypto.subtle === 'undefined') return undefined
  const number = hex(crypto.getRandomValues(new Uint8Array(32)))
  const round = frame.table.round + 1
  const commitment = await numberCommitment(table, round, seat, house, number)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...all(), { table, round, commitment, number }].slice(-MOST)))
  } catch {
    return undefined // what cannot be kept could not be revealed
  }
  return commitment
}

/** The numbers of this browser that the table waits for now. */
export function due(frame: Frame): Kept[] {
  if (frame.table.phase !== 'dealing') return []
  const missing = frame.service.numbers.filter((one) => one.player === frame.you.name && !one.revealed)
  return all().filter((kept) => missing.some((one) => one.commitment === kept.commitment))
}

/** What this browser committed to for a round; the last bet counts. */
export function ownNumber(table: string, round: number): Kept | undefined {
  return all().findLast((kept) => kept.table === table && kept.round === round)
}
