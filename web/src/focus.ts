/** Back to where somebody came from; where that is gone, or is nowhere, to the page itself. */
export function focusOrMain(to: Element | null = null): void {
  const back = to instanceof HTMLElement && to.isConnected && to !== document.body ? to : document.getElementById('main')
  back?.focus({ preventScroll: true })
}

/**
 * Who works with the keyboard stays in his place: when the control that has the focus goes away or is switched
 * off, the place around it gets it, and the next tab leads to what can be done there now. Nothing of that is chosen
 * for him, since a key that was meant for the last control would do it; but what only leads on (`data-next`) gets
 * the focus at once. An attachment, for an element with `tabindex="-1"`.
 */
export function keepsFocus(place: HTMLElement): () => void {
  let last: HTMLElement | null = null
  const came = ({ target }: FocusEvent): void => {
    last = target instanceof HTMLElement && place.contains(target) ? target : null
  }
  const look = (): void => {
    if (!last || (last !== place && last.isConnected && !last.matches(':disabled'))) return
    const now = document.activeElement
    if (now !== null && now !== document.body && now !== last) return
    const next = place.querySelector<HTMLElement>('[data-next]') ?? place
    if (next !== now) next.focus({ preventScroll: true })
  }
  const changes = new MutationObserver(look)
  changes.observe(place, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', came)
  return () => {
    changes.disconnect()
    document.removeEventListener('focusin', came)
  }
}
