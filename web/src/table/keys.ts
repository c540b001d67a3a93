/** Which key does what at a table. Keys with Ctrl, Alt or Meta belong to the browser, and so does typing. */
export type Key = { does: 'decide'; key: string } | { does: 'go' } | { does: 'help' }

export const HELP: [string, string][] = [
  ['1 to 9', 'bet that many times'],
  ['C', 'check'],
  ['F', 'fold (only after the river)'],
  ['T', 'fold with your cards tucked under a side bet, where the rules allow it'],
  ['Space', 'go on: skip what is moving, then on from the result, then the bet'],
  ['+ and −', 'a chip more or less on the main bet'],
  ['U, D, R, X', 'undo, double, rebet, clear'],
  ['?', 'this list'],
  ['Esc', 'close a window'],
]

export interface Pressed {
  key: string
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
  repeat: boolean
}

export function keyOf(pressed: Pressed, at: { typing: boolean; onButton: boolean; inDialog: boolean }): Key | null {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey || pressed.repeat || at.typing || at.inDialog) return null
  const key = pressed.key.toLowerCase()
  if (key === '?') return { does: 'help' }
  if (key === ' ') return at.onButton ? null : { does: 'go' }
  return /^[1-9cftudrx+-]$/.test(key) ? { does: 'decide', key } : null
}
