/** What a page of the mathematics shows, as it stands in the address: a link reproduces it. */
import type { BookPage } from '../api/shapes'
import { sideOf } from '../table/wagers'
import { keyOf, setTo } from './edits'

export const VIEWS = {
  bench: 'Bench',
  compare: 'Compare books',
  explorer: 'Strategy explorer',
  outcomes: 'Outcomes',
  progressive: 'Progressive',
  protection: 'Game protection',
} as const
export type View = keyof typeof VIEWS

export interface Shown {
  view: View
  book: string
  /** `KEY=VALUE`, as `uth solve --set` takes them, in the order in which they were made. */
  settings: string[]
  /** What lies on the main wager, in dollars; without it, all stakes are in units of it. */
  ante: string
  /** `WAGER=AMOUNT`. */
  stakes: string[]
  /** `NAME=DOLLARS`. */
  meters: string[]
  others: string
  hole: string
  board: string
  dead: string
  /** What somebody knows, as `uth protect --knows` takes it. */
  knows: string
  /** What a play must cost to tell, in Antes. */
  cost: string
}

export const FIRST: Shown = {
  view: 'bench',
  book: 'california-shfl',
  settings: [],
  ante: '',
  stakes: [],
  meters: [],
  others: '',
  hole: '',
  board: '',
  dead: '',
  knows: 'dealer=1',
  cost: '1/4',
}

const TEXTS = ['book', 'ante', 'others', 'hole', 'board', 'dead', 'knows', 'cost'] as const
const LISTS = { set: 'settings', stake: 'stakes', meter: 'meters' } as const
const KNOWN = new Set<string>(['view', ...TEXTS, ...Object.keys(LISTS)])

export function fromSearch(search: string): Shown {
  const given = new URLSearchParams(search)
  // in links of before, a stake stood under the name of its wager
  const named = [...given].filter(([name]) => !KNOWN.has(name)).map(([name, amount]) => `${name}=${amount}`)
  const stakes = [...named, ...given.getAll('stake')]
  const shown: Shown = { ...FIRST, settings: given.getAll('set'), stakes, meters: given.getAll('meter') }
  for (const name of TEXTS) shown[name] = given.get(name) ?? FIRST[name]
  const view = given.get('view') ?? ''
  if (Object.hasOwn(VIEWS, view)) shown.view = view as View
  return shown
}

/** Only what differs from the first page, so that links stay short. */
export function toSearch(shown: Shown): string {
  const given = new URLSearchParams()
  if (shown.view !== FIRST.view) given.set('view', shown.view)
  for (const name of TEXTS) if (shown[name] !== FIRST[name]) given.set(name, shown[name])
  for (const [name, list] of Object.entries(LISTS)) for (const one of shown[list]) given.append(name, one)
  // these may stand as they are in a query, and are easier to read so
  const text = given.toString().replace(/%(3A|3D|2C|5B|5D)/g, decodeURIComponent)
  return text ? `?${text}` : ''
}

/** A book and what is staked on it, as the service takes it. */
export interface Game {
  book: string
  settings: string[]
  ante: string | null
  stakes: Record<string, string>
  meters: string[]
  others: number | string
}

/** A book is asked without stakes and meters that belong to another one. */
export function gameOf(shown: Shown, book: BookPage | undefined): Game {
  const others = shown.others.trim()
  const offered = book ? sideOf(book).map(({ name }) => name) : []
  const stakes = offered.flatMap((name): [string, string][] => {
    const amount = setTo(shown.stakes, name)?.trim()
    return amount && amount !== '0' ? [[name, amount]] : []
  })
  const meters = Object.values(book?.meters ?? {}).flatMap((of) => Object.keys(of))
  return {
    book: shown.book,
    settings: shown.settings,
    ante: shown.ante.trim() || null,
    stakes: Object.fromEntries(stakes),
    meters: shown.meters.filter((one) => !one.endsWith('=') && meters.includes(keyOf(one))),
    // what is no number is sent as it is, so that the service says so
    others: !meters.length || !others ? 0 : /^\d+$/.test(others) ? Number(others) : others,
  }
}

/** Whether something is staked on a wager that has jackpots. */
export function playsForMeters({ stakes }: Game, book: BookPage): boolean {
  return Object.keys(book.meters).some((wager) => stakes[wager])
}
