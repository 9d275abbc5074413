import { useTranslation } from 'react-i18next';
import { exportSeries } from '../queries.ts';
import type { SeriesTable } from '../queries.ts';

/** The CSV file of one of the tables. */
export function useFile(pid: string, table: SeriesTable, title: string) {
  const { t, i18n } = useTranslation();
  return {
    name: `${pid}-${table}-by-year.csv`,
    text: t('years.csv'),
    label: t('years.csvOf', { title }),
    load: exportSeries(pid, table, i18n.language),
  };
}
