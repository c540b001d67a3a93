/** Requests to the service. What it refuses is a `Fault`, with words for people. */
import type {
  BookPage,
  ClausePlayed,
  BookSummary,
  Capacity,
  Chips,
  FaultBody,
  Frame,
  LimitsSeen,
  LinkSeen,
  Me,
  NewFactor,
  NewTable,
  Movement,
  OfferedFactor,
  RoundMark,
  Replay,
  RoundRecord,
  Says,
  Signed,
  TableSummary,
} from './shapes'

export class Fault extends Error {
  readonly code: string
  readonly says: Says[]

  constructor(body: FaultBody) {
    super(body.says.map((one) => one.says).join('; '))
    this.code = body.code
    this.says = body.says
  }
}

/** What the service refused, to be shown; anything else is a mistake of these pages, and goes on its way. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  throw error
}

/** How far the service's clock is ahead of this device's, in milliseconds; known after the first answer. */
let ahead: number | null = null

export function now(): number {
  return Date.now() + (ahead ?? 0)
}

export async function ask<Answer>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch {
    throw new Fault({ code: 'unreachable', says: [{ says: 'The service does not answer. Is it running?' }] })
  }
  const date = Date.parse(response.headers.get('date') ?? '')
  // the header has whole seconds: half of one is the best guess for the rest
  if (ahead === null && !Number.isNaN(date)) ahead = Math.abs(date + 500 - Date.now()) < 1500 ? 0 : date + 500 - Date.now()
  if (response.status === 204) return undefined as Answer
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Answer
  throw new Fault(
    isFault(answer) ? answer : { code: 'unknown', says: [{ says: `The service answered ${response.status}.` }] },
  )
}

function isFault(answer: unknown): answer is FaultBody {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'says' in answer
}

const at = encodeURIComponent

export const calls = {
  me: () => ask<Me>('GET', '/api/me'),
  here: () => ask<Me | null>('GET', '/api/sessions/current'),
  guest: (name: string | null) => ask<Signed>('POST', '/api/guests', { name }),
  register: (name: string, password: string) => ask<Signed>('POST', '/api/accounts', { name, password }),
  signIn: (name: string, password: string, code: string) => ask<Signed>('POST', '/api/sessions', { name, password, code }),
  changePassword: (old: string, fresh: string) => ask<void>('PUT', '/api/me/password', { old, new: fresh }),
  offerFactor: () => ask<OfferedFactor>('POST', '/api/me/second-factor'),
  setFactor: (factor: NewFactor) => ask<void>('PUT', '/api/me/second-factor', factor),
  limits: () => ask<LimitsSeen>('GET', '/api/me/limits'),
  setLimits: (limits: Record<string, number | null>) => ask<LimitsSeen>('PUT', '/api/me/limits', limits),
  excludeMe: (days: number | null) => ask<void>('POST', '/api/me/exclusion', { days }),
  signOut: () => ask<void>('DELETE', '/api/sessions/current'),
  statement: (table: string, before?: number) => {
    const query = new URLSearchParams({ ...(table && { table }), ...(before !== undefined && { before: String(before) }) })
    return ask<Movement[]>('GET', `/api/me/statement?${query}`)
  },
  chips: () => ask<Chips[]>('GET', '/api/me/chips'),
  refill: () => ask<Me>('POST', '/api/me/refill'),
  practice: () => ask<TableSummary>('POST', '/api/practice', {}),
  tables: () => ask<TableSummary[]>('GET', '/api/tables'),
  look: (table: string) => ask<Frame>('GET', `/api/tables/${at(table)}`),
  act: (table: string, id: string, act: unknown) => ask<unknown>('POST', `/api/tables/${at(table)}/commands`, { id, act }),
  events: (table: string, after: number, capacity: Capacity) =>
    ask<{ version: number; events: { event: string }[]; says: string[] }>('GET', `/api/tables/${at(table)}/events?after=${after}&capacity=${capacity}`),
  openTable: (wish: NewTable) => ask<TableSummary>('POST', '/api/tables', wish),
  links: () => ask<LinkSeen[]>('GET', '/api/links'),
  openLink: (book: string, reason: string) => ask<LinkSeen>('POST', '/api/links', { book, reason }),
  switchLink: (link: string, to: 'stop' | 'resume', reason: string) =>
    ask<LinkSeen>('POST', `/api/links/${at(link)}/${to}`, { reason }),
  rounds: (table: string, before?: number) =>
    ask<RoundMark[]>('GET', `/api/tables/${at(table)}/rounds${before === undefined ? '' : `?before=${before}`}`),
  round: (table: string, number: number) => ask<RoundRecord>('GET', `/api/tables/${at(table)}/rounds/${number}`),
  replay: (table: string, number: number) => ask<Replay>('GET', `/api/tables/${at(table)}/rounds/${number}/replay`),
  books: () => ask<BookSummary[]>('GET', '/api/books'),
  clause: (id: string) => ask<ClausePlayed>('GET', `/api/clauses/${at(id)}`),
  book: (name: string) => ask<BookPage>('GET', `/api/books/${at(name)}`),
}

/** An id for a command: the same command sent twice is done once. */
export function commandId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
