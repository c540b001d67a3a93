/** The charts of these pages, in the words of the library that draws them. */
import type uPlot from 'uplot'
import type { Draw } from '../parts/Chart.svelte'
import { fixed } from './exact'

function axis(colour: (name: string) => string, more: uPlot.Axis): uPlot.Axis {
  const line = { stroke: colour('--line'), width: 1 }
  const font = '12px sans-serif'
  return { stroke: colour('--soft'), grid: line, ticks: line, font, labelFont: font, ...more }
}

function share(value: number, digits: number): string {
  return `${fixed(value * 100, digits)} %`
}

/** Where nobody points at anything, as on a phone, the legend tells of one point. */
function pointed(of: (plot: uPlot) => number, write: (value: number) => string): NonNullable<uPlot.Series['value']> {
  return (plot, value, series, at) => write(at === null ? (plot.data[series]?.[of(plot)] ?? 0) : (value ?? 0))
}

function likeliest({ data }: uPlot): number {
  const chances = [...(data[1] ?? [])] as number[]
  return chances.indexOf(Math.max(...chances))
}
const first = (): number => 0

/** Shares beside an axis, without digits after the point. */
const shares: uPlot.Axis = { size: 62, values: (_, ticks) => ticks.map((tick) => share(tick, 0)) }
const dollars = (value: number): string => `$${value.toLocaleString('en-US')}`
const short = (value: number): string => `$${value.toLocaleString('en-US', { notation: 'compact' })}`

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
    { label: 'Net', value: pointed(likeliest, (net) => fixed(net, 2)) },
    {
      label: 'Probability',
      scale: 'p',
      stroke: colour('--brand'),
      fill: colour('--brand'),
      ...(plot.paths.bars ? { paths: plot.paths.bars({ size: [0.7, 40] }) } : {}),
      points: { show: false },
      value: pointed(likeliest, (value) => share(value, 4)),
    },
    {
      label: 'This or worse',
      scale: 'c',
      stroke: colour('--brass'),
      width: 2,
      ...(plot.paths.stepped ? { paths: plot.paths.stepped({ align: 1 }) } : {}),
      points: { show: false },
      value: pointed(likeliest, (value) => share(value, 4)),
    },
  ],
})

/** What the progressive adds to a round, against its meter. */
export const meterChart: Draw = (_, colour) => ({
  scales: { x: { time: false }, y: {} },
  axes: [
    axis(colour, { label: 'Meter in dollars', values: (_, ticks) => ticks.map(short) }),
    axis(colour, { size: 70, label: 'Antes a round' }),
  ],
  series: [
    { label: 'Meter', value: pointed(first, dollars) },
    {
      label: 'Gain by the progressive',
      stroke: colour('--brand'),
      width: 2,
      points: { show: true, size: 7 },
      value: pointed(first, fixed),
    },
  ],
})
