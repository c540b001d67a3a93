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

/** Take what is not at stake and leave. A bet that is down is played out: then the service frees the seat. */
export async function standUp(ask: Asked, table: string, id: () => string): Promise<void> {
  const { you } = await ask.look(table)
  const cashOut = you.legal.find(({ act }) => act.do === 'cash_out')
  const cents = cashOut?.bounds?.['cents']?.[1] ?? 0
  if (cents > 0) await ask.act(table, id(), { do: 'cash_out', cents })
  if (you.legal.some(({ act }) => act.do === 'leave')) await ask.act(table, id(), { do: 'leave' })
}

/** A seat in the middle sees most of the table. */
function middle<T>(seats: T[]): T {
  return seats[Math.floor(seats.length / 2)] as T
}
