/** Facts: what is noted as it is done, with the fields that the book asks for. */
import type { Act, Offer, Step } from '../api/shapes'
import { words } from '../words'
import { centsOf } from './options'

export type FactField =
  | { kind: 'choice'; name: string; label: string; values: string[] }
  | { kind: 'number' | 'money' | 'words'; name: string; label: string; hint: string }

const NUMBERS = new Set(['whole_number', 'deck_count', 'stub_count', 'hand_count', 'table_count'])
const MONEY = new Set(['money', 'payout'])
const HINTS: Record<string, string> = {
  back: 'Color of the back',
  other_back: 'Color of the back',
  cards_used: '4d 4s Qh',
  seats_lit: '1 3',
  pickup_order: 'play ante blind',
}

/** What a fact asks for, each field with the way it is entered. */
export function factFields(offer: Offer): FactField[] {
  return Object.entries(offer.fields ?? {}).map(([name, kind]): FactField => {
    const label = words(name.replace(/_?cents$/, '') || 'amount')
    if (kind === 'flag') return { kind: 'choice', name, label, values: ['yes', 'no'] }
    if (kind === 'result') return { kind: 'choice', name, label, values: ['wins', 'loses', 'ties'] }
    const hint = HINTS[kind] ?? ''
    return { kind: NUMBERS.has(kind) ? 'number' : MONEY.has(kind) ? 'money' : 'words', name, label, hint }
  })
}

type Made = { act: Act } | { wrong: Record<string, string> }

/** The act with what was written, or what is still wrong with each field. */
export function factAct(offer: Offer, entries: Record<string, string>): Made {
  const details: Record<string, string | number | boolean> = {}
  const wrong: Record<string, string> = {}
  for (const field of factFields(offer)) {
    const text = (entries[field.name] ?? '').trim()
    const value = valueOf(field, text)
    if (value === null) wrong[field.name] = text ? `${text} does not fit.` : 'Required.'
    else details[field.name] = value
  }
  return Object.keys(wrong).length ? { wrong } : { act: { ...offer.act, details } as Act }
}

function valueOf(field: FactField, text: string): string | number | boolean | null {
  if (!text) return null
  switch (field.kind) {
    case 'number':
      return /^\d{1,9}$/.test(text) ? Number(text) : null
    case 'money':
      return centsOf(text)
    case 'choice':
      return text === 'yes' || text === 'no' ? text === 'yes' : text
    case 'words':
      return text
  }
}

/** The offer that belongs to a step of the script. */
export function offerOf(step: Step, offers: Offer[]): Offer | undefined {
  return offers.find(({ act }) => act.do === 'did' && act.fact === step.fact && (act.seat ?? null) === (step.seat ?? null))
}

export function isOffered(step: Step, offers: Offer[]): boolean {
  return offerOf(step, offers) !== undefined
}
