import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlannedTask } from '../../../../client/client.ts';
import { dayAt, formatWeekday } from '../../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../../locales/format/hours.ts';
import styles from './task-grid.module.css';

type TaskGridProps = { tasks: readonly PlannedTask[]; timezone: string };

/** The tasks of each day, one column per day. */
export function TaskGrid({ tasks, timezone }: TaskGridProps) {
  const { t, i18n } = useTranslation();
  return (
    <div className={styles.grid}>
      {[...Map.groupBy(tasks, ({ starts_at: start }) => dayAt(start, timezone))].map(([day, ofDay]) => (
        <section key={day} className={styles.day}>
          <Text component="h3" size="sm" fw={600}>
            {formatWeekday(day, i18n.language)}
          </Text>
          <ul className={styles.tasks}>
            {ofDay.map((task) => (
              <li key={`${task.starts_at} ${task.ends_at} ${task.title}`} className={styles.task}>
                {formatHoursAt({ t, i18n }, task.starts_at, task.ends_at, timezone)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
