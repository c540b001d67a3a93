import { expect, test } from 'vitest'
import type { Change, EventSeen, Frame } from '../src/api/shapes'
import { Playback, type Timer } from '../src/table/playback'
import { after, sceneOf, type Scene } from '../src/table/scene'
import { roundOf } from '../src/words'
import { emptyScene } from './scenes'

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

const spot = { seat: 2, player: 'Ann', stakes: { ante: 500, blind: 500 } }
const chips = (cents: number): Change => ({ at: ['seats', '2', 'chips'], now: cents })
const own = (cents: number, holes: Record<string, string[]> = {}): NonNullable<EventSeen['you']> => ({ chips: cents, holes, hands: {}, worth: {} })
const HOLES = { 2: ['As', 'Kh'] }
const row = { seat: 2, wager: 'play', title: 'Play', stake: 2000, outcome: 'win', gain: 2000 }
const round: EventSeen[] = [
  { event: 'wagers_placed', says: 'Seat 2 (Ann) bets', changes: [chips(9000), { at: ['spots', 0], now: spot }], you: own(9000) },
  { event: 'bets_closed', says: 'No more bets. Round 1', changes: [{ at: ['round'], now: 1 }, { at: ['phase'], now: 'dealing' }] },
  { event: 'holes_dealt', says: 'Two cards each', changes: [{ at: ['dealt'], now: true }], you: own(9000, HOLES) },
  {
    event: 'decided',
    says: 'Seat 2 bets 4×, $20',
    changes: [chips(7000), { at: ['spots', 0, 'stakes', 'play'], now: 2000 }],
    you: own(7000, HOLES),
  },
  { event: 'flop_shown', says: 'Flop', changes: ['2c', '2d', '2h'].map((now, place) => ({ at: ['board', place], now })) },
  { event: 'river_shown', says: 'Turn and river', changes: [{ at: ['board', 3], now: '2s' }, { at: ['board', 4], now: '3c' }] },
  { event: 'bank_shown', says: 'Dealer shows', changes: [{ at: ['bank_hand'], now: ['4c', '5c'] }] },
  { event: 'hand_shown', says: 'Seat 2 shows', changes: [{ at: ['spots', 0, 'hole'], now: HOLES[2] }] },
  { event: 'wager_settled', says: 'Seat 2: wins', changes: [chips(11_000), { at: ['rows', 0], now: row }], you: own(11_000, HOLES) },
  { event: 'round_ended', says: 'Round 1 ends', net: { Ann: 2000 } },
  {
    event: 'phase_began',
    changes: [{ at: ['phase'], now: 'betting' }, { at: ['spots'], now: [] }, { at: ['board'], now: [] }, { at: ['rows'], now: [] }],
    you: own(11_000),
  },
]

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
  const paid = shown.find((scene) => scene.table.rows.length)
  expect(paid?.table.board).toHaveLength(5)
  expect(paid?.table.seats['2']?.chips).toBe(11_000)
  const ended = shown.find((scene) => scene.net)
  expect(ended?.net).toEqual({ Ann: 2000 })
  expect(ended?.table.board, 'the felt is cleared with what comes next').toHaveLength(5)
  expect(shown.at(-1)).toEqual(sceneOf(picture(2, (scene) => (scene.table.round = 1))))
})

test('a change puts a part where it belongs, and takes away what is gone', () => {
  const scene = emptyScene({ 2: { player: 'Ann', chips: 100 } }, 'house')
  const next = after(scene, {
    event: 'seat_left',
    changes: [{ at: ['seats', '2'] }, { at: ['bank', 'wager'], now: null }, { at: ['seats', '3'], now: { player: 'Bob', chips: 5 } }],
  })
  expect(next.table.seats).toEqual({ 3: { player: 'Bob', chips: 5 } })
  expect(next.table.bank.wager).toBeNull()
  expect(scene.table.seats, 'what was drawn stays as it was').toHaveProperty('2')
})

test('nothing is offered while the events of a round are played: only the picture at the end says what may be done', () => {
  const { playback, timer, shown } = watch()
  playback.take(whole(picture(1)))
  playback.take({ ...picture(2), events: round })
  playback.skip()
  playback.take({ ...picture(3), events: round })
  timer.pass(400)
  expect(shown.at(-1)?.table.phase).toBe('dealing')
  expect(shown.at(-1)?.you.legal).toEqual([])
  timer.pass(60_000)
  expect(shown.at(-1)?.you.legal).toHaveLength(1)
})

test('who is betting may go on while others bet, until bets are closed', () => {
  const { playback, timer, shown } = watch()
  const betting = (scene: Scene): void => void (scene.table.phase = 'betting')
  playback.take(whole(picture(1, betting)))
  const others: EventSeen = { event: 'wagers_placed', changes: [{ at: ['spots', 0], now: { ...spot, seat: 4, player: 'Bob' } }] }
  playback.take({ ...picture(2, betting), events: [others] })
  expect(playback.playing).toBe(true)
  expect(shown.at(-1)?.table.spots).toHaveLength(1)
  expect(shown.at(-1)?.you.legal).toHaveLength(1)
  timer.pass(60_000)
  playback.take({ ...picture(3), events: round.slice(1) })
  expect(shown.at(-1)?.you.legal).toEqual([])
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
  playback.take({ ...picture(2), events: round.slice(0, 9) })
  expect(timer.idle).toBe(true)
  expect(shown.at(-1)?.version).toBe(2)
  playback.take({ ...picture(3), events: round.slice(9) })
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
    you.legal = [{ act: { do: 'bet', stakes: { ante: 500 } } }] as unknown as Scene['you']['legal']
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
  expect(left[0]).toBeGreaterThan(7000)
})

const mine: EventSeen[] = round.map((event) =>
  event.event === 'round_ended' ? ({ ...event, result: { round: 1, net: 2000, void: false, why: '', rows: [], fees: 0, banked: [] } } as EventSeen) : event,
)

test('a result stays until its player moves on, whatever comes after it', () => {
  const { playback, timer, shown } = watch()
  playback.take(whole(picture(1)))
  playback.take({ ...picture(2), events: mine })
  for (let version = 3; version < 9; version++) playback.take(picture(version))
  timer.pass(60_000)
  expect(shown.at(-1)?.net).toEqual({ Ann: 2000 })
  expect(playback.playing).toBe(true)
  playback.next()
  expect(playback.playing).toBe(false)
  expect(shown.at(-1)?.version).toBe(8)
})

test.each(['slow', 'normal', 'fast', 'off'] as const)('skipping stops at the result (%s)', (speed) => {
  const { playback, timer, shown, told } = watch()
  playback.speed = speed
  playback.take(whole(picture(1)))
  playback.take({ ...picture(2), events: mine })
  playback.skip()
  playback.skip()
  expect(shown.at(-1)?.net).toEqual({ Ann: 2000 })
  expect(told).toContain('wager_settled')
  timer.pass(3900)
  expect(shown.at(-1)?.net).toEqual({ Ann: 2000 })
})

test('half of the time to bet stays with the player, but a result is shown for four seconds', () => {
  for (const [seconds, until] of [[20, 10_000], [4, 4000]] as const) {
    const { playback, timer } = watch()
    playback.speed = 'off'
    playback.take(whole(picture(1)))
    playback.take({ ...asked(seconds), events: mine })
    timer.pass(until - 50)
    expect(playback.playing).toBe(true)
    timer.pass(100)
    expect(playback.playing).toBe(false)
  }
})

test('who lets a round go by sees it dealt, once the result could be read', () => {
  const { playback, timer, shown } = watch()
  playback.speed = 'off'
  playback.take(whole(picture(1)))
  playback.take({ ...picture(2), events: mine })
  timer.pass(1000)
  playback.take({ ...picture(3), events: round.slice(0, 3) })
  expect(shown.at(-1)?.net).toEqual({ Ann: 2000 })
  timer.pass(3000)
  expect(shown.at(-1)?.version).toBe(3)
})

test('one hand is paid first, wager by wager, and the others together; nothing is lost from the log', () => {
  const { playback, timer, shown, told } = watch()
  const settled = (seat: number, wager: string, place: number): EventSeen => ({
    event: 'wager_settled',
    says: `${seat} ${wager}`,
    changes: [{ at: ['rows', place], now: { ...row, seat, wager } }],
  })
  const both: Change = { at: ['spots'], now: [spot, { ...spot, seat: 5, player: 'Bob' }] }
  playback.take(whole(picture(1)))
  const rows = [settled(5, 'ante', 0), settled(5, 'blind', 1), settled(2, 'ante', 2), settled(2, 'blind', 3)]
  playback.take({ ...picture(2), events: [{ event: 'bets_closed', changes: [both] }, ...rows] })
  timer.pass(60_000)
  const paid = [...new Set(shown.map(({ table }) => table.rows.map(({ seat, wager }) => `${seat} ${wager}`).join()))]
  expect(paid).toEqual(['', '2 ante', '2 ante,2 blind', '5 ante,5 blind,2 ante,2 blind'])
  expect(told).toHaveLength(5)
})
