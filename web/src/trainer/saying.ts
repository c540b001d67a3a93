/** What is said aloud, and where the keyboard stands afterwards. */
import { actionName } from '../actions'
import type { Cents } from '../api/shapes'
import { price, type Grade } from './grading'

export function verdictSaid(grade: Grade, ante: Cents): string {
  if (grade.right) return `Right: ${actionName(grade.chose)} is best.`
  return `Mistake: ${actionName(grade.best)} is best. It cost you ${price(grade.loss, ante)}.`
}

/**
 * A button that was pressed and is gone takes the focus with it: it goes to the one that leads on, or to where the
 * next ones are. None of those is chosen for anybody: a key that was meant for the last hand would decide this one.
 */
export function focusWhenLost(place: HTMLElement, begun: boolean, _when: unknown): void {
  if (!begun) return
  const at = document.activeElement
  if (at !== document.body && at !== null && at !== place) return
  const next = place.querySelector<HTMLElement>('[data-next]') ?? place
  next.focus({ preventScroll: true })
}
