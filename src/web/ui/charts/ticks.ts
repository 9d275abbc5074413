import type { ChartProps } from './chart.tsx';

type Drawn = Pick<ChartProps, 'points' | 'series' | 'unit'>;

const mostSteps = 5;

/** The highest bar or line. Series of one stack are on top of each other. */
function highestOf({ points, series }: Drawn): number {
  const stacks = Map.groupBy(series, ({ name, stack = name }) => stack);
  const heights = points.flatMap((point) =>
    [...stacks.values()].map((parts) => parts.reduce((sum, { name }) => sum + Number(point[name] ?? 0), 0)),
  );
  return Math.max(0, ...heights);
}

/** Round numbers from 0 to at least the highest, in steps of 1, 2 or 5 times a power of ten; never parts of the unit. */
export function ticksFor(drawn: Drawn): number[] {
  const { unit = 1 } = drawn;
  const highest = highestOf(drawn) / unit;
  const least = Math.max(1, highest / mostSteps);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((one) => one * power >= least) ?? 10) * power;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step * unit);
}
