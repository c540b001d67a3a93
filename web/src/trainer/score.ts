/** How somebody is doing: right decisions, and how many in a row. */
export interface Score {
  all: number
  right: number
  streak: number
  best: number
}

export function scoreOf(decisions: { loss: number }[]): Score {
  const score: Score = { all: decisions.length, right: 0, streak: 0, best: 0 }
  for (const { loss } of decisions) {
    const right = loss === 0
    score.right += Number(right)
    score.streak = right ? score.streak + 1 : 0
    score.best = Math.max(score.best, score.streak)
  }
  return score
}
