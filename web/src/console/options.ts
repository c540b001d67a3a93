/**
 * From what the service offers to the act that is sent: which fields somebody fills in, and whether what he
 * wrote fits. An offer that needs nothing is an act already.
 */
import type { Act, Cents, Offer, Public } from '../api/shapes'
import { cardNumber, type Card } from '../cards'
import { dollars } from '../money'
import { words } from '../words'
import { ACTS, fieldName } from './acts'
import { cardsIn, type Known } from './entry'

export type Field =
  | { kind: 'amount'; name: string; label: string; least: Cents; most: Cents; step: Cents; given: Cents }
  | { kind: 'choice'; name: string; label: string; values: unknown[] }
  | { kind: 'words'; name: string; label: string; suggested: string[]; optional: boolean }
  | { kind: 'cards'; name: string; label: string; wanted: number; known: Known }
  | { kind: 'hand'; name: string; label: string }
  | { kind: 'meter'; name: string; label: string; given: Cents | undefined }
  | { kind: 'moves'; name: string; label: string }

export interface Moving {
  from: string
  to: string
  amount: string
  what: string
}

/** What somebody has written so far: words and amounts by field, the place of a choice, cards, money. */
export interface Entries {
  words: Record<string, string>
  cards: Card[]
  moves: Moving[]
}

export const EMPTY_MOVE: Moving = { from: '', to: '', amount: '', what: 'correction' }

export function nothing(): Entries {
  return { words: {}, cards: [], moves: [{ ...EMPTY_MOVE }] }
}

/** How many cards an act shows; an amendment as many as lie there. */
const CARDS: Record<string, number> = { flop: 3, river: 2, show_bank: 2, show_hand: 2 }
const OPTIONAL = new Set(['at'])

export function fieldsOf(offer: Offer, table: Public): Field[] {
  const fill = offer.fill ?? []
  const choices = Object.entries(offer.choices ?? {})
  const fixed = ACTS[offer.act.do].fixed ?? []
  return [
    ...choices
      .filter(([name]) => !fill.includes(name) && !fixed.includes(name))
      .map(([name, values]): Field => ({ kind: 'choice', name, label: fieldName(name), values })),
    ...Object.entries(offer.bounds ?? {}).map(
      ([name, [least, most]]): Field => ({
        kind: 'amount',
        name,
        label: fieldName(name),
        least,
        most,
        step: offer.steps?.[name] ?? 1,
        given: Number(part(offer, name) ?? least),
      }),
    ),
    ...fill.flatMap((name) => filled(offer, name, table)),
  ]
}

function filled(offer: Offer, name: string, table: Public): Field[] {
  switch (name) {
    case 'cards': {
      const of = part(offer, 'of')
      const wanted = CARDS[offer.act.do] ?? (of === 'board' ? table.board.length : 2)
      return [{ kind: 'cards', name, label: fieldName(name), wanted, known: knownCards(table, of) }]
    }
    case 'holes':
      return table.spots
        .filter((spot) => spot.behind === null)
        .map(({ seat }) => ({ kind: 'hand', name: `holes.${seat}`, label: `Cards of seat ${seat}, if they are known` }))
    case 'meters': {
      const given = part(offer, name) as Record<string, Cents>
      const meters = Object.keys({ ...table.meters, ...given })
      return meters.map((name) => ({ kind: 'meter', name: `meters.${name}`, label: words(name), given: given[name] }))
    }
    case 'moves':
      return [{ kind: 'moves', name, label: 'Money to move' }]
    default: {
      const suggested = (offer.choices?.[name] ?? []).map(String)
      return [{ kind: 'words', name, label: fieldName(name), suggested, optional: OPTIONAL.has(name) }]
    }
  }
}

/** The cards that lie open, and where; those of one pile may be entered again when it is put right. */
export function knownCards(table: Public, except: unknown = null): Known {
  const known: Known = {}
  const lay = (cards: Card[] | null, of: unknown, where: string): void => {
    if (of !== except) for (const card of cards ?? []) known[card] = where
  }
  lay(table.board, 'board', 'on the board')
  lay(table.bank_hand, 'bank', "in the bank's hand")
  for (const { seat, behind, hole } of table.spots) if (behind === null) lay(hole, seat, `in the hand of seat ${seat}`)
  return known
}

/** Dollars as they are typed: `12.50`, `$1,000`. */
export function centsOf(text: string): Cents | null {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '')
  return /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null
}

type Made = { act: Act } | { wrong: Record<string, string> }

/** The act, or what is still wrong with each field. */
export function actOf(offer: Offer, entries: Entries, table: Public): Made {
  const act: Record<string, unknown> = { ...offer.act }
  const wrong: Record<string, string> = {}
  const fields = fieldsOf(offer, table)
  for (const field of fields) {
    const value = valueOf(field, entries)
    if (value instanceof Wrong) Object.assign(wrong, typeof value.says === 'string' ? { [field.name]: value.says } : value.says)
    else put(act, field.name, value)
  }
  for (const { times, most } of offer.together ?? []) {
    const sum = Object.entries(times).reduce((all, [name, count]) => all + count * Number(act[name] ?? 0), 0)
    const first = Object.keys(times)[0]
    if (sum > most && first && !wrong[first]) wrong[first] = `In all at most ${dollars(most)}.`
  }
  return Object.keys(wrong).length ? { wrong } : { act: act as unknown as Act }
}

class Wrong {
  /** Of the field, or of its parts: `moves.0.amount`. */
  constructor(readonly says: string | Record<string, string>) {}
}

function valueOf(field: Field, { words, cards, moves }: Entries): unknown {
  const text = (words[field.name] ?? '').trim()
  switch (field.kind) {
    case 'choice':
      return field.values[Number(text || 0)]
    case 'words':
      return text || field.optional ? text : new Wrong(`${field.label}: write it down; it stays in the log.`)
    case 'amount': {
      const cents = text ? centsOf(text) : field.given
      if (cents === null) return new Wrong(`${text} is no amount: write dollars, as in 12.50.`)
      if (cents < field.least || cents > field.most) {
        return new Wrong(`From ${dollars(field.least)} to ${dollars(field.most)}.`)
      }
      return cents % field.step ? new Wrong(`A multiple of ${dollars(field.step)}.`) : cents
    }
    case 'meter':
      return text ? (centsOf(text) ?? new Wrong(`${text} is no amount: write dollars, as in 12.50.`)) : field.given
    case 'cards':
      if (cards.length !== field.wanted) return new Wrong(`${field.wanted} cards are wanted.`)
      return cards.map(cardNumber)
    case 'hand': {
      if (!text) return undefined
      return cardsIn(text, 2)?.map(cardNumber) ?? new Wrong('Two cards, as in Kh 5d, or nothing.')
    }
    case 'moves': {
      const wrong = moves.flatMap((move, line) =>
        Object.entries(wrongIn(move)).map(([part, says]) => [`${field.name}.${line}.${part}`, says]),
      )
      if (wrong.length) return new Wrong(Object.fromEntries(wrong))
      return moves.map(({ from, to, amount, what }) => [from, to, centsOf(amount), what.trim()])
    }
  }
}

/** What is wrong with a line of a correction, part by part. */
function wrongIn({ from, to, amount, what }: Moving): Partial<Moving> {
  const wrong: Partial<Moving> = {}
  if (!from) wrong.from = 'Choose an account.'
  if (!to) wrong.to = 'Choose an account.'
  else if (to === from) wrong.to = 'The money comes from there: choose another account.'
  if (!amount.trim()) wrong.amount = 'Write dollars, as in 12.50.'
  else if (!centsOf(amount)) wrong.amount = `${amount.trim()} is no amount to move: write dollars, as in 12.50.`
  if (!what.trim()) wrong.what = 'Say what for.'
  return wrong
}

/** `holes.3` goes into `holes`; a part that was left empty is left out. */
function put(act: Record<string, unknown>, name: string, value: unknown): void {
  const [field = '', key] = name.split('.')
  if (key === undefined) act[field] = value
  else if (value !== undefined) act[field] = { ...(act[field] as Record<string, unknown> | null), [key]: value }
}

function part(offer: Offer, name: string): unknown {
  return (offer.act as Record<string, unknown>)[name]
}
