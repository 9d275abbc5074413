import { Badge, Button, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Task, Project } from '../../../client/client.ts';
import { formatDay, formatTimeAt, formatTimes, formatWeekday } from '../../../locales/format/dates.ts';
import { laterDay } from '../tasks/bulk/project-days.ts';
import { TaskLines } from '../tasks/task-lines.tsx';
import styles from './availability-page.module.css';
import { coverOf, dayParts, periodOf, withPeriod, without } from './parts.ts';
import type { Period } from './parts.ts';

type DayGridProps = {
  days: readonly string[];
  project: Project;
  /** Tasks that the person is on, although they cannot help then. */
  stillOn: readonly Task[];
  /** When the person cannot help. */
  periods: readonly Period[];
  onChange: (periods: Period[]) => void;
};

/** One press for each part of a day on which the person cannot help, or for the whole day. */
export function DayGrid({ days, ...shared }: DayGridProps) {
  return (
    <div className={styles.days}>
      {days.map((day) => (
        <Day key={day} day={day} {...shared} />
      ))}
    </div>
  );
}

type DayProps = Omit<DayGridProps, 'days'> & { day: string };

function Day({ day, project, stillOn, periods, onChange }: DayProps) {
  const { t, i18n } = useTranslation();
  const { timezone } = project;
  const parts = dayParts.map((one) => {
    const period = periodOf(day, one, timezone);
    return { part: one.part, period, cover: coverOf(periods, period) };
  });
  const name = formatDay(day, i18n.language, 'long');
  const when = partOfEvent(project, day);
  const whole = { from: parts[0]?.period.from ?? 0, to: parts.at(-1)?.period.to ?? 0 };
  const cover = coverOf(periods, whole);
  const tasks = stillOn.filter(({ starts_at: start }) => isWithin(whole, Date.parse(start)));
  const hour = (ms: number) => formatTimeAt(new Date(ms).toISOString(), i18n.language, timezone);
  return (
    <section aria-labelledby={`day-${day}`}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          <Title order={2} size="h5" id={`day-${day}`}>
            {name}
          </Title>
          <Badge variant={when === 'event' ? 'light' : 'default'}>{t(`helping.when.day.${when}`)}</Badge>
        </Group>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant={cover === 'none' ? 'light' : 'default'}
            color="teal"
            aria-label={t('helping.when.wholeDayWhat', { day: name })}
            aria-pressed={cover === 'none'}
            onClick={() => onChange(without(periods, whole))}
          >
            {t('helping.when.wholeDay')}
          </Button>
          <Button
            size="compact-sm"
            variant={cover === 'all' ? 'light' : 'default'}
            color="gray"
            aria-label={t('helping.when.notDayWhat', { day: name })}
            aria-pressed={cover === 'all'}
            onClick={() => onChange(withPeriod(periods, whole))}
          >
            {t('helping.when.notDay')}
          </Button>
        </Group>
      </Group>
      <div className={styles.parts}>
        {parts.map(({ part, period, cover }) => (
          <UnstyledButton
            key={part}
            className={styles.part}
            aria-pressed={cover === 'none'}
            onClick={() => onChange(cover === 'none' ? withPeriod(periods, period) : without(periods, period))}
          >
            <span>{t(`helping.when.part.${part}`, { day: formatWeekday(laterDay(day, 1), i18n.language) })}</span>{' '}
            <span className={styles.hours}>
              {cover === 'some'
                ? t('helping.when.partly')
                : formatTimes(hour(period.from), hour(period.to), i18n.language)}
            </span>
          </UnstyledButton>
        ))}
      </div>
      {tasks.length === 0 ? null : (
        <div className={styles.stillOn}>
          <Text size="sm">{t('helping.when.stillOn', { count: tasks.length })}</Text>
          <TaskLines project={project} tasks={tasks} />
        </div>
      )}
    </section>
  );
}

function partOfEvent({ starts_on: first, ends_on: last }: Project, day: string): 'before' | 'event' | 'after' {
  if (first !== null && day < first) return 'before';
  return day > (last ?? first ?? day) ? 'after' : 'event';
}

const isWithin = ({ from, to }: Period, ms: number): boolean => from <= ms && ms < to;
