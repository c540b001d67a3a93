/** What is said aloud. */
import { actionName } from '../actions'
import type { Cents } from '../api/shapes'
import { price, type Grade } from './grading'

export function verdictSaid(grade: Grade, ante: Cents): string {
  if (grade.right) return `Right: ${actionName(grade.chose)} is best.`
  return `Mistake: ${actionName(grade.best)} is best. It cost you ${price(grade.loss, ante)}.`
}
