import { List, ScrollArea, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportedTasks, Project } from '../../../../../client/client.ts';
import { dayAt, formatDay } from '../../../../../locales/format/dates.ts';
import { endsLater, formatHoursAt } from '../../../../../locales/format/hours.ts';
import { joinSentences } from '../../../../../locales/format/sentences.ts';
import { importColumns } from '../../../../../shared/import-columns.ts';
import { useKnownNames } from '../../catalogue/known-names.ts';
import styles from '../../../../ui/table/pasted-table.module.css';

type CellError = ImportedTasks['errors'][number];
const shown = 50;

/** The pasted table, with what is wrong in its cells. Lines with mistakes come first. */
export function PasteTable({ project, result }: { project: Project; result: ImportedTasks }) {
  const translator = useTranslation();
  const { t, i18n } = translator;
  const { pid, timezone } = project;
  const nameOf = (name: string): string => {
    const column = importColumns.find((one) => one === name);
    return column === undefined ? name : t(`series.columns.${column}`);
  };
  const known = useKnownNames(pid);
  // What is known instead of a missing location or kind is said once, above the table.
  const textOf = ({ code }: CellError, cell = ''): string =>
    joinSentences([t(`series.cells.${code}`), ...(code === 'unknown_team' ? known(code, [cell]) : [])], i18n.language);
  // A column may be there twice by mistake.
  const named = result.columns.map((column, index) => ({ column, key: `${column} ${index}` }));
  const byLine = Map.groupBy(result.errors, ({ line }) => line);
  const lines = result.lines.toSorted((one, other) => Number(byLine.has(other.line)) - Number(byLine.has(one.line)));
  const inCells = new Set(
    result.lines.flatMap(({ line }) => byLine.get(line) ?? []).filter(({ column }) => result.columns.includes(column)),
  );
  // There is one task per line, unless there are mistakes.
  const tasks = new Map(result.tasks.map((task, index) => [result.lines[index]?.line, task]));
  const readAs = (line: number, column: string): string | undefined => {
    const task = tasks.get(line);
    if (task === undefined) return undefined;
    const { starts_at: from, ends_at: to } = task;
    if (column === 'day') return formatDay(dayAt(from, timezone), i18n.language, 'long');
    return column === 'end' && endsLater(from, to, timezone)
      ? formatHoursAt(translator, from, to, timezone)
      : undefined;
  };
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
                  const read = readAs(line, column);
                  return (
                    <td key={key} className={error === undefined ? undefined : styles.wrong}>
                      {cells[index]}
                      {read === undefined ? null : <span className={styles.read}>{read}</span>}
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
