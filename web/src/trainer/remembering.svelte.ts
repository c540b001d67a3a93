/** The progress of whoever sits here, kept after every change. */
import type { Advice, Grade } from './grading'
import type { Question } from './mistakes'
import { decided, ended, KEY, nothing, read, type Decision, type Progress, type RoundDone } from './progress'

class Remembering {
  progress = $state.raw<Progress>(read(kept(KEY)))
  /** The browser refused to keep it: it lasts as long as the page. */
  forgetful = $state(false)

  constructor() {
    // another page of the same browser has gone on
    addEventListener('storage', ({ key, newValue }) => {
      if (key === KEY) this.progress = read(newValue)
    })
  }

  decide(from: Decision['from'], question: Question, advice: Advice, chose: string): Grade {
    const { progress, grade } = decided(this.progress, from, question, advice, chose, Date.now())
    this.keep(progress)
    return grade
  }

  end(round: RoundDone): void {
    this.keep(ended(this.progress, round))
  }

  clear(): void {
    this.keep(nothing())
  }

  private keep(progress: Progress): void {
    this.progress = progress
    this.forgetful = !keep(KEY, progress)
  }
}

export const remembering = new Remembering()

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
