/**
 * Who works with the keyboard stays in his place: when the control that has the focus goes away or is switched
 * off, the place around it gets it, and the next tab leads to what can be done there now. An attachment, for an
 * element with `tabindex="-1"`.
 */
export function keepsFocus(place: HTMLElement): () => void {
  let last: HTMLElement | null = null
  const came = ({ target }: FocusEvent): void => {
    last = target instanceof HTMLElement && place.contains(target) ? target : null
  }
  const look = (): void => {
    if (!last || last === place || (last.isConnected && !last.matches(':disabled'))) return
    const now = document.activeElement
    if (now === null || now === document.body || now === last) place.focus({ preventScroll: true })
  }
  const changes = new MutationObserver(look)
  changes.observe(place, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', came)
  return () => {
    changes.disconnect()
    document.removeEventListener('focusin', came)
  }
}
