import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { Sort, SortValue } from './sorting.ts';

type SortSelectProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

/** The order of the rows on phones, where the header of the table is not shown. */
export function SortSelect<Row>({ columns, rows, sort = '', onSort }: SortSelectProps<Row>) {
  const { t } = useTranslation();
  const options = columns.flatMap(({ key, label, sortBy }) => {
    if (sortBy === undefined) return [];
    const context = kindOf(rows.map(sortBy));
    return [
      { value: key, label: t('tables.ascending', { column: label, context }) },
      { value: `-${key}`, label: t('tables.descending', { column: label, context }) },
    ];
  });
  return (
    <NativeSelect
      className={styles.sortSelect}
      size="xs"
      label={t('tables.sortBy')}
      value={sort}
      onChange={(event) => onSort(event.currentTarget.value)}
      data={sort === '' ? [{ value: '', label: t('tables.usualOrder') }, ...options] : options}
    />
  );
}

/** What the values of a column are, as people name their order: newest first, A to Z. */
function kindOf(values: readonly SortValue[]): 'date' | 'number' | 'text' {
  const value = values.find((one) => one !== '');
  if (typeof value === 'number') return 'number';
  return value !== undefined && /^\d{4}-\d\d-\d\d/.test(value) ? 'date' : 'text';
}
