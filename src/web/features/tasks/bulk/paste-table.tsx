import { List, ScrollArea, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportedTasks, Project } from '../../../../client/client.ts';
import { dayAt, formatDay } from '../../../../locales/format/dates.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import { useKnownNames } from '../catalogue/known-names.ts';
import styles from './paste-table.module.css';

const columns = [
  'title',
  'team',
  'category',
  'kind',
  'place',
  'day',
  'start',
  'end',
  'minimum',
  'capacity',
  'description',
] as const;

type CellError = ImportedTasks['errors'][number];
const shown = 50;

/** The pasted table, with what is wrong in its cells. Lines with mistakes come first. */
export function PasteTable({ project, result }: { project: Project; result: ImportedTasks }) {
  const { t, i18n } = useTranslation();
  const { pid, timezone } = project;
  const nameOf = (name: string): string => {
    const column = columns.find((one) => one === name);
    return column === undefined ? name : t(`series.columns.${column}`);
  };
  const known = useKnownNames(pid);
  const textOf = ({ code }: CellError, cell = ''): string =>
    joinSentences([t(`series.cells.${code}`), ...known(code, cell)], i18n.language);
  // A column may be there twice by mistake.
  const named = result.columns.map((column, index) => ({ column, key: `${column} ${index}` }));
  const byLine = Map.groupBy(result.errors, ({ line }) => line);
  const lines = result.lines.toSorted((one, other) => Number(byLine.has(other.line)) - Number(byLine.has(one.line)));
  const inCells = new Set(
    result.lines.flatMap(({ line }) => byLine.get(line) ?? []).filter(({ column }) => result.columns.includes(column)),
  );
  // There is one task per line, unless there are mistakes.
  const starts = new Map(result.tasks.map((task, index) => [result.lines[index]?.line, task.starts_at]));
  const others = result.errors.filter((error) => !inCells.has(error));
  return (
    <>
      {others.length === 0 ? null : (
        <List size="sm">
          {others.map((error) => (
            <List.Item key={error.detail}>
              {error.column === ''
                ? t('series.paste.atLine', { line: error.line, what: textOf(error) })
                : t('series.paste.atColumn', { line: error.line, column: nameOf(error.column), what: textOf(error) })}
            </List.Item>
          ))}
        </List>
      )}
      <ScrollArea
        className={styles.frame}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('series.paste.table') }}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('series.paste.line')}</th>
              {named.map(({ key, column }) => (
                <th key={key} scope="col">
                  {nameOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, shown).map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {named.map(({ key, column }, index) => {
                  const error = byLine.get(line)?.find((one) => one.column === column);
                  const start = column === 'day' ? starts.get(line) : undefined;
                  return (
                    <td key={key} className={error === undefined ? undefined : styles.wrong}>
                      {cells[index]}
                      {start === undefined ? null : (
                        <span className={styles.read}>{formatDay(dayAt(start, timezone), i18n.language, 'long')}</span>
                      )}
                      {error === undefined ? null : <span className={styles.why}>{textOf(error, cells[index])}</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {lines.length > shown ? (
        <Text size="sm" c="dimmed">
          {t('series.paste.moreLines', { count: lines.length - shown })}
        </Text>
      ) : null}
    </>
  );
}
