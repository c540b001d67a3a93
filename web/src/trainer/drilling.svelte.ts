/** Close decisions, one after the other, and the mistakes among them again. */
import { type Fault, faultOf } from '../api/calls'
import type { Game } from './game'
import type { Advice, Grade, Street } from './grading'
import { dueNow, sameHand, soonest, type Question } from './mistakes'
import { remembering } from './remembering.svelte'
import { service } from './service'

export type Drill = Street | 'mistakes'

const AT_ONCE = 12
const FEW = 3

export class Drilling {
  question = $state.raw<Question | null>(null)
  advice = $state.raw<Advice | null>(null)
  grade = $state.raw<Grade | null>(null)
  fault = $state.raw<Fault | null>(null)
  /** This one was missed before. */
  back = $state(false)
  /** There is nothing left to ask: no mistake waits. */
  done = $state(false)

  private fresh: Question[] = []
  private fetching: Promise<void> | null = null

  constructor(
    readonly game: Game,
    readonly drill: Drill,
  ) {}

  async next(): Promise<void> {
    this.fault = null
    try {
      const question = await this.pick()
      this.grade = null
      this.advice = null
      this.question = question
      this.done = question === null
      this.back = question !== null && remembering.progress.mistakes.some((one) => sameHand(one, question))
      if (!question) return
      const [advice] = await service.advise(question.game, [question])
      if (this.question === question) this.advice = advice ?? null
    } catch (error) {
      this.fault = faultOf(error)
    }
  }

  /** The grade, once for each question. */
  choose(action: string): Grade | null {
    if (!this.advice || !this.question || this.grade) return null
    this.grade = remembering.decide('drill', this.question, this.advice, action)
    return this.grade
  }

  /** What becomes of the hand after its answer. */
  get fate(): string {
    const { question, grade } = this
    if (!question || !grade) return ''
    const waiting = remembering.progress.mistakes.find((one) => sameHand(one, question))
    if (!waiting) return this.back ? 'Twice in a row: it leaves your mistakes.' : ''
    const wait = waiting.due - remembering.progress.drilled
    return grade.right ? `It comes back once more, in ${wait} decisions.` : `It comes back in ${wait} decisions.`
  }

  private async pick(): Promise<Question | null> {
    const { mistakes, drilled } = remembering.progress
    if (this.drill === 'mistakes') return soonest(mistakes, this.game.book, this.question)
    const due = dueNow(mistakes, this.game.book, this.drill, drilled)
    if (due) return due
    if (this.fresh.length <= FEW) {
      const fetched = this.fetch(this.drill)
      if (this.fresh.length === 0) await fetched
      else fetched.catch(() => undefined) // those at hand are enough for now
    }
    return this.fresh.shift() ?? null
  }

  private fetch(street: Street): Promise<void> {
    this.fetching ??= service
      .drill(this.game, street, AT_ONCE)
      .then((questions) => void this.fresh.push(...questions))
      .finally(() => (this.fetching = null))
    return this.fetching
  }
}
