import { expect, test } from 'vitest'
import { keyOf, type Pressed } from '../src/table/keys'

const free = { typing: false, onButton: false, inDialog: false }
const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({ key, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...more })

test.each(['9', '5', '4', '3', '2', '1', 'c', 'f', 't', 'C', 'F'])('%s is a decision', (key) => {
  expect(keyOf(press(key), free)).toEqual({ does: 'decide', key: key.toLowerCase() })
})

test('space goes on, a question mark helps, other keys do nothing', () => {
  expect(keyOf(press(' '), free)).toEqual({ does: 'go' })
  expect(keyOf(press('?'), free)).toEqual({ does: 'help' })
  for (const key of ['0', 'y', 'Enter', 'Tab', 'Escape']) expect(keyOf(press(key), free)).toBeNull()
})

test('typing, windows, the browser’s own keys and a key held down do nothing at the table', () => {
  expect(keyOf(press('4'), { ...free, typing: true })).toBeNull()
  expect(keyOf(press('f'), { ...free, inDialog: true })).toBeNull()
  expect(keyOf(press('f', { ctrlKey: true }), free)).toBeNull()
  expect(keyOf(press('c', { repeat: true }), free)).toBeNull()
  expect(keyOf(press(' '), { ...free, onButton: true })).toBeNull()
})
