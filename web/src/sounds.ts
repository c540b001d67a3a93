/** Sounds made here, of noise and tones: nothing is fetched. */
let audio: AudioContext | null = null

function context(): AudioContext {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  return audio
}

function tone(frequency: number, at: number, lasts: number, volume: number, kind: OscillatorType = 'sine'): void {
  const out = context()
  const source = out.createOscillator()
  const gain = out.createGain()
  const start = out.currentTime + at
  source.type = kind
  source.frequency.value = frequency
  gain.gain.setValueAtTime(volume, start)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts)
  source.connect(gain).connect(out.destination)
  source.start(start)
  source.stop(start + lasts)
}

function noise(at: number, lasts: number, volume: number, around: number): void {
  const out = context()
  const buffer = out.createBuffer(1, Math.ceil(out.sampleRate * lasts), out.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length)
  const source = out.createBufferSource()
  const filter = out.createBiquadFilter()
  const gain = out.createGain()
  filter.type = 'bandpass'
  filter.frequency.value = around
  gain.gain.value = volume
  source.buffer = buffer
  source.connect(filter).connect(gain).connect(out.destination)
  source.start(out.currentTime + at)
}

export const sounds = {
  deal: (cards: number) => {
    for (let card = 0; card < cards; card++) noise(0.12 * card, 0.07, 0.35, 2600)
  },
  chip: () => {
    tone(2300, 0, 0.05, 0.08, 'triangle')
    tone(3100, 0.045, 0.05, 0.06, 'triangle')
  },
  win: () => [523, 659, 784].forEach((note, place) => tone(note, 0.11 * place, 0.35, 0.12)),
  great: () => [523, 659, 784, 1047, 1319].forEach((note, place) => tone(note, 0.1 * place, 0.6, 0.14, 'triangle')),
  lose: () => tone(196, 0, 0.25, 0.08),
}

export type Sound = keyof typeof sounds
