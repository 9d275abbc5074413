import { List, NativeSelect, ScrollArea, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportError } from '../../../client/client.ts';
import styles from '../../ui/table/pasted-table.module.css';

type Line = { line: number; cells: readonly string[] };
export type Choice = { value: string; label: string };

type CheckedTableProps = {
  header: readonly string[];
  columns: readonly (string | null)[];
  choices: readonly Choice[];
  lines: readonly Line[];
  lineCount: number;
  errors: readonly ImportError[];
  /** What the columns are, as the organiser says. */
  onColumns: (columns: (string | null)[]) => void;
};

/** What a table was read as, with a choice above each column and what is wrong in the cells. Wrong lines come first. */
export function CheckedTable({ header, columns, choices, lines, lineCount, errors, onColumns }: CheckedTableProps) {
  const { t } = useTranslation();
  const width = Math.max(columns.length, ...lines.map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, index) => index);
  const byLine = Map.groupBy(errors, ({ line }) => line);
  // Where nothing is wrong, a few lines are enough to see what the columns are.
  const listed = errors.length === 0 ? lines.slice(0, 10) : lines;
  const shown = new Set(listed.map(({ line }) => line));
  const elsewhere = errors.filter(({ line, column }) => !shown.has(line) || !columns.includes(column)).slice(0, 20);
  const nameOf = (column: string): string => choices.find(({ value }) => value === column)?.label ?? column;
  const set = (at: number, value: string) =>
    onColumns(places.map((index) => (index === at ? value || null : (columns[index] ?? null))));
  return (
    <>
      {elsewhere.length === 0 ? null : (
        <List size="sm">
          {elsewhere.map((error) => (
            <List.Item key={error.detail}>
              {error.column === ''
                ? t('imports.atLine', { line: error.line, what: t(`imports.problems.${error.code}`) })
                : t('imports.atColumn', {
                    line: error.line,
                    column: nameOf(error.column),
                    what: t(`imports.problems.${error.code}`),
                  })}
            </List.Item>
          ))}
        </List>
      )}
      <ScrollArea
        className={styles.frame}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('imports.table') }}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('imports.line')}</th>
              {places.map((index) => (
                <th key={index} scope="col">
                  <NativeSelect
                    size="xs"
                    className={styles.choice}
                    label={
                      header[index] === undefined || header[index] === ''
                        ? t('imports.column', { number: index + 1 })
                        : header[index]
                    }
                    value={columns[index] ?? ''}
                    onChange={({ currentTarget: { value } }) => set(index, value)}
                    data={[{ value: '', label: t('imports.leftOut') }, ...choices]}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {places.map((index) => {
                  const column = columns[index] ?? null;
                  const error = column === null ? undefined : byLine.get(line)?.find((one) => one.column === column);
                  return (
                    <td
                      key={index}
                      className={error === undefined ? (column === null ? styles.unused : undefined) : styles.wrong}
                    >
                      {cells[index]}
                      {error === undefined ? null : (
                        <span className={styles.why}>{t(`imports.problems.${error.code}`)}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {lineCount > listed.length ? (
        <Text size="sm" c="dimmed">
          {t('imports.moreLines', { count: lineCount - listed.length })}
        </Text>
      ) : null}
    </>
  );
}
