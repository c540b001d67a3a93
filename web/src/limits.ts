/** The limits that people can set for themselves, and how they are read and typed. */
import { dollars } from './money'

export const LIMITS = [
  { name: 'loss_day', label: 'Loss in 24 hours', unit: 'dollars', money: true },
  { name: 'loss_week', label: 'Loss in 7 days', unit: 'dollars', money: true },
  { name: 'buy_in_day', label: 'Buy-ins in 24 hours', unit: 'dollars', money: true },
  { name: 'session', label: 'Play before a 15-minute break', unit: 'minutes', money: false },
  { name: 'reminder', label: 'Remind me every', unit: 'minutes', money: false },
] as const

export type LimitName = (typeof LIMITS)[number]['name']

const isMoney = (name: LimitName): boolean => LIMITS.some((one) => one.name === name && one.money)

/** A limit in words. */
export function said(name: LimitName, value: number | null): string {
  if (value === null) return 'no limit'
  return isMoney(name) ? dollars(value) : `${value} min`
}

/** A limit as it stands in its field. */
export function typed(name: LimitName, value: number | null): string {
  if (value === null) return ''
  return String(isMoney(name) ? value / 100 : value)
}

/** Which reminder is due after so many minutes of play: 0 for none yet. */
export function reminder(minutes: number, every: number | null | undefined): number {
  return every ? Math.floor(minutes / every) : 0
}
