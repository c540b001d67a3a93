/** From what somebody would like to bet to a bet that the table offers: each amount within its bounds. */
import type { Bet, Cents, Offer } from '../api/shapes'

export interface Wish {
  ante: Cents
  trips: Cents
  progressive: boolean
  toke: Toke | null
  behind: number | null
}

interface Toke {
  on: string
  amount: Cents
}

/** What is laid for the dealer on a hand: one toke is written by itself, several as a list. */
export function tokesOf(laid: Toke | Toke[] | null | undefined): Toke[] {
  return Array.isArray(laid) ? laid : laid ? [laid] : []
}

export type BetOffer = Offer & { act: Bet }

export function betOffers(legal: Offer[]): BetOffer[] {
  return legal.filter((offer): offer is BetOffer => offer.act.do === 'bet')
}

/** The offer of the kind that is wished for: with or without Trips, progressive, a toke, behind a seat. */
export function offerFor(offers: BetOffer[], wish: Wish): BetOffer | undefined {
  return offers.find(
    ({ act }) =>
      act.trips! > 0 === wish.trips > 0 &&
      act.progressive === wish.progressive &&
      (act.toke?.on ?? null) === (wish.toke?.on ?? null) &&
      (act.behind ?? null) === wish.behind,
  )
}

/** The wished amounts, each as near as its bounds, its step and what is left for all together allow. */
export function fit(offer: BetOffer, wish: Wish): Bet {
  const wanted: Record<string, Cents> = { ante: wish.ante, trips: wish.trips, toke: wish.toke?.amount ?? 0 }
  const amounts: Record<string, Cents> = {}
  for (const [field, [least]] of Object.entries(offer.bounds ?? {})) amounts[field] = least
  for (const [field, [least, most]] of Object.entries(offer.bounds ?? {})) {
    const step = offer.steps?.[field] ?? 1
    const room = Math.min(most, ...(offer.together ?? []).map((common) => roomFor(field, amounts, common)))
    const steps = Math.round((Math.min(Math.max(wanted[field] ?? least, least), room) - least) / step)
    amounts[field] = least + Math.min(steps, Math.floor((room - least) / step)) * step
  }
  const toke = offer.act.toke ? { on: offer.act.toke.on, amount: amounts['toke'] ?? offer.act.toke.amount } : null
  return { ...offer.act, ante: amounts['ante'] ?? offer.act.ante, trips: amounts['trips'] ?? 0, toke }
}

function roomFor(
  field: string,
  amounts: Record<string, Cents>,
  common: { times: Record<string, number>; most: Cents },
): Cents {
  const times = common.times[field]
  if (!times) return Infinity
  const others = Object.entries(common.times).filter(([other]) => other !== field)
  const used = others.reduce((sum, [other, count]) => sum + (amounts[other] ?? 0) * count, 0)
  return Math.floor((common.most - used) / times)
}

/** The amount that somebody has typed in dollars; null if it is none, or not one that can be laid. */
export function amountIn(text: string, least: Cents, most: Cents, step: Cents): Cents | null {
  if (!/^\s*\d+([.,]\d{1,2})?\s*$/.test(text)) return null
  const cents = Math.round(Number(text.replace(',', '.')) * 100)
  return cents >= least && cents <= most && (cents - least) % step === 0 ? cents : null
}

/** What a bet costs in all: the Blind is as much as the Ante. */
export function costOf(bet: Bet, progressive: Cents): Cents {
  return 2 * bet.ante + (bet.trips ?? 0) + (bet.progressive ? progressive : 0) + (bet.toke?.amount ?? 0)
}
