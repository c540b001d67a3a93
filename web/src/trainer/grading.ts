/** What a decision was worth: its exact value against the best one. */
import { actionWords, timesOf } from '../actions'
import type { Cents, Row } from '../api/shapes'
import { dollars } from '../money'
import { keyFor } from '../table/deciding'

export type Street = 'preflop' | 'flop' | 'river'
export const STREETS: Street[] = ['preflop', 'flop', 'river']
export const STREET_NAMES: Record<Street, string> = {
  preflop: 'Before the flop',
  flop: 'On the flop',
  river: 'On the river',
}

export interface Count {
  win: number
  tie: number
  lose: number
  fold: number
}

/** What the service says about a hand; values in Antes. */
export interface Advice {
  street: Street
  actions: Record<string, number>
  best: string
  deals: number
  /** What kind of decision it is, in a few words. */
  kind?: string
  /** How the deals that are left end; not told before the flop, where it takes long. */
  counts?: Record<string, Count>
}

export interface Settled {
  net: Record<string, Cents>
  settlement: Row[]
  qualifies: boolean
  hands: Record<string, { category: string; five: string[]; versus_bank: string }>
  bank_hand: { category: string; five: string[] } | null
}

export interface Grade {
  chose: string
  best: string
  /** What the choice gave away, in Antes. */
  loss: number
  right: boolean
}

export function grade(advice: Advice, chose: string): Grade {
  const most = Math.max(...Object.values(advice.actions))
  const loss = most - (advice.actions[chose] ?? most)
  return { chose, best: loss === 0 ? chose : advice.best, loss, right: loss === 0 }
}

export interface Choice {
  action: string
  label: string
  key: string
  kind: 'bet' | 'check' | 'fold'
  value: number
}

/** The choices that a hand has, the largest bet first, labelled in money. */
export function choicesOf(advice: Advice, ante: Cents): Choice[] {
  return Object.entries(advice.actions)
    .sort(([one], [other]) => (timesOf(other) ?? 0) - (timesOf(one) ?? 0))
    .map(([action, value]) => ({ action, value, ...named(action, ante) }))
}

function named(action: string, ante: Cents): Omit<Choice, 'action' | 'value'> {
  const times = timesOf(action)
  if (times === null) return { label: actionWords(action), key: action.charAt(0), kind: action === 'check' ? 'check' : 'fold' }
  return { label: `${actionWords(action)} · ${dollars(times * ante)}`, key: keyFor(times), kind: 'bet' }
}

/** A value in Antes, with its sign. */
export function antes(value: number, digits = 4): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return `${value < 0 ? '−' : '+'}${text}`
}

/** "0.12 of an Ante, $1.20": what a mistake costs on average. */
export function price(loss: number, ante: Cents): string {
  const cents = Math.round(loss * ante)
  const part = loss >= 0.1 ? loss.toFixed(2) : loss.toPrecision(2)
  return `${part} ${loss < 1 ? 'of an Ante' : 'Antes'}, ${cents ? money(cents) : 'less than a cent'}`
}

/** An average is written with its cents, also where they are none. */
export function money(cents: number): string {
  const whole = Math.round(cents)
  const text = dollars(whole)
  return whole % 100 ? text : `${text}.00`
}

/** With its sign. */
export function signedMoney(cents: number): string {
  return Math.round(cents) > 0 ? `+${money(cents)}` : money(cents)
}
