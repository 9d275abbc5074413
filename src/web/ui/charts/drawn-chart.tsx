import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { heightOf } from './chart.tsx';
import type { ChartProps } from './chart.tsx';
import styles from './charts.module.css';
import { ticksFor } from './ticks.ts';

/** Moving bars cannot be printed, and are no help to anybody. */
const still = { isAnimationActive: false } as const;

/** One image for screen readers: its label leads to the table, which has the numbers. */
export function DrawnChart(props: ChartProps) {
  return (
    <figure aria-label={props.label} className={styles.chart}>
      <Drawing {...props} />
    </figure>
  );
}

function Drawing({ kind, points, by, series, format, axis, unit }: ChartProps) {
  const ticks = ticksFor({ points, series, ...(unit !== undefined && { unit }) });
  const numbers = { ticks, domain: [0, ticks.at(-1) ?? 1] };
  const common = {
    h: heightOf({ kind, points, series }),
    data: points.map((point) => ({ ...point })),
    dataKey: by,
    valueFormatter: format,
    withLegend: series.length > 1,
    // In the order of the series, on as many lines as it takes.
    legendProps: { verticalAlign: 'top', itemSorter: null },
    accessibilityLayer: false,
    gridAxis: kind === 'rows' ? 'y' : 'x',
    tickLine: 'none',
    textColor: 'var(--mantine-color-dimmed)',
    'aria-hidden': true,
    ...(axis !== undefined && { xAxisLabel: axis }),
  } as const;
  if (kind === 'lines')
    return (
      <LineChart
        {...common}
        series={series.map(({ name, label, color }) => ({ name, label, color }))}
        curveType="linear"
        withDots={points.length <= 20}
        strokeWidth={2.5}
        lineProps={still}
        // The dots at the top and at the end are not cut off.
        lineChartProps={{ margin: { top: 8, right: 8 } }}
        yAxisProps={numbers}
      />
    );
  return (
    <BarChart
      {...common}
      series={series.map(({ stack, ...one }) => ({ ...one, ...(stack !== undefined && { stackId: stack }) }))}
      orientation={kind === 'rows' ? 'vertical' : 'horizontal'}
      {...(kind === 'rows'
        ? {
            yAxisProps: { width: 130 },
            xAxisProps: numbers,
            withBarValueLabel: series.every(({ stack }) => stack === undefined),
            // For the number at the end of the longest bar.
            barChartProps: { margin: { right: 56 } },
          }
        : { yAxisProps: numbers })}
      maxBarWidth={44}
      barProps={still}
    />
  );
}
