/** The chart of luck and skill: sums after each round, in dollars. */
import type uPlot from 'uplot'
import { dollars } from '../money'
import type { Draw } from '../parts/Chart.svelte'
import type { Parts } from './luck'

interface Line {
  label: string
  colour: string
  dash: number[]
  height: (sum: Parts) => number
}

const LINES: Line[] = [
  { label: 'Net', colour: '--ink', dash: [], height: (sum) => sum.net },
  { label: 'Game and skill', colour: '--brand', dash: [10, 4], height: (sum) => sum.value + sum.skill },
  { label: 'Luck', colour: '--brass', dash: [3, 4], height: (sum) => sum.luck },
]

/** From nothing before the first round. */
export function luckData(sums: Parts[]): uPlot.AlignedData {
  const from = [{ net: 0, value: 0, skill: 0, luck: 0 }, ...sums]
  return [from.map((_, round) => round), ...LINES.map(({ height }) => from.map((sum) => height(sum) / 100))]
}

export const luckChart: Draw = (_, colour) => {
  const grid = { stroke: colour('--line'), width: 1 }
  const axis = { stroke: colour('--soft'), grid, ticks: { show: false } }
  const line = { width: 2, points: { show: false } }
  return {
    scales: { x: { time: false } },
    legend: { live: false },
    cursor: { show: false },
    axes: [
      { ...axis, label: 'Rounds', labelSize: 22, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500] },
      { ...axis, size: 64, values: (_, ticks) => ticks.map((tick) => dollars(Math.round(tick * 100))) },
    ],
    series: [{}, ...LINES.map(({ label, colour: name, dash }) => ({ ...line, label, dash, stroke: colour(name) }))],
  }
}
