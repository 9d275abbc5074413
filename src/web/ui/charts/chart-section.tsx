import { Group, Paper, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { DownloadButton } from '../download.tsx';
import type { Download } from '../download.tsx';
import { Chart } from './chart.tsx';
import type { ChartProps } from './chart.tsx';
import styles from './charts.module.css';

type ChartSectionProps = {
  title: string;
  lead: string;
  chart: Omit<ChartProps, 'label'> & { label: string };
  /** The same numbers as a table. */
  table: ReactNode;
  file: { name: string; text: string; label: string; load: Download };
  /** What is beside the title, for example a choice of what is shown. */
  aside?: ReactNode;
};

/** A chart with the same numbers as a table beside it, which can be downloaded. */
export function ChartSection({ title, lead, chart, table, file, aside }: ChartSectionProps) {
  const id = useId();
  return (
    <Paper className={`muster-surface ${styles.section}`} p="lg" component="section" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="wrap">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <Group gap="xs" className="muster-no-print">
          {aside}
          <DownloadButton size="xs" {...file} />
        </Group>
      </Group>
      <Text size="sm" c="dimmed" mb="md" maw="44rem">
        {lead}
      </Text>
      <div className={styles.contained}>
        <div className={styles.both}>
          <Chart {...chart} />
          <div className={styles.table}>{table}</div>
        </div>
      </div>
    </Paper>
  );
}
