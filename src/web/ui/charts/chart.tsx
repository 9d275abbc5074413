import { Skeleton } from '@mantine/core';
import { lazyPart } from '../../lazy-part.tsx';

export type Point = Readonly<Record<string, string | number | null>>;
/** `name`: the key of its numbers in each point. `stack`: series of the same stack are drawn on top of each other. */
export type Series = { name: string; label: string; color: string; stack?: string };

export type ChartProps = {
  /** `columns` and `lines` go along the horizontal axis, `rows` are bars beside their names. */
  kind: 'columns' | 'rows' | 'lines';
  /** What the chart is about. Screen readers read the numbers in the table beside it. */
  label: string;
  points: readonly Point[];
  /** The key of the names of the points. */
  by: string;
  series: readonly Series[];
  format: (value: number) => string;
  /** The smallest step of the axis: 1, or 0.01 for shares in percent. */
  unit?: number;
  /** What the horizontal axis counts. */
  axis?: string;
};

/** They differ in lightness as well, for people who see few colours and for paper. charts.module.css has their values. */
export const chartColors = Array.from({ length: 8 }, (_, index) => `var(--chart-${index + 1})`);

const rowPx = 32;

export const heightOf = ({ kind, points, series }: Pick<ChartProps, 'kind' | 'points' | 'series'>): number =>
  (kind === 'rows' ? Math.max(3, points.length) * rowPx + 24 : 260) + (series.length > 1 ? 32 : 0);

/** Draws a chart. The library is loaded when the first one is shown. */
export const Chart = lazyPart<ChartProps>(
  'chart',
  async () => (await import('./drawn-chart.tsx')).DrawnChart,
  (props) => <Skeleton h={heightOf(props)} radius="md" animate={false} />,
);
