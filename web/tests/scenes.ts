/** A table without anybody, and a layout, for tests to change. */
import type { Layout, Public, WagerSeen } from '../src/api/shapes'
import type { Scene } from '../src/table/scene'

export function emptyScene(seats: Public['seats'], bank: string): Scene {
  return {
    version: 0,
    table: {
      phase: 'betting',
      round: 0,
      paused: '',
      held: '',
      void: false,
      dealer: '',
      device: '',
      deck: 0,
      reshuffles: 0,
      seats,
      bank: { who: bank, seat: null, wager: null, last: null, offered: null, paid: 0, collected: 0 },
      dealt: false,
      board: [],
      bank_hand: null,
      hands: {},
      spots: [],
      rows: [],
      charged: {},
      to_act: null,
      meters: {},
      link_up: true,
      review: [],
    },
    you: {
      role: 'spectator',
      name: '',
      seat: null,
      chips: 0,
      holes: {},
      hands: {},
      legal: [],
      script: null,
      approvals: null,
      ledger: null, worth: {},
    },
    service: { clock: { waits_for: '', until: null }, commitment: null, meters: null, idle: [], mixed: false, numbers: [], receipt: null, practice: false },
    net: null,
  }
}

const WAGER: WagerSeen = {
  name: '',
  title: '',
  staked: 'range',
  beside: 'ante',
  required: false,
  limits: [500, 5000],
  stake: null,
  payer: 'bank',
  pays: [],
  odds: null,
  on_win: 'table',
  on_tie: 'table',
  on_loss: 'table',
  on_fold: 'table',
  on_unqualified: null,
  apart: true,
}

/** A game with the wagers that everybody lays, one side bet to choose and one with a fixed stake. */
export const WAGERS: WagerSeen[] = [
  { ...WAGER, name: 'ante', title: 'Ante', beside: null, required: true },
  { ...WAGER, name: 'play', title: 'Play', staked: 'multiple', required: true },
  { ...WAGER, name: 'blind', title: 'Blind', staked: 'equal', required: true },
  { ...WAGER, name: 'lucky_pair', title: 'Lucky Pair', limits: [100, 5000] },
  { ...WAGER, name: 'pot', title: 'Pot', staked: 'fixed', stake: 500, limits: null, payer: 'house' },
]

export const LAYOUT = { wagers: WAGERS, charge: [100, 50], tucked: 'cards under Lucky Pair' } as unknown as Layout
