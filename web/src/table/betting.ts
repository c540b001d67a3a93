/** From what somebody would like to bet to a bet that the table offers: each amount within its bounds. */
import type { Bet, Cents, Layout, Offer, SpotSeen } from '../api/shapes'
import { timesOf } from './wagers'

export interface Wish {
  /** By wager; what is not wanted is not there, or 0. */
  stakes: Record<string, Cents>
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

const TOKE = 'toke'

/** The wagers of an offer, without the toke that may ride on one. */
export function wagersIn({ bounds = {} }: BetOffer): string[] {
  return Object.keys(bounds).filter((name) => name !== TOKE)
}

/** The offer for the hand, the toke and the wagers that are wished for. */
export function offerFor(offers: BetOffer[], { stakes, toke, behind }: Wish): BetOffer | undefined {
  const there = offers.filter(({ act }) => (act.behind ?? null) === behind && (act.toke?.on ?? null) === (toke?.on ?? null))
  const needed = (offer: BetOffer): string[] => wagersIn(offer).filter((name) => !offer.optional?.includes(name))
  return there.find((offer) => needed(offer).every((name) => stakes[name])) ?? there[0]
}

/** The wished amounts, each as near as its bounds, its step and what is left for all together allow. */
export function fit(offer: BetOffer, wish: Wish): Bet {
  const { bounds = {}, steps = {}, optional = [], together = [] } = offer
  const wanted: Record<string, Cents> = { ...wish.stakes, [TOKE]: wish.toke?.amount ?? 0 }
  const amounts: Record<string, Cents> = {}
  for (const [name, [least]] of Object.entries(bounds)) if (!optional.includes(name)) amounts[name] = least
  for (const [name, [least, most]] of Object.entries(bounds)) {
    if (optional.includes(name) && !wanted[name]) continue
    const step = steps[name] ?? 1
    const room = Math.min(most, ...together.map((common) => roomFor(name, amounts, common)))
    if (room < least) continue
    const near = Math.round((Math.min(Math.max(wanted[name] ?? least, least), room) - least) / step)
    amounts[name] = least + Math.min(near, Math.floor((room - least) / step)) * step
  }
  const { [TOKE]: amount, ...stakes } = amounts
  const toke = offer.act.toke ? { on: offer.act.toke.on, amount: amount ?? offer.act.toke.amount } : null
  return { ...offer.act, stakes, toke }
}

interface Common {
  times: Record<string, number>
  most: Cents
  besides?: Record<string, Cents>
}

/** What is left for an amount beside the others that are laid, and what each costs more once it is. */
function roomFor(name: string, amounts: Record<string, Cents>, { times, most, besides = {} }: Common): Cents {
  const count = times[name]
  if (!count) return Infinity
  const others = Object.entries(times).filter(([other]) => other !== name && amounts[other])
  const used = others.reduce((sum, [other, each]) => sum + (amounts[other] ?? 0) * each + (besides[other] ?? 0), 0)
  return Math.floor((most - used - (besides[name] ?? 0)) / count)
}

/** The amount that somebody has typed in dollars; null if it is none, or not one that can be laid. */
export function amountIn(text: string, least: Cents, most: Cents, step: Cents): Cents | null {
  if (!/^\s*\d+([.,]\d{1,2})?\s*$/.test(text)) return null
  const cents = Math.round(Number(text.replace(',', '.')) * 100)
  return cents >= least && cents <= most && (cents - least) % step === 0 ? cents : null
}

/** What a bet costs in all, with what is always equal to one of its wagers. */
export function costOf({ stakes, toke }: Bet, layout: Layout): Cents {
  const laid = Object.entries(stakes).reduce((sum, [name, cents]) => sum + Number(cents) * timesOf(layout, name), 0)
  return laid + (toke?.amount ?? 0)
}

/** The bet that lies on a spot, as it was made. */
export function betOn({ stakes, toke, behind }: SpotSeen, layout: Layout): Bet {
  const chosen = layout.wagers.filter(({ name, staked }) => stakes[name] && (staked === 'range' || staked === 'fixed'))
  const own = Object.fromEntries(chosen.map(({ name }) => [name, stakes[name] ?? 0]))
  return { do: 'bet', stakes: own, toke: tokesOf(toke)[0] ?? null, behind }
}

export function sameBet(one: Bet, other: Bet): boolean {
  const names = Object.keys({ ...one.stakes, ...other.stakes })
  const alike = names.every((name) => Number(one.stakes[name] ?? 0) === Number(other.stakes[name] ?? 0))
  return alike && (one.toke?.amount ?? 0) === (other.toke?.amount ?? 0)
}
