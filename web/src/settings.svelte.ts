/** What somebody likes, kept on this device. */
import { MediaQuery } from 'svelte/reactivity'
import type { Speed } from './table/playback'

export interface Settings {
  theme: 'system' | 'light' | 'dark'
  fourColours: boolean
  speed: Speed
  log: boolean
  sound: boolean
  /** Beside the table, where there is room: what happened, or what it pays. */
  beside: 'log' | 'pays'
  /** At a table of one's own: bet the same again, and check as long as that is free. */
  autoBet: boolean
  autoCheck: boolean
  /** In the trainer: say so before a mistake is made. */
  warn: boolean
}

const KEY = 'uth.settings'
const PLAIN: Settings = { theme: 'system', fourColours: false, speed: 'normal', log: true, sound: false, beside: 'log', autoBet: false, autoCheck: false, warn: false }

function kept(): Settings {
  try {
    return { ...PLAIN, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) }
  } catch {
    return PLAIN
  }
}

export const settings = $state<Settings>(kept())

/** Keep every change, and show the theme; called once, by the app. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings)
    try {
      localStorage.setItem(KEY, text)
    } catch {
      // a browser that keeps nothing forgets the settings with the page
    }
  })
  $effect(() => {
    document.documentElement.dataset['theme'] = settings.theme
  })
}

/** Whether the device was asked for less motion: then nothing moves, whatever was chosen here. */
export const stillness = new MediaQuery('prefers-reduced-motion: reduce')

/** How fast things move: not at all for those who asked their device for it. */
export function speed(): Speed {
  return stillness.current ? 'off' : settings.speed
}
