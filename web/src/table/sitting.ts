/** Sitting down from the lobby, with chips from the wallet; and leaving with them. */
import type { Frame, Me } from '../api/shapes'

/** What a newcomer takes from his wallet: enough for a while at the least limits. */
export const BUY_IN = 50_000

export interface Asked {
  me(): Promise<Me>
  look(table: string): Promise<Frame>
  act(table: string, id: string, act: unknown): Promise<unknown>
}

export async function sitDown(ask: Asked, table: string, id: () => string): Promise<void> {
  const { you } = await ask.look(table)
  const seats = you.legal.flatMap((offer) => (offer.act.do === 'sit' ? [offer.act] : []))
  if (seats.length && you.seat === null) await ask.act(table, id(), middle(seats))
  const { wallet } = await ask.me()
  const cents = Math.min(BUY_IN, wallet)
  if (you.chips === 0 && cents > 0) await ask.act(table, id(), { do: 'buy_in', cents })
}

/** Take the chips and leave. False, and nothing is done: a bet is down, which is to be played out first. */
export async function standUp(ask: Asked, table: string, id: () => string): Promise<boolean> {
  const { you } = await ask.look(table)
  const sits = you.seat !== null
  if (sits && !you.legal.some(({ act }) => act.do === 'leave')) return false
  const cashOut = you.legal.find(({ act }) => act.do === 'cash_out')
  const cents = cashOut?.bounds?.['cents']?.[1] ?? 0
  if (cents > 0) await ask.act(table, id(), { do: 'cash_out', cents })
  if (sits) await ask.act(table, id(), { do: 'leave' })
  return true
}

/** A seat in the middle sees most of the table. */
function middle<T>(seats: T[]): T {
  return seats[Math.floor(seats.length / 2)] as T
}
