import { expect, test } from 'vitest'
import type { Frame, GameEvent } from '../src/api/shapes'
import { Playback, type Timer } from '../src/table/playback'
import { emptyScene, sceneOf, type Scene } from '../src/table/scene'
import { roundOf } from '../src/words'

/** A clock that stands still until it is moved. */
class Hand implements Timer {
  private due: { at: number; then: () => void }[] = []
  time = 0

  now(): number {
    return this.time
  }

  wait(milliseconds: number, then: () => void): () => void {
    const entry = { at: this.time + milliseconds, then }
    this.due.push(entry)
    return () => {
      this.due = this.due.filter((one) => one !== entry)
    }
  }

  pass(milliseconds: number): void {
    const end = this.time + milliseconds
    for (;;) {
      const next = this.due.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.time = next.at
      this.due = this.due.filter((one) => one !== next)
      next.then()
    }
    this.time = end
  }

  get idle(): boolean {
    return this.due.length === 0
  }
}

function picture(version: number, change: (scene: Scene) => void = () => undefined): Frame {
  const scene = emptyScene({ 2: { player: 'Ann', chips: 10_000 } }, 'house')
  scene.you = { ...scene.you, role: 'player', name: 'Ann', seat: 2, chips: 10_000, legal: [{ act: { do: 'take_back' } }] }
  change(scene)
  return { version, events: [], table: scene.table, you: scene.you, service: scene.service, layout: null, commands: [], receipts: [] }
}

const whole = (frame: Frame): Frame => ({ ...frame, layout: {} as Frame['layout'] & object })

const spot = { seat: 2, hole: null, ante: 500, blind: 500 }
const round = [
  { event: 'wagers_placed', spot, player: 'Ann' },
  { event: 'bets_closed', round: 1, book: 'b', digest: 'd', order: [2] },
  { event: 'holes_dealt', seats: [2], held_by: { 2: 'Ann' }, device: '', at: '', holes: { 2: [51, 46] } },
  { event: 'decided', seat: 2, choice: 'bet4', by: 'player Ann', cents: 2000 },
  { event: 'flop_shown', cards: [0, 1, 2] },
  { event: 'river_shown', cards: [3, 4] },
  { event: 'bank_shown', cards: [8, 12], hand: 'pair of twos', qualifies: true },
  { event: 'hand_shown', seat: 2, cards: [51, 46], hand: 'pair of twos' },
  {
    event: 'wager_settled',
    row: { seat: 2, wager: 'play', stake: 2000, outcome: 'win', due: 2000, paid: 2000, collected: 0, returned: 2000, reason: 'r', clauses: [], note: '' },
    moves: [['house', 'player:Ann', 2000, 'paid'], ['felt', 'player:Ann', 2000, 'returned']],
  },
  { event: 'round_ended', round: 1, net: { 'player:Ann': 2000, house: -2000 } },
  { event: 'phase_began', phase: 'betting' },
] as unknown as GameEvent[]

function watch(): { playback: Playback; timer: Hand; shown: Scene[]; told: string[] } {
  const shown: Scene[] = []
  const told: string[] = []
  const timer = new Hand()
  const playback = new Playback((scene) => shown.push(scene), (event) => told.push(event.event), timer)
  return { playback, timer, shown, told }
}

test('a whole picture is drawn at once', () => {
  const { playback, timer, shown } = watch()
  playback.take(whole(picture(1)))
  expect(shown).toHaveLength(1)
  expect(timer.idle).toBe(true)
  expect(shown[0]?.you.legal).toHaveLength(1)
})

test('events of a frame are played one after the other and end in its picture', () => {
  const { playback, timer, shown, told } = watch()
  playback.take(whole(picture(1)))
  playback.take({ ...picture(2, (scene) => (scene.table.round = 1)), events: round })
  expect(playback.playing).toBe(true)
  timer.pass(60_000)
  expect(told).toEqual(round.map((event) => event.event))
  expect(playback.playing).toBe(false)
  const dealt = shown.find((scene) => scene.you.holes['2'])
  expect(dealt?.you.holes['2']).toEqual(['As', 'Kh'])
  const paid = shown.find((scene) => scene.rows.length)
  expect(paid?.table.board).toHaveLength(5)
  expect(paid?.table.seats['2']?.chips).toBe(10_000 - 1000 - 2000 + 4000)
  expect(shown.find((scene) => scene.net)?.net).toEqual({ Ann: 2000 })
  expect(shown.at(-1)).toEqual(sceneOf(picture(2, (scene) => (scene.table.round = 1)), shown.at(-2)))
})

test('who neither won nor lost is still in the result', () => {
  const { playback, shown } = watch()
  playback.speed = 'off'
  playback.take(whole(picture(1)))
  const ended = { event: 'round_ended', round: 1, net: {} } as unknown as GameEvent
  playback.take({ ...picture(2), events: [...round.slice(0, 1), ended] })
  expect(shown.at(-1)?.net).toEqual({ Ann: 0 })
})

test('nothing is offered while the events of a round are played: only the picture at the end says what may be done', () => {
  const { playback, timer, shown } = watch()
  playback.take(whole(picture(1)))
  playback.take({ ...picture(2), events: round.slice(1) })
  for (const scene of shown.slice(1)) expect(scene.you.legal).toEqual([])
  timer.pass(60_000)
  expect(shown.at(-1)?.you.legal).toHaveLength(1)
})

test('who is betting may go on while others bet, until bets are closed', () => {
  const { playback, timer, shown } = watch()
  const betting = (scene: Scene): void => void (scene.table.phase = 'betting')
  playback.take(whole(picture(1, betting)))
  const others = { event: 'wagers_placed', spot: { ...spot, seat: 4 }, player: 'Bob' } as unknown as GameEvent
  playback.take({ ...picture(2, betting), events: [others] })
  expect(playback.playing).toBe(true)
  expect(shown.at(-1)?.table.spots).toHaveLength(1)
  expect(shown.at(-1)?.you.legal).toHaveLength(1)
  timer.pass(60_000)
  playback.take({ ...picture(3), events: round.slice(1) })
  expect(shown.at(-1)?.you.legal).toEqual([])
})

test('a toke that wins is paid to the dealer, not to the player', () => {
  const { playback, timer, shown } = watch()
  playback.take(whole(picture(1, (scene) => void (scene.table.spots = [{ ...(spot as object), player: 'Ann', settled: [] } as never]))))
  const row = { seat: 2, wager: 'toke', stake: 200, outcome: 'win', due: 200, paid: 200, collected: 0, returned: 200, reason: 'r', clauses: [], note: '' }
  playback.take({ ...picture(2), events: [{ event: 'wager_settled', row } as unknown as GameEvent] })
  expect(shown.at(-1)?.rows).toHaveLength(1)
  expect(shown.at(-1)?.you.chips).toBe(10_000)
  timer.pass(60_000)
})

test('the round keeps its number when bets are closed', () => {
  const { playback, shown } = watch()
  playback.take(whole(picture(1, (scene) => void (scene.table.phase = 'betting'))))
  expect(roundOf(shown.at(-1)!.table)).toBe('round 1')
  playback.take({ ...picture(2), events: round.slice(1, 2) })
  expect(roundOf(shown.at(-1)!.table)).toBe('round 1')
})

test('what has nothing to do with the round stays offered', () => {
  const { playback, shown } = watch()
  playback.take(whole(picture(1, (scene) => void (scene.you.legal = [{ act: { do: 'leave' } }, { act: { do: 'take_back' } }]))))
  playback.take({ ...picture(2), events: round.slice(1) })
  expect(shown.at(-1)?.you.legal).toEqual([{ act: { do: 'leave' } }])
})

test('skipping shows at once how the table stands, and tells everything', () => {
  const { playback, timer, shown, told } = watch()
  playback.take(whole(picture(1)))
  playback.take({ ...picture(2), events: round })
  playback.take({ ...picture(3), events: round.slice(0, 1) })
  playback.skip()
  expect(playback.playing).toBe(false)
  expect(timer.idle).toBe(true)
  expect(shown.at(-1)?.version).toBe(3)
  expect(told).toHaveLength(round.length + 1)
})

test('without motion everything is drawn at once, and only a result stays to be read', () => {
  const { playback, timer, shown } = watch()
  playback.speed = 'off'
  playback.take(whole(picture(1)))
  playback.take({ ...picture(2), events: round.slice(0, 8) })
  expect(timer.idle).toBe(true)
  expect(shown.at(-1)?.version).toBe(2)
  playback.take({ ...picture(3), events: round.slice(8) })
  expect(shown.at(-1)?.net).toEqual({ Ann: 2000 })
  timer.pass(5000)
  expect(shown.at(-1)?.version).toBe(3)
})

test('faster is shorter, and who falls behind hurries', () => {
  const time = (speed: 'slow' | 'normal' | 'fast', frames = 1): number => {
    const { playback, timer } = watch()
    playback.speed = speed
    playback.take(whole(picture(1)))
    for (let i = 0; i < frames; i++) playback.take({ ...picture(2 + i), events: round })
    for (let passed = 0; ; passed += 50) {
      if (!playback.playing) return passed
      timer.pass(50)
    }
  }
  expect(time('fast')).toBeLessThan(time('normal'))
  expect(time('normal')).toBeLessThan(time('slow'))
  expect(time('normal', 8)).toBeLessThan(8 * time('normal') * 0.8)
})

test('a whole picture ends what is being played', () => {
  const { playback, timer, shown } = watch()
  playback.take(whole(picture(1)))
  playback.take({ ...picture(2), events: round })
  playback.take(whole(picture(9)))
  expect(playback.playing).toBe(false)
  expect(timer.idle).toBe(true)
  expect(shown.at(-1)?.version).toBe(9)
})

const asked = (seconds: number): Frame =>
  picture(2, ({ you, service }) => {
    you.legal = [{ act: { do: 'bet', ante: 500 } }] as unknown as Scene['you']['legal']
    service.clock = { waits_for: 'betting', until: seconds * 1_000_000 }
  })

test.each(['slow', 'normal'] as const)('half of the time to bet stays with the viewer, whatever moves (%s)', (speed) => {
  const { playback, timer, told } = watch()
  playback.speed = speed
  playback.take(whole(picture(1)))
  playback.take({ ...asked(6), events: round })
  timer.pass(1000)
  playback.take({ ...asked(6), version: 3 }) // others bet meanwhile: the time is the same
  timer.pass(1950)
  expect(playback.playing).toBe(true)
  timer.pass(100)
  expect(playback.playing).toBe(false)
  expect(told).toHaveLength(round.length)
})

test('who has time enough, or is not asked, sees everything in its own time', () => {
  const left: number[] = []
  for (const frame of [asked(1000), picture(2)]) {
    const { playback, timer } = watch()
    playback.take(whole(picture(1)))
    playback.take({ ...frame, events: round })
    while (playback.playing) timer.pass(10)
    left.push(timer.time)
  }
  expect(left[0]).toBe(left[1])
  expect(left[0]).toBeGreaterThan(9000)
})

const settledRow = (wager: string, stake: number, paid: number, returned: number, collected: number) => ({
  ...{ seat: 2, wager, stake, outcome: paid ? 'win' : 'push', due: paid, paid, collected, returned, reason: 'r', clauses: [], note: '' },
})

test('a toke that wins is the dealer\'s, and a progressive that wins is kept: the chips say so at once', () => {
  const { playback, shown } = watch()
  playback.speed = 'off'
  playback.take(whole(picture(1)))
  const placed = { ...spot, progressive: 500, toke: { on: 'ante', amount: 100 } }
  const events = [
    { event: 'wagers_placed', spot: placed, player: 'Ann' },
    { event: 'wager_settled', row: settledRow('toke on ante', 100, 100, 100, 0) },
    { event: 'wager_settled', row: settledRow('progressive', 500, 2000, 0, 500), moves: [['house', 'player:Ann', 2000, 'paid']] },
    { event: 'wager_settled', row: settledRow('ante', 500, 0, 500, 0), moves: [['felt', 'player:Ann', 500, 'returned']] },
  ] as unknown as GameEvent[]
  playback.replay(sceneOf(picture(1)), events)
  const rows = shown.at(-1)?.rows ?? []
  expect(rows.map(({ wager, back, stake }) => [wager, back - stake])).toEqual([['toke on ante', -100], ['progressive', 1500], ['ante', 0]])
  expect(shown.at(-1)?.you.chips).toBe(10_000 - 500 - 500 - 500 - 100 + 2000 + 500)
})

test('a jackpot comes back when it is paid, not when it is won', () => {
  const { playback, shown } = watch()
  playback.speed = 'off'
  const won = { event: 'wager_settled', row: settledRow('progressive', 500, 100_000, 0, 500) }
  const paid = { event: 'jackpot_paid', seat: 2, player: 'Ann', cents: 100_000, by: 'Sue', moves: [['jackpots', 'player:Ann', 100_000, 'jackpot']] }
  const placed = { event: 'wagers_placed', spot: { ...spot, progressive: 500 }, player: 'Ann' }
  playback.replay(sceneOf(picture(1)), [placed, won] as unknown as GameEvent[])
  expect(shown.at(-1)?.rows[0]?.back).toBe(0)
  playback.replay(sceneOf(picture(1)), [placed, won, paid] as unknown as GameEvent[])
  expect(shown.at(-1)?.rows[0]?.back).toBe(100_000)
})

test('envy for a hand that does not stand goes back', () => {
  const { playback, shown } = watch()
  playback.speed = 'off'
  const placed = { event: 'wagers_placed', spot: { ...spot, progressive: 500 }, player: 'Ann' }
  const envy = { event: 'wager_settled', row: settledRow('envy', 0, 150_000, 0, 0), moves: [['house', 'player:Ann', 150_000, 'paid']] }
  const back = { event: 'envy_taken_back', seat: 2, player: 'Ann', cents: 150_000, brought_by: 3 }
  playback.replay(sceneOf(picture(1)), [placed, envy] as unknown as GameEvent[])
  const rich = shown.at(-1)?.you.chips ?? 0
  playback.replay(sceneOf(picture(1)), [placed, envy, back] as unknown as GameEvent[])
  expect(shown.at(-1)?.you.chips).toBe(rich - 150_000)
  expect(shown.at(-1)?.rows[0]?.back).toBe(0)
})
