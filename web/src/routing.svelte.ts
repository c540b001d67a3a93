/**
 * Which page an address shows. A page is one row here, and its first word one row of the service's
 * `uth/server/pages.py`.
 */
export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string }
  | { page: 'rounds'; table: string }
  | { page: 'round'; table: string; round: number }
  | { page: 'rules' }
  | { page: 'how to play' }
  | { page: 'book'; book: string }
  | { page: 'clause'; book: string; clause: string }
  | { page: 'trainer' }
  | { page: 'mathematics' }
  | { page: 'console'; table: string }
  | { page: 'floor' }
  | { page: 'players' }
  | { page: 'statement' }
  | { page: 'account' }
  | { page: 'nowhere' }

const ROUTES: [RegExp, (parts: string[]) => Route][] = [
  [/^\/$/, () => ({ page: 'lobby' })],
  [/^\/table\/([^/]+)$/, ([table = '']) => ({ page: 'table', table })],
  [/^\/table\/([^/]+)\/rounds$/, ([table = '']) => ({ page: 'rounds', table })],
  [/^\/table\/([^/]+)\/rounds\/(\d{1,9})$/, ([table = '', round]) => ({ page: 'round', table, round: Number(round) })],
  [/^\/rules$/, () => ({ page: 'rules' })],
  [/^\/rules\/how-to-play$/, () => ({ page: 'how to play' })],
  [/^\/rules\/([^/]+)$/, ([book = '']) => ({ page: 'book', book })],
  [/^\/rules\/([^/]+)\/([^/]+)$/, ([book = '', clause = '']) => ({ page: 'clause', book, clause })],
  [/^\/trainer$/, () => ({ page: 'trainer' })],
  [/^\/mathematics$/, () => ({ page: 'mathematics' })],
  [/^\/console\/([^/]+)$/, ([table = '']) => ({ page: 'console', table })],
  [/^\/floor$/, () => ({ page: 'floor' })],
  [/^\/floor\/players$/, () => ({ page: 'players' })],
  [/^\/statement$/, () => ({ page: 'statement' })],
  [/^\/account$/, () => ({ page: 'account' })],
]

/** The pages that the bar at the top leads to. */
export const PLACES = [
  { to: '/', name: 'Tables', pages: ['lobby', 'table', 'rounds', 'round'] },
  { to: '/trainer', name: 'Trainer', pages: ['trainer'] },
  { to: '/mathematics', name: 'Mathematics', pages: ['mathematics'] },
  { to: '/rules', name: 'Rules', pages: ['rules', 'how to play', 'book', 'clause'] },
] as const

/** A part of an address; one that is written wrongly stays as it is, and nothing has that name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function routeOf(path: string): Route {
  for (const [pattern, route] of ROUTES) {
    const found = pattern.exec(path.replace(/(.)\/$/, '$1'))
    if (found) return route(found.slice(1).map(decoded))
  }
  return { page: 'nowhere' }
}

class Place {
  route = $state<Route>(routeOf(location.pathname))

  go(to: string): void {
    const before = location.pathname
    history.pushState(null, '', to)
    this.route = routeOf(location.pathname)
    if (location.pathname === before) return // another part of the same page
    scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true }) // the link that was followed may be gone
  }

  /** Follow links inside the app without loading it again, and the browser's back and forward. */
  listen(): () => void {
    const back = (): void => {
      this.route = routeOf(location.pathname)
    }
    const follow = (click: MouseEvent): void => {
      const link = (click.target as Element).closest('a')
      const plain = click.button === 0 && !click.ctrlKey && !click.metaKey && !click.shiftKey && !click.altKey
      if (!link || !plain || link.target || link.origin !== location.origin) return
      if (link.hash && link.pathname === location.pathname) return // to a part of this page, as the browser does it
      if (link.hasAttribute('download') || routeOf(link.pathname).page === 'nowhere') return
      click.preventDefault()
      this.go(link.pathname + link.search + link.hash)
    }
    addEventListener('popstate', back)
    document.addEventListener('click', follow)
    return () => {
      removeEventListener('popstate', back)
      document.removeEventListener('click', follow)
    }
  }
}

export const place = new Place()
