/** The decisions that are offered, labelled in money. */
import { actionWords, timesOf } from '../actions'
import type { Decide, Offer } from '../api/shapes'
import { dollars } from '../money'

export interface Choice {
  act: Decide
  label: string
  /** The key that makes it; none for a bet of ten times and more. */
  key: string
  kind: 'bet' | 'check' | 'fold'
  /** The offer of the same bet with a toke for the dealer on it, where there is one. */
  withToke: (Offer & { act: Decide }) | null
}

/** The largest bet first, then check, then fold. `tucked` says where the cards of a hand go that folds and stays in. */
export function choices(legal: Offer[], tucked: string): Choice[] {
  const offers = legal.filter((offer): offer is Offer & { act: Decide } => offer.act.do === 'decide')
  const plain = offers.filter(({ act }) => !act.toke)
  return plain
    .map((offer) => choice(offer, tucked, offers.find(({ act }) => act.toke && act.choice === offer.act.choice) ?? null))
    .sort((a, b) => (timesOf(b.act.choice) ?? 0) - (timesOf(a.act.choice) ?? 0))
}

function choice({ act, cost }: Offer & { act: Decide }, tucked: string, withToke: Choice['withToke']): Choice {
  const times = timesOf(act.choice)
  if (times === null) {
    const kind = act.choice === 'check' ? 'check' : 'fold'
    const label = act.tuck ? `${actionWords(act.choice)}, ${tucked}` : actionWords(act.choice)
    return { act, label, key: act.tuck ? 't' : kind.charAt(0), kind, withToke }
  }
  return { act, label: `${actionWords(act.choice)} · ${dollars(cost ?? 0)}`, key: keyFor(times), kind: 'bet', withToke }
}

export function keyFor(times: number): string {
  return times < 10 ? String(times) : ''
}
