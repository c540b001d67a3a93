/** The wagers of a table by what they are to a player; what they are called, and how many, is the book's word. */
import type { Cents, Layout, WagerSeen } from '../api/shapes'

/** A table, or a book. */
type Wagers = Pick<Layout, 'wagers'>

/** What puts somebody into the game, and by which others are measured. */
export function mainOf({ wagers }: Wagers): WagerSeen | undefined {
  return wagers.find(({ required, staked }) => required && staked === 'range')
}

/** The main wager, then those that are always equal to it. */
export function openingOf(layout: Wagers): WagerSeen[] {
  const main = mainOf(layout)
  return main ? [main, ...layout.wagers.filter(({ staked, beside }) => staked === 'equal' && beside === main.name)] : []
}

/** What a decision bets. */
export function decidedOf({ wagers }: Wagers): WagerSeen[] {
  return wagers.filter(({ staked }) => staked === 'multiple')
}

/** What a player may lay besides, or leave out. */
export function sideOf({ wagers }: Wagers): WagerSeen[] {
  return wagers.filter(({ required, staked }) => !required && staked !== 'free')
}

export function wagerTitle({ wagers }: Wagers, name: string): string {
  return wagers.find((one) => one.name === name)?.title ?? name
}

/** What is staked on a wager and on those that are equal to it, for each cent on the wager itself. */
export function timesOf({ wagers }: Wagers, name: string): number {
  return 1 + wagers.filter(({ staked, beside }) => staked === 'equal' && beside === name).length
}

/** The most that the house charges for a hand with these wagers. */
export function chargeOf(layout: Layout, stakes: Record<string, unknown>): Cents {
  const [base, each] = layout.charge
  const charged = sideOf(layout).filter(({ name, payer }) => payer === 'bank' && stakes[name])
  return base + each * charged.length
}

/** "A, B and C". */
export function listed(names: string[], join = 'and'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${join} ${names.at(-1)}`
}
