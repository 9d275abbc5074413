import { Button, Group, Title, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDay, formatTimeAt, formatTimes, formatWeekday } from '../../../locales/format/dates.ts';
import styles from './availability-page.module.css';
import { coverOf, dayParts, laterDay, periodOf, withPeriod, without } from './parts.ts';
import type { Period } from './parts.ts';

type DayGridProps = {
  days: readonly string[];
  timezone: string;
  /** When the person cannot help. */
  periods: readonly Period[];
  onChange: (periods: Period[]) => void;
};

/** One press for each part of a day on which the person cannot help, or for the whole day. */
export function DayGrid({ days, timezone, periods, onChange }: DayGridProps) {
  return (
    <div className={styles.days}>
      {days.map((day) => (
        <Day key={day} day={day} timezone={timezone} periods={periods} onChange={onChange} />
      ))}
    </div>
  );
}

type DayProps = Omit<DayGridProps, 'days'> & { day: string };

function Day({ day, timezone, periods, onChange }: DayProps) {
  const { t, i18n } = useTranslation();
  const parts = dayParts.map((one) => {
    const period = periodOf(day, one, timezone);
    return { part: one.part, period, cover: coverOf(periods, period) };
  });
  const name = formatDay(day, i18n.language, 'long');
  const isFree = parts.every(({ cover }) => cover === 'none');
  const whole = { from: parts[0]?.period.from ?? 0, to: parts.at(-1)?.period.to ?? 0 };
  const hour = (ms: number) => formatTimeAt(new Date(ms).toISOString(), i18n.language, timezone);
  return (
    <section aria-labelledby={`day-${day}`}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h5" id={`day-${day}`}>
          {name}
        </Title>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t(isFree ? 'helping.when.notDayWhat' : 'helping.when.wholeDayWhat', { day: name })}
          onClick={() => onChange(isFree ? withPeriod(periods, whole) : without(periods, whole))}
        >
          {isFree ? t('helping.when.notDay') : t('helping.when.wholeDay')}
        </Button>
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
    </section>
  );
}
