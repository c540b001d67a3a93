/** What staff should hear of, apart from the course of a round; `urgent` where somebody has to do something. */
import type { GameEvent } from '../api/shapes'
import { tell } from '../telling'
import { effectName } from './mishaps'

export interface Notice {
  text: string
  urgent: boolean
}

const URGENT = new Set<GameEvent['event']>(['supervisor_told', 'disputed', 'happened', 'jackpot_won', 'jackpot_owed', 'cover_warned'])
const NOTES = new Set<GameEvent['event']>([
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

export function noticeOf(event: GameEvent): Notice | null {
  const urgent = URGENT.has(event.event)
  if (!urgent && !NOTES.has(event.event)) return null
  const text = toldToStaff(event) || tell(event)
  return text ? { text, urgent } : null
}

function toldToStaff(event: GameEvent): string {
  switch (event.event) {
    case 'supervisor_told':
      return `Tell the supervisor: seat ${event.seat}, ${event.says}`
    case 'happened':
      return `Irregular: ${event.what}${event.seat == null ? '' : `, seat ${event.seat}`}; ${effectName(event.effect)}`
    case 'jackpot_approved':
      return `Jackpot of seat ${event.seat} approved by the ${event.office} (${event.by}): ${event.reason}`
    default:
      return ''
  }
}
