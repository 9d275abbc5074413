import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { flushSync } from 'react-dom';
import type { More } from '../paging.ts';
import type { Column, Selection } from './column.ts';
import styles from './data-table.module.css';
import { directionOf, nextSort, sortRows } from './sorting.ts';
import type { Sort, SortValue } from './sorting.ts';

type DataTableProps<Row> = {
  label: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort?: Sort | undefined;
  /** The rows come from the API in this order. Otherwise the table sorts them, as soon as it has all of them: see `useRows`. */
  isSorted?: boolean;
  /** Undefined while rows are missing that no order loads. */
  onSort?: ((sort: Sort) => void) | undefined;
  /** Rows of the same group follow each other below its title. */
  groupOf?: (row: Row) => string;
  selection?: Selection<Row>;
  /** Loads more rows, if the API has any. */
  more?: More | undefined;
};

/** More rows than this make a page slow to render and to scroll. */
const rowsAtOnce = 50;

/**
 * A dense table with a header that stays in view; on phones each row becomes a few short lines. All lists of rows use it.
 * What has two dimensions or is made for paper does not: grids of counts, the coverage of a day, pasted tables, day sheets.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, isSorted = false, more } = props;
  const { t, i18n } = useTranslation();
  const [limit, setLimit] = useState(rowsAtOnce);
  const isPrinting = usePrinting();
  const { onSort } = props;
  const sort = isSorted || more === undefined ? props.sort : undefined;
  const sorted = isSorted ? rows : sortRows(rows, columns, sort, i18n.language);
  // Rows that came page by page were asked for, so they all stay. Paper has all rows.
  const shown = more === undefined && !isPrinting ? sorted.slice(0, limit) : sorted;
  const hidden = sorted.length - shown.length;
  const showMore = () => {
    setLimit(Math.max(limit, shown.length) + rowsAtOnce);
    if (hidden === 0) more?.onMore();
  };
  return (
    <div>
      {onSort === undefined ? null : <SortSelect columns={columns} rows={rows} sort={sort} onSort={onSort} />}
      <table aria-label={props.label} className={styles.table}>
        <Head {...props} sort={sort} onSort={onSort} />
        <Body {...props} rows={shown} />
      </table>
      {hidden > 0 || more !== undefined ? (
        <Group justify="center" mt="md" className="muster-no-print">
          <Button variant="default" loading={more?.pending ?? false} onClick={showMore}>
            {t('ui.more')}
          </Button>
        </Group>
      ) : null}
    </div>
  );
}

function Head<Row>({ columns, rows, keyOf, sort, onSort, selection }: DataTableProps<Row>) {
  return (
    <thead>
      <tr>
        {selection === undefined ? null : <SelectAll rows={rows} keyOf={keyOf} selection={selection} />}
        {columns.map(({ key, label, width, sortBy, number = false, actions = false }) => {
          const direction = directionOf(sort, key);
          return (
            <th
              key={key}
              scope="col"
              className={actions ? styles.actions : number ? styles.number : undefined}
              style={{ width }}
              {...(direction && { 'aria-sort': direction })}
            >
              {sortBy === undefined || onSort === undefined ? (
                label
              ) : (
                <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, key))}>
                  {label}
                  <span aria-hidden="true" className={styles.arrow}>
                    {direction === undefined ? '↕' : direction === 'ascending' ? '↑' : '↓'}
                  </span>
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type SelectAllProps<Row> = { rows: readonly Row[]; keyOf: (row: Row) => string; selection: Selection<Row> };

function SelectAll<Row>({ rows, keyOf, selection: { chosen, onChoose, nameOf } }: SelectAllProps<Row>) {
  const { t } = useTranslation();
  const keys = rows.filter((row) => nameOf(row) !== undefined).map(keyOf);
  const all = keys.length > 0 && keys.every((key) => chosen.has(key));
  return (
    <th scope="col" className={styles.select}>
      <Checkbox
        size="xs"
        aria-label={t('tables.selectAll')}
        checked={all}
        indeterminate={!all && keys.some((key) => chosen.has(key))}
        onChange={() => onChoose(new Set(all ? [] : keys))}
      />
    </th>
  );
}

function Body<Row>({ groupOf, rows, ...props }: DataTableProps<Row>) {
  if (groupOf === undefined) return <Rows {...props} rows={rows} />;
  const groups = [...Map.groupBy(rows, groupOf)];
  return groups.map(([title, members]) => <Rows key={title} {...props} rows={members} title={title} />);
}

function Rows<Row>({ columns, rows, keyOf, selection, title }: DataTableProps<Row> & { title?: string }) {
  return (
    <tbody>
      {title === undefined ? null : (
        <tr className={styles.group}>
          <th scope="rowgroup" colSpan={columns.length + (selection === undefined ? 0 : 1)}>
            {title}
          </th>
        </tr>
      )}
      {rows.map((row) => (
        <tr key={keyOf(row)} className={selection === undefined ? undefined : styles.selectable}>
          {selection === undefined ? null : <SelectRow row={row} id={keyOf(row)} selection={selection} />}
          {columns.map((column, index) => (
            <Cell key={column.key} column={column} row={row} isName={index === 0} />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

type SelectRowProps<Row> = { row: Row; id: string; selection: Selection<Row> };

function SelectRow<Row>({ row, id, selection: { chosen, onChoose, nameOf } }: SelectRowProps<Row>) {
  const { t } = useTranslation();
  const name = nameOf(row);
  const toggle = (isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <td className={styles.select}>
      {name === undefined ? null : (
        <Checkbox
          size="xs"
          aria-label={t('tables.select', { name })}
          checked={chosen.has(id)}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
      )}
    </td>
  );
}

function Cell<Row>({ column, row, isName }: { column: Column<Row>; row: Row; isName: boolean }) {
  const { label, cell, cut = false, date = false, number = false, actions = false } = column;
  const phone = typeof column.phone === 'function' ? column.phone(row) : column.phone;
  const content = cell(row);
  const props = {
    className:
      [cut ? styles.cut : '', date ? styles.date : '', number ? styles.number : '', actions ? styles.actions : '']
        .join(' ')
        .trim() || undefined,
    'data-phone': phone,
    'data-label': phone === 'label' && content !== null && content !== '' ? label : undefined,
  };
  return isName ? (
    <th scope="row" {...props}>
      {content}
    </th>
  ) : (
    <td {...props}>{content}</td>
  );
}

/** Whether the page is being printed. The browser prints what is there when `beforeprint` returns, so React must not wait. */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const set = (value: boolean) => () => flushSync(() => setIsPrinting(value));
    const [begin, end] = [set(true), set(false)];
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

type SortSelectProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

/** The order of the rows on phones, where the header of the table is not shown. */
function SortSelect<Row>({ columns, rows, sort = '', onSort }: SortSelectProps<Row>) {
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
