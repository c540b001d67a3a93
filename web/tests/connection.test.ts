import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Fault } from '../src/api/calls'
import type { Act, Frame } from '../src/api/shapes'
import { backoff, Connection, type LinkState } from '../src/table/connection'

class Socket {
  static all: Socket[] = []
  static readonly OPEN = 1
  readyState = 0
  sent: string[] = []
  onopen: () => void = () => undefined
  onmessage: (message: { data: string }) => void = () => undefined
  onclose: () => void = () => undefined

  constructor(readonly url: string) {
    Socket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.drop()
  }
  open(): void {
    this.readyState = Socket.OPEN
    this.onopen()
  }
  drop(): void {
    this.readyState = 3
    this.onclose()
  }
  says(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
}

const check = { do: 'decide', choice: 'check' } as Act
let states: LinkState[]
let frames: Frame[]

function connect(): Connection {
  return new Connection('T1', (frame) => frames.push(frame), (state) => states.push(state))
}
const last = (): Socket => Socket.all.at(-1) as Socket
const id = (text: string | undefined): string => (JSON.parse(text ?? '{}') as { id: string }).id

beforeEach(() => {
  Socket.all = []
  states = []
  frames = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('it is connected when the first picture is here', () => {
  connect()
  last().open()
  expect(states.at(-1)).toEqual({ is: 'connecting' })
  last().says({ table: {}, version: 1, commands: [] })
  expect(states.at(-1)).toEqual({ is: 'open' })
  expect(frames).toHaveLength(1)
})

test('a command that had no answer is sent again under the same id', async () => {
  const connection = connect()
  last().open()
  const answer = connection.do(check, 7)
  const [first] = last().sent
  last().drop()
  expect(states.at(-1)?.is).toBe('waiting')
  vi.advanceTimersByTime(1000)
  expect(Socket.all).toHaveLength(2)
  last().open()
  expect(last().sent).toEqual([first])
  last().says({ command: id(first), version: 8 })
  await expect(answer).resolves.toEqual({ command: id(first), version: 8 })
  last().drop()
  vi.advanceTimersByTime(1500)
  last().open()
  expect(last().sent).toEqual([])
})

test('a refusal is a fault with its words', async () => {
  const connection = connect()
  last().open()
  const answer = connection.do(check).catch((fault: Fault) => `${fault.code}: ${fault.message}`)
  last().says({ fault: { code: 'refused', says: [{ says: 'not your turn' }] }, command: id(last().sent[0]) })
  await expect(answer).resolves.toBe('refused: not your turn')
})

test('what trying again does not mend ends the link', () => {
  connect()
  last().open()
  last().says({ fault: { code: 'not_found', says: [{ says: 'no such table' }] }, command: '' })
  last().drop()
  expect(states.at(-1)).toEqual({ is: 'over', why: 'no such table' })
  vi.advanceTimersByTime(60_000)
  expect(Socket.all).toHaveLength(1)
})

test('waits grow, end somewhere, and differ between people', () => {
  expect(backoff(0, 0.5)).toBe(500)
  expect(backoff(1, 0.5)).toBe(1000)
  expect(backoff(20, 0.5)).toBe(10_000)
  expect(backoff(3, 0)).toBeLessThan(backoff(3, 1))
})

test('a frame answers the commands that brought it', async () => {
  const connection = connect()
  last().open()
  const answer = connection.do(check, 7)
  last().says({ table: {}, version: 8, commands: [id(last().sent[0])] })
  expect(await answer).toEqual({ command: id(last().sent[0]), version: 8 })
  last().drop()
  await vi.advanceTimersByTimeAsync(20_000)
  last().open()
  expect(last().sent).toEqual([])
})
