/** One who plays round after round: the deal, the decisions with their grades, the settlement. */
import { type Fault, faultOf } from '../api/calls'
import { deal, type Deal } from './deal'
import { played, type Game, type Terms } from './game'
import { grade, STREETS, type Advice, type Grade, type Settled } from './grading'
import type { Question } from './mistakes'
import { remembering } from './remembering.svelte'
import { service } from './service'

export interface Verdict {
  advice: Advice
  grade: Grade
}

/** How many cards of the board lie at each street. */
const BOARD = { preflop: 0, flop: 3, river: 5 } as const
const SEAT = '1'

export class Playing {
  dealt = $state.raw<Deal | null>(null)
  street = $state(0)
  /** What may be done now and what it is worth; null while it is asked, and after the last decision. */
  advice = $state.raw<Advice | null>(null)
  verdicts = $state.raw<Verdict[]>([])
  result = $state.raw<Settled | null>(null)
  fault = $state.raw<Fault | null>(null)
  /** A choice that would be a mistake, and what it costs: it is made when it is chosen once more. */
  warned = $state.raw<Grade | null>(null)

  /** Nothing is counted of a round in which values were looked at. */
  private helped = false
  private answers: Advice[] = []
  private again: () => Promise<void> = async () => undefined

  constructor(
    readonly game: Game,
    private readonly terms: Terms,
  ) {
    service.solve(game).catch(() => undefined) // for the end of the round, where its failure is told
  }

  get board(): string[] {
    return this.dealt?.board.slice(0, this.over ? 5 : BOARD[STREETS[this.street] ?? 'river']) ?? []
  }

  /** The last decision is made; the result may still be on its way. */
  get over(): boolean {
    const last = this.verdicts.at(-1)
    return last !== undefined && (last.grade.chose !== 'check' || this.verdicts.length === STREETS.length)
  }

  get net(): number {
    return this.result?.net[SEAT] ?? 0
  }

  get hand(): { category: string; five: string[] } | null {
    return this.result?.hands[SEAT] ?? null
  }

  async next(): Promise<void> {
    const dealt = deal()
    this.dealt = dealt
    this.street = 0
    this.verdicts = []
    this.result = null
    this.advice = null
    this.warned = null
    this.helped = false
    await this.ask(dealt)
  }

  async choose(action: string, values: boolean, warn = false): Promise<void> {
    const { advice, dealt, street } = this
    if (!advice || !dealt) return
    const would = grade(advice, action)
    if (warn && !would.right && this.warned?.chose !== action) {
      this.warned = would
      this.helped = true
      return
    }
    values ||= this.warned !== null
    this.warned = null
    this.helped ||= values
    const asked = question(this.game, dealt, street)
    const graded = values ? grade(advice, action) : remembering.decide('play', asked, advice, action)
    this.verdicts = [...this.verdicts, { advice, grade: graded }]
    this.advice = null
    if (this.over) return this.settle(dealt)
    this.street += 1
    this.advice = this.answers[this.street] ?? null
  }

  /** What did not reach the service, once more. */
  retry(): Promise<void> {
    return this.again()
  }

  /** All streets at once: nobody waits between them. */
  private ask(dealt: Deal): Promise<void> {
    return this.trying(dealt, () => this.ask(dealt), async () => {
      const questions = STREETS.map((_, street) => question(this.game, dealt, street))
      const answers = await service.advise(this.game, questions)
      if (this.dealt !== dealt) return
      this.answers = answers
      this.advice = answers[0] ?? null
    })
  }

  private settle(dealt: Deal): Promise<void> {
    const { verdicts, game, helped } = this
    return this.trying(dealt, () => this.settle(dealt), async () => {
      const decisions = verdicts.map((verdict) => verdict.grade.chose)
      const result = await service.settle(played(game, this.terms, dealt, decisions))
      if (this.dealt === dealt) this.result = result
      if (helped) return
      const { total_loss_per_ante: edge } = await service.solve(game)
      const loss = verdicts.reduce((sum, verdict) => sum + verdict.grade.loss, 0)
      remembering.end({ at: Date.now(), book: game.book, ante: game.ante, net: result.net[SEAT] ?? 0, edge, loss })
    })
  }

  /** What fails is told, unless another hand lies there by then. */
  private async trying(dealt: Deal, again: () => Promise<void>, what: () => Promise<void>): Promise<void> {
    this.fault = null
    this.again = again
    try {
      await what()
    } catch (error) {
      if (this.dealt === dealt) this.fault = faultOf(error)
    }
  }
}

function question(game: Game, dealt: Deal, at: number): Question {
  const street = STREETS[at] ?? 'river'
  return { game, street, hole: dealt.hole, board: dealt.board.slice(0, BOARD[street]) }
}
