/** Actions as the service names them, in words and as a mark for a map. */
export function actionWords(action: string): string {
  const times = /^bet(\d+)$/.exec(action)?.[1]
  return times ? `Bet ${times}×` : action.charAt(0).toUpperCase() + action.slice(1)
}

export function actionMark(action: string): string {
  const times = /^bet(\d+)$/.exec(action)?.[1]
  return times ? `${times}×` : action === 'check' ? '·' : action.charAt(0).toUpperCase()
}

/** The 169 kinds of two cards as a square: pairs on the diagonal, suited above it. */
export function square(ranks: string): string[][] {
  const down = [...ranks].reverse()
  return down.map((row, r) =>
    down.map((column, c) => (r === c ? `${row}${row}` : r < c ? `${row}${column}s` : `${column}${row}o`)),
  )
}
