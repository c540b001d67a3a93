/** Every act of staff in words: what it is called, what its button says, and where it belongs. */
import { actionWords } from '../actions'
import type { Act, Offer } from '../api/shapes'
import { words } from '../words'

/** Where an act is looked for: in the course of a round, or among the tools beside it. */
export type Group = 'round' | 'fact' | 'trouble' | 'ruling' | 'table' | 'amend' | 'jackpot' | 'money' | 'link' | 'player'

interface ActWords {
  name: string
  /** What its button says. */
  does: string
  group: Group
  /** What there is to choose when it is offered more than once. */
  which?: string
  /** Fields whose offered value is always right. */
  fixed?: string[]
}

export const ACTS: Record<Act['do'], ActWords> = {
  dealer_in: { name: 'Take over as dealer', does: 'Take over', group: 'table', which: 'The deck' },
  use_device: { name: 'Deal from another device', does: 'Change the device', group: 'table', which: 'Device' },
  no_more_bets: { name: 'Close the bets', does: 'No more bets', group: 'round' },
  deal: { name: 'Deal', does: 'Cards are dealt', group: 'round' },
  decide: { name: 'Enter a decision', does: 'Confirm', group: 'round', which: 'Decision', fixed: ['seat'] },
  flop: { name: 'The flop', does: 'Confirm the flop', group: 'round' },
  river: { name: 'Turn and river', does: 'Confirm turn and river', group: 'round' },
  show_bank: { name: "The bank's hand", does: "Confirm the bank's hand", group: 'round' },
  show_hand: { name: 'Turn up a hand', does: 'Confirm the hand', group: 'round', which: 'Whose hand' },
  settle: { name: 'Settle', does: 'Done: settle this', group: 'round' },
  end_round: { name: 'End the round', does: 'End the round', group: 'round' },
  did: { name: 'Note what is done', does: 'Done', group: 'fact' },
  report: { name: 'Report an irregularity', does: 'Report it', group: 'trouble' },
  rule: { name: 'Make a ruling', does: 'Rule', group: 'ruling', which: 'Ruling' },
  pause: { name: 'Pause the table', does: 'Pause', group: 'table' },
  resume: { name: 'Let play go on', does: 'Resume', group: 'table' },
  close: { name: 'Close the table', does: 'Close the table', group: 'table' },
  open: { name: 'Open the table', does: 'Open', group: 'table' },
  vacate: { name: 'Free a seat', does: 'Free the seat', group: 'table', which: 'Seat' },
  amend: { name: 'Correct cards', does: 'Correct the cards', group: 'amend', which: 'Which cards' },
  amend_decision: { name: 'Correct a decision', does: 'Correct the decision', group: 'amend', which: 'Decision' },
  correct: { name: 'Correct money', does: 'Enter the correction', group: 'money' },
  approve: { name: 'Approve a jackpot', does: 'Approve', group: 'jackpot', which: 'Office' },
  pay_jackpot: { name: 'Pay a jackpot', does: 'Pay', group: 'jackpot', which: 'Paid' },
  deny_jackpot: { name: 'Deny a jackpot', does: 'Deny', group: 'jackpot', which: 'Jackpot' },
  link: { name: 'Switch the progressive link', does: 'Switch the link', group: 'link', which: 'Link' },
  read_meters: { name: 'Read the meters', does: 'Enter the meters', group: 'link' },
  sit: { name: 'Sit down', does: 'Sit', group: 'player', which: 'Seat' },
  leave: { name: 'Leave', does: 'Leave', group: 'player' },
  buy_in: { name: 'Buy chips', does: 'Buy in', group: 'player' },
  cash_out: { name: 'Cash chips', does: 'Cash out', group: 'player' },
  take_bank: { name: 'Take the bank', does: 'Take the bank', group: 'player' },
  decline_bank: { name: 'Decline the bank', does: 'Decline', group: 'player' },
  bet: { name: 'Bet', does: 'Bet', group: 'player', which: 'Bet' },
  lay_toke: { name: 'Lay a toke', does: 'Lay the toke', group: 'player', which: 'On' },
  take_back: { name: 'Take wagers back', does: 'Take back', group: 'player' },
  time_out: { name: 'Time is up', does: 'Play the default', group: 'player' },
  wait: { name: 'Wait for a bet', does: 'Wait', group: 'player' },
  reveal: { name: 'Reveal a number', does: 'Reveal', group: 'player' },
  dispute: { name: 'Dispute', does: 'Dispute', group: 'player' },
}

/** What the round waits for, the first of these that is offered: one clear next step. */
const COURSE: Act['do'][] = [
  'decide',
  'flop',
  'river',
  'show_bank',
  'settle',
  'show_hand',
  'deal',
  'no_more_bets',
  'end_round',
]

/** Offers of one act. */
export interface Task {
  act: Act['do']
  offers: Offer[]
}

export function tasksOf(legal: Offer[]): Task[] {
  const tasks = new Map<Act['do'], Offer[]>()
  for (const offer of legal) tasks.set(offer.act.do, [...(tasks.get(offer.act.do) ?? []), offer])
  return [...tasks].map(([act, offers]) => ({ act, offers }))
}

/** The next step of the round; who is not the dealer of the table yet takes it over first. */
export function nextTask(tasks: Task[], dealing: boolean): Task | null {
  const course: Act['do'][] = dealing ? COURSE : ['dealer_in', ...COURSE]
  for (const act of course) {
    const task = tasks.find((one) => one.act === act)
    if (task) return task
  }
  return null
}

export function inGroups(tasks: Task[], groups: Group[]): Task[] {
  return tasks.filter((task) => groups.includes(ACTS[task.act].group))
}

const FIELDS: Record<string, string> = {
  reason: 'Reason',
  what: 'What happened',
  says: 'What is wrong',
  seat: 'Seat',
  at: 'Where it was dealt from',
  cents: 'Amount',
  wager: 'Wager',
  offset: 'Offset for debts',
  chips: 'Of it in chips',
  toke: 'Toke for the dealers',
  linked: 'Meters',
  cards: 'Cards',
}

export function fieldName(field: string): string {
  return FIELDS[field] ?? words(field)
}

const VALUES: Record<string, string> = {
  'seat=null': 'nobody in particular',
  'cards_counted=52': '52 cards counted',
  'cards_counted=null': 'not counted',
  'of=board': 'The board',
  'of=bank': "The bank's hand",
  'ruling=void': 'Void: all wagers go back',
  'ruling=play_on': 'Play on',
  'ruling=forfeit': 'Forfeit the hand',
  'up=true': 'Up again',
  'up=false': 'Down',
  'linked=true': 'shared over a link',
  'linked=false': "this table's own",
  'form=chips': 'in chips',
  'form=check': 'by check',
  'form=both': 'in chips and by check',
  'tuck=true': 'cards tucked under a side bet',
  'tuck=false': 'cards in',
}

export function valueName(field: string, value: unknown): string {
  const known = VALUES[`${field}=${String(value)}`]
  if (known) return known
  if (field === 'seat' || (field === 'of' && typeof value === 'number')) return `Seat ${String(value)}`
  return field === 'choice' ? actionWords(String(value)) : words(String(value))
}

/** What tells the offers of one act apart, in words: `Seat 1, shift manager`. */
export function variantName(offer: Offer, offers: Offer[]): string {
  const { fill = [], bounds = {}, choices = {} } = offer
  const written = new Set([...fill, ...Object.keys(bounds), ...Object.keys(choices)])
  const fields = Object.entries(offer.act).filter(([field]) => field !== 'do' && !written.has(field))
  const told = fields.filter(([field]) => offers.some((other) => valueOf(other, field) !== valueOf(offer, field)))
  const shown = (told.length ? told : fields).filter(([, value]) => value !== undefined && !Array.isArray(value))
  return shown.map(([field, value]) => valueName(field, value)).join(', ')
}

function valueOf(offer: Offer, field: string): unknown {
  return (offer.act as Record<string, unknown>)[field]
}
