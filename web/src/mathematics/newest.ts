/**
 * The newest question wins. Questions that come quickly one after the other are asked once, after a short
 * rest; one that is still being answered is given up when a newer one comes, and its answer is never told.
 */
export class Newest<Question, Answer> {
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: AbortController | null = null
  private key: string | null = null

  constructor(
    private readonly answer: (question: Question, signal: AbortSignal) => Promise<Answer>,
    private readonly told: (answer: Answer) => void,
    private readonly failed: (error: unknown) => void,
    private readonly rest = 250,
  ) {}

  /** True if it is a new question, whose answer will come; the same again changes nothing. */
  ask(question: Question): boolean {
    const key = JSON.stringify(question)
    if (key === this.key) return false
    const first = this.key === null
    this.stop()
    this.key = key
    this.timer = setTimeout(() => this.go(question), first ? 0 : this.rest)
    return true
  }

  stop(): void {
    clearTimeout(this.timer)
    this.running?.abort()
    this.running = null
    this.key = null
  }

  private go(question: Question): void {
    const mine = new AbortController()
    this.running = mine
    this.answer(question, mine.signal).then(
      (answer) => {
        if (!mine.signal.aborted) this.told(answer)
      },
      (error: unknown) => {
        if (!mine.signal.aborted) this.failed(error)
      },
    )
  }
}
