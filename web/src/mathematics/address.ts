/** What a page of the mathematics shows, as it stands in the address: a link reproduces it. */
export const VIEWS = {
  bench: 'Bench',
  compare: 'Compare books',
  explorer: 'Strategy explorer',
  outcomes: 'Outcomes',
  progressive: 'Progressive',
} as const
export type View = keyof typeof VIEWS

export interface Shown {
  view: View
  book: string
  /** `KEY=VALUE`, as `uth solve --set` takes them, in the order in which they were made. */
  settings: string[]
  ante: string
  trips: string
  progressive: string
  /** `NAME=DOLLARS`. */
  meters: string[]
  others: string
  hole: string
  board: string
  dead: string
}

export const FIRST: Shown = {
  view: 'bench',
  book: 'california-shfl',
  settings: [],
  ante: '',
  trips: '',
  progressive: '',
  meters: [],
  others: '',
  hole: '',
  board: '',
  dead: '',
}

const TEXTS = ['book', 'ante', 'trips', 'progressive', 'others', 'hole', 'board', 'dead'] as const
const LISTS = { set: 'settings', meter: 'meters' } as const

export function fromSearch(search: string): Shown {
  const given = new URLSearchParams(search)
  const shown: Shown = { ...FIRST, settings: given.getAll('set'), meters: given.getAll('meter') }
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
  const text = given.toString().replace(/%(3A|2C|5B|5D)/g, decodeURIComponent)
  return text ? `?${text}` : ''
}

/** A book and what is staked on it, as the service takes it. */
export interface Game {
  book: string
  settings: string[]
  ante: string | null
  trips: string
  progressive: string
  meters: string[]
  others: number | string
}

/** A book without a progressive is asked without its stakes: they belong to another one. */
export function gameOf(shown: Shown, hasProgressive: boolean): Game {
  const others = shown.others.trim()
  return {
    book: shown.book,
    settings: shown.settings,
    ante: shown.ante.trim() || null,
    trips: shown.trips.trim() || '0',
    progressive: (hasProgressive && shown.progressive.trim()) || '0',
    meters: hasProgressive ? shown.meters.filter((one) => !one.endsWith('=')) : [],
    // what is no number is sent as it is, so that the service says so
    others: !hasProgressive || !others ? 0 : /^\d+$/.test(others) ? Number(others) : others,
  }
}
