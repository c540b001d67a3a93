/** The decisions that are offered, labelled in money. */
import type { Decide, Offer } from '../api/shapes'
import { dollars } from '../money'

export interface Choice {
  act: Decide
  label: string
  key: string
  kind: 'bet' | 'check' | 'fold'
  /** The offer of the same bet with a toke for the dealer on it, where there is one. */
  withToke: (Offer & { act: Decide }) | null
}

const ORDER = ['bet4', 'bet3', 'bet2', 'bet1', 'check', 'fold']

export function choices(legal: Offer[]): Choice[] {
  const offers = legal.filter((offer): offer is Offer & { act: Decide } => offer.act.do === 'decide')
  const plain = offers.filter(({ act }) => !act.toke)
  return plain
    .map((offer) => choice(offer, offers.find(({ act }) => act.toke && act.choice === offer.act.choice) ?? null))
    .sort((a, b) => ORDER.indexOf(a.act.choice) - ORDER.indexOf(b.act.choice))
}

function choice({ act, cost }: Offer & { act: Decide }, withToke: Choice['withToke']): Choice {
  if (act.choice === 'check') return { act, label: 'Check', key: 'c', kind: 'check', withToke }
  if (act.choice === 'fold') {
    const label = act.tuck ? 'Fold, cards under Trips' : 'Fold'
    return { act, label, key: act.tuck ? 't' : 'f', kind: 'fold', withToke }
  }
  const times = Number(act.choice.slice('bet'.length))
  return { act, label: `Bet ${times}× · ${dollars(cost ?? 0)}`, key: String(times), kind: 'bet', withToke }
}
