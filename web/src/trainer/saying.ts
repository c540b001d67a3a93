/** What is said aloud, and where the keyboard stands afterwards. */
import { actionName } from '../actions'
import type { Cents } from '../api/shapes'
import { price, type Grade } from './grading'

export function verdictSaid(grade: Grade, ante: Cents): string {
  if (grade.right) return `Right: ${actionName(grade.chose)} is best.`
  return `Mistake: ${actionName(grade.best)} is best. It cost you ${price(grade.loss, ante)}.`
}

/** A button that was pressed and is gone takes the focus with it: it goes to where the next ones are. */
export function focusWhenLost(place: HTMLElement, _when: unknown): void {
  if (document.activeElement === document.body || document.activeElement === null) place.focus({ preventScroll: true })
}
