import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { Sort } from './sorting.ts';

type SortSelectProps<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

/** The order of the rows on phones, where the header of the table is not shown. */
export function SortSelect<Row>({ columns, sort = '', onSort }: SortSelectProps<Row>) {
  const { t } = useTranslation();
  const options = columns
    .filter(({ sortBy }) => sortBy !== undefined)
    .flatMap(({ key, label }) => [
      { value: key, label: t('tables.ascending', { column: label }) },
      { value: `-${key}`, label: t('tables.descending', { column: label }) },
    ]);
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
