/** Sitting down from the lobby: the first seat that is offered, and chips from the wallet. */
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

/** A seat in the middle sees most of the table. */
function middle<T>(seats: T[]): T {
  return seats[Math.floor(seats.length / 2)] as T
}
