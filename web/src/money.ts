/** Money is whole cents; it is written in dollars, with cents only where there are some. */
import type { Cents } from './api/shapes'

export function dollars(cents: Cents): string {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString('en-US')
  const rest = Math.abs(cents) % 100
  return `${cents < 0 ? '−' : ''}$${whole}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}

/** As much of an amount as a circle on the felt has room for; the exact one stands in the result. */
export function briefly(cents: Cents): string {
  if (Math.abs(cents) < 100_000) return dollars(cents)
  if (Math.abs(cents) < 1_000_000) return dollars(Math.trunc(cents / 100) * 100)
  const [size, letter] = Math.abs(cents) < 100_000_000 ? [100_000, 'k'] : [100_000_000, 'M']
  return `$${(Math.trunc((cents * 10) / size) / 10).toLocaleString('en-US')}${letter}`
}

/** With its sign: what somebody won or lost. */
export function signed(cents: Cents): string {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents)
}

/** A text in parts, where every second one is an amount: a browser would end a line after its sign. */
export function amountsIn(text: string): string[] {
  return text.split(/([+−]?\$\d[\d,]*(?:\.\d+)?)/)
}

/** "3/2" as a person says it: 3 to 2. */
export function odds(fraction: string): string {
  const [pays, to = '1'] = fraction.split(/[/:]/)
  return `${Number(pays).toLocaleString('en-US')} to ${to}`
}

export const CHIPS = [
  { cents: 100_000, name: 'orange' },
  { cents: 50_000, name: 'purple' },
  { cents: 10_000, name: 'black' },
  { cents: 2_500, name: 'green' },
  { cents: 500, name: 'red' },
  { cents: 100, name: 'white' },
  { cents: 50, name: 'blue' },
  { cents: 1, name: 'copper' },
] as const

export type ChipName = (typeof CHIPS)[number]['name']

/** The chips of an amount, the largest at the bottom; a tall stack shows only its first ones. */
export function stack(cents: Cents, most = 8): ChipName[] {
  const chips: ChipName[] = []
  let left = cents
  for (const chip of CHIPS) {
    while (left >= chip.cents && chips.length < most) {
      chips.push(chip.name)
      left -= chip.cents
    }
  }
  return chips
}
