/** The meters at which the line of a progressive is computed: round amounts from nothing to beyond the break-even. */
export function meterSteps(breakEven: number): number[] {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, breakEven))) - 1)
  const end = Math.max(1, Math.ceil((breakEven * 1.25) / size)) * size
  return [0.01, 0.25, 0.5, 0.75, 1].map((part) => Math.round(end * part))
}
