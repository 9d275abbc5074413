import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlanTask } from '../../../../client/client.ts';
import { currentTime, dayAt, formatDay } from '../../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../../locales/format/hours.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { shownName } from '../../../../locales/format/names.ts';
import styles from './dense-list.module.css';
import { byGap, missingIn, staffingOf } from './plan.ts';
import type { PlanRow } from './plan.ts';
import { staffingText } from './staffing-text.ts';

type DenseListProps = {
  rows: readonly PlanRow[];
  days: readonly string[];
  timezone: string;
  selected: string | undefined;
  onSelect: (id: string) => void;
};

/** The plan on a phone: by day and row, the rows and tasks with the largest gaps first. */
export function DenseList({ rows, days, timezone, selected, onSelect }: DenseListProps) {
  const { t, i18n } = useTranslation();
  const [firstDay = ''] = days;
  const now = currentTime();
  // A task that began before belongs to the first day that is shown.
  const dayOf = (task: PlanTask): string => {
    const day = dayAt(task.starts_at, timezone);
    return day < firstDay ? firstDay : day;
  };
  return (
    <Stack gap="lg">
      {days.map((day) => {
        const groups = rows
          .map((row) => ({ ...row, tasks: row.tasks.filter((task) => dayOf(task) === day) }))
          .filter(({ tasks }) => tasks.length > 0)
          .toSorted((one, other) => missingIn(other.tasks, now) - missingIn(one.tasks, now));
        return (
          <section key={day} aria-labelledby={`day-${day}`}>
            <Title order={2} size="h4" id={`day-${day}`}>
              {formatDay(day, i18n.language, 'long')}
            </Title>
            {groups.length === 0 ? <Text c="dimmed">{t('planner.noTasks')}</Text> : null}
            {groups.map(({ key, name, tasks }) => (
              <div key={key}>
                <Title order={3} size="h6" mt="sm" className={styles.group}>
                  {name}
                  {missingIn(tasks, now) > 0 ? (
                    <span className={styles.short}>{t('helping.missing', { count: missingIn(tasks, now) })}</span>
                  ) : null}
                </Title>
                <ul className={`muster-plain-list ${styles.list}`}>
                  {tasks.toSorted(byGap).map((task) => (
                    <Item key={task.id} {...{ task, timezone, onSelect }} selected={task.id === selected} />
                  ))}
                </ul>
              </div>
            ))}
          </section>
        );
      })}
    </Stack>
  );
}

type ItemProps = Pick<DenseListProps, 'timezone' | 'onSelect'> & { task: PlanTask; selected: boolean };

function Item({ task, timezone, selected, onSelect }: ItemProps) {
  const { t, i18n } = useTranslation();
  const names = task.attendees.map(({ name }) => shownName(t, name));
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        data-staffing={staffingOf(task)}
        aria-pressed={selected}
        onClick={() => onSelect(task.id)}
      >
        <span className={styles.line}>
          <span>{formatHoursAt({ t, i18n }, task.starts_at, task.ends_at, timezone)}</span>{' '}
          <strong>{task.title}</strong>{' '}
          <span className={staffingOf(task) === 'short' ? styles.short : undefined}>{staffingText(t, task)}</span>
        </span>{' '}
        <span className={styles.names}>{formatList(names, i18n.language)}</span>
      </button>
    </li>
  );
}
