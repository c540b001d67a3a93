/** What staff should hear of, apart from the course of a round; `urgent` where somebody has to do something. */
export interface Notice {
  text: string
  urgent: boolean
}

const URGENT = new Set(['supervisor_told', 'disputed', 'happened', 'jackpot_won', 'jackpot_owed', 'cover_warned'])
const NOTES = new Set([
  'fees_collected',
  'fees_returned',
  'rake_taken',
  'coin_in',
  'paused',
  'resumed',
  'ruled',
  'round_voided',
  'hand_forfeited',
  'progressive_returned',
  'cards_amended',
  'decision_amended',
  'corrected',
  'link_changed',
  'jackpot_approved',
  'jackpot_confirmed',
  'jackpot_paid',
  'jackpot_denied',
  'envy_taken_back',
  'dealer_came_in',
  'device_changed',
  'bank_halted',
  'table_closed',
])

/** A notice of an event, by its kind and what is said of it. */
export function noticeOf(event: string, text: string): Notice | null {
  const urgent = URGENT.has(event)
  return text && (urgent || NOTES.has(event)) ? { text, urgent } : null
}
