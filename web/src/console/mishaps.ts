/** What the book does about something that went wrong, in words. */
export interface Mishap {
  what: string
  effect: string
  until: string
  then: string
  clauses: string[]
}

const EFFECTS: Record<string, string> = {
  void: 'the round is void and all wagers go back',
  reshuffle: 'the cards are shuffled again',
  play_on: 'play goes on',
  ruling: 'the table waits for a ruling of the supervisor',
}
const UNTIL: Record<string, string> = { dealt: 'the end of the deal', last_decision: 'the last decision', river: 'turn and river' }

export function effectName(effect: string): string {
  return EFFECTS[effect] ?? effect
}

export function effectOf({ effect, until, then }: Mishap): string {
  const limit = UNTIL[until]
  const told = limit ? `until ${limit} ${effectName(effect)}, afterwards ${effectName(then)}` : effectName(effect)
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}.`
}
