/** The charts of these pages, in the words of the library that draws them. */
import type uPlot from 'uplot'
import type { Draw } from '../parts/Chart.svelte'
import { fixed } from './exact'

function axis(colour: (name: string) => string, more: uPlot.Axis): uPlot.Axis {
  const line = { stroke: colour('--line'), width: 1 }
  const font = '12px sans-serif'
  return { stroke: colour('--soft'), grid: line, ticks: line, font, labelFont: font, ...more }
}

function share(value: number | null, digits: number): string {
  return value === null ? '' : `${fixed(value * 100, digits)} %`
}

/** Shares beside an axis, without digits after the point. */
const shares: uPlot.Axis = { size: 62, values: (_, ticks) => ticks.map((tick) => share(tick, 0)) }
const dollars = (value: number): string => `$${value.toLocaleString('en-US')}`

/** Bars of probability, and the line of results at most as good. */
export const distributionChart: Draw = (plot, colour) => ({
  scales: {
    x: { time: false, range: (_, low, high) => [low - 1, high + 1] },
    p: { range: (_, _low, high) => [0, high * 1.05] },
    c: { range: [0, 1] },
  },
  axes: [
    axis(colour, { label: 'Net result in Antes' }),
    axis(colour, { ...shares, scale: 'p' }),
    axis(colour, { ...shares, scale: 'c', side: 1, grid: { show: false } }),
  ],
  series: [
    { label: 'Net', value: (_, net) => (net === null ? '' : fixed(net, 2)) },
    {
      label: 'Probability',
      scale: 'p',
      stroke: colour('--brand'),
      fill: colour('--brand'),
      ...(plot.paths.bars ? { paths: plot.paths.bars({ size: [0.7, 40] }) } : {}),
      points: { show: false },
      value: (_, value) => share(value, 4),
    },
    {
      label: 'This or worse',
      scale: 'c',
      stroke: colour('--brass'),
      width: 2,
      ...(plot.paths.stepped ? { paths: plot.paths.stepped({ align: 1 }) } : {}),
      points: { show: false },
      value: (_, value) => share(value, 4),
    },
  ],
})

/** What the progressive adds to a round, against its meter. */
export const meterChart: Draw = (_, colour) => ({
  scales: { x: { time: false }, y: {} },
  axes: [
    axis(colour, { label: 'Meter in dollars', values: (_, ticks) => ticks.map(dollars) }),
    axis(colour, { size: 70, label: 'Antes a round' }),
  ],
  series: [
    { label: 'Meter', value: (_, value) => (value === null ? '' : dollars(value)) },
    {
      label: 'Gain by the progressive',
      stroke: colour('--brand'),
      width: 2,
      points: { show: true, size: 7 },
      value: (_, value) => (value === null ? '' : fixed(value)),
    },
  ],
})
