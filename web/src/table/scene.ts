/**
 * What is drawn. It always comes from a picture of the service; between two pictures each event of a frame says
 * what it changed, so that cards and chips can be seen moving.
 */
import type { Act, Cents, Change, EventSeen, Frame, PrivateSeen, Public, Replay, Serving } from '../api/shapes'

export interface Scene {
  version: number
  table: Public
  you: PrivateSeen
  service: Serving
  /** What the round did to each player; null while it runs. */
  net: Record<string, Cents> | null
}

/** What has nothing to do with the turn: it stays while cards and chips move. */
const AT_ANY_TIME = new Set<Act['do']>(['sit', 'leave', 'buy_in', 'cash_out', 'dispute'])

export function sceneOf({ version, table, you, service }: Frame): Scene {
  return { version, table, you, service, net: null }
}

/** A round before its first bet, to be looked at again. */
export function replayScene({ table, you }: Replay): Scene {
  const service = { clock: { waits_for: '', until: null }, commitment: null, meters: null, idle: [], mixed: false, numbers: [], receipt: null, practice: false }
  return { version: 0, table, you: { ...you, worth: {} }, service, net: null }
}

/** The scene after an event. */
export function after(scene: Scene, { changes = [], you, net }: EventSeen): Scene {
  const next = structuredClone(scene)
  for (const change of changes) put(next.table, change)
  Object.assign(next.you, you)
  next.net = net ?? null
  // what may be done in a round belongs to the picture at the end of the events; who is betting is not disturbed
  if (next.table.phase !== 'betting' || next.table.round !== scene.table.round) {
    next.you.legal = next.you.legal.filter(({ act }) => AT_ANY_TIME.has(act.do))
  }
  return next
}

function put(table: Public, change: Change): void {
  const path = [...change.at]
  const last = path.pop() ?? ''
  const part = path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], table) as Record<string, unknown>
  if ('now' in change) part[last] = change.now
  else delete part[last]
}
