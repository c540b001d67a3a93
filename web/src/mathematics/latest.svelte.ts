/** The newest answer of the service, for a page: what was there before stays, marked as old, until it comes. */
import { type Fault, faultOf } from '../api/calls'
import { Newest } from './newest'

export class Latest<Question, Answer> {
  answer = $state.raw<Answer | null>(null)
  fault = $state.raw<Fault | null>(null)
  /** An answer is awaited. */
  waiting = $state(false)
  /** What is shown belongs to an older question. */
  readonly old = $derived(this.answer !== null && (this.waiting || this.fault !== null))

  private readonly newest: Newest<Question, Answer>

  constructor(answer: (question: Question, signal: AbortSignal) => Promise<Answer>) {
    this.newest = new Newest(
      answer,
      (found) => {
        this.answer = found
        this.fault = null
        this.waiting = false
      },
      (error) => {
        this.fault = faultOf(error)
        this.waiting = false
      },
    )
  }

  ask(question: Question): void {
    if (!this.newest.ask(question)) return
    this.waiting = true
    this.fault = null // it was of the question before
  }

  stop(): void {
    this.newest.stop()
    this.waiting = false
  }
}
