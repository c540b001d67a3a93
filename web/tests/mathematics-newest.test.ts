/** While somebody types: few questions, and only the newest answer. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Newest } from '../src/mathematics/newest'

let asked: { question: string; signal: AbortSignal; answer: (text: string) => void; refuse: (why: string) => void }[]
let told: string[]
let failed: unknown[]
let newest: Newest<string, string>

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  told = []
  failed = []
  newest = new Newest(
    (question, signal) => new Promise((answer, refuse) => asked.push({ question, signal, answer, refuse })),
    (answer) => told.push(answer),
    (error) => failed.push(error),
  )
})
afterEach(() => vi.useRealTimers())

test('letters typed quickly are one question', async () => {
  newest.ask('first')
  await vi.advanceTimersByTimeAsync(0)
  for (const text of ['2', '2:', '2:1']) {
    newest.ask(text)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked.map(({ question }) => question)).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(250)
  expect(asked.map(({ question }) => question)).toEqual(['first', '2:1'])
})

test('an older answer that comes late is not told, and its question is given up', async () => {
  newest.ask('old')
  await vi.advanceTimersByTimeAsync(250)
  newest.ask('new')
  await vi.advanceTimersByTimeAsync(250)
  expect(asked[0]?.signal.aborted).toBe(true)
  asked[1]?.answer('new answer')
  await vi.advanceTimersByTimeAsync(0)
  asked[0]?.answer('old answer')
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['new answer'])
})

test('a fault of an older question is not told either; one of the newest is', async () => {
  newest.ask('old')
  await vi.advanceTimersByTimeAsync(250)
  newest.ask('new')
  asked[0]?.refuse('given up')
  await vi.advanceTimersByTimeAsync(250)
  expect(failed).toEqual([])
  asked[1]?.refuse('wrong')
  await vi.advanceTimersByTimeAsync(0)
  expect(failed).toEqual(['wrong'])
})

test('the same question again is not asked again', async () => {
  expect(newest.ask('same')).toBe(true)
  await vi.advanceTimersByTimeAsync(250)
  expect(newest.ask('same')).toBe(false)
  asked[0]?.answer('answer')
  await vi.advanceTimersByTimeAsync(250)
  expect(asked).toHaveLength(1)
  expect(told).toEqual(['answer'])
})

test('after the page is left nothing is told', async () => {
  newest.ask('left')
  await vi.advanceTimersByTimeAsync(250)
  newest.stop()
  asked[0]?.answer('late')
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([])
})
