import { Link, useParams, useSearch } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask } from '../../../../../client/client.ts';
import { currentTime, dayAt, formatTimeAt, formatWeekday } from '../../../../../locales/format/dates.ts';
import { formatNumber } from '../../../../../locales/format/numbers.ts';
import { levelOf, mostOf } from '../../coverage/hours.ts';
import { mostMissing } from '../plan.ts';
import { ticksOf } from '../scale.ts';
import type { Scale, Tick } from '../scale.ts';
import styles from './timeline.module.css';

type HeadProps = {
  scale: Scale;
  /** The tasks that the plan shows. */
  tasks: readonly PlanTask[];
  timezone: string;
  onAllHours: () => void;
};

/** The days and hours above the plan, and at which of them how many people are missing. Scrolling does not render it again. */
export const Head = memo(function Head({ scale, tasks, timezone, onAllHours }: HeadProps) {
  const { t, i18n } = useTranslation();
  const ticks = useMemo(() => {
    const now = currentTime();
    return ticksOf(scale).map((tick) => ({
      ...tick,
      missing: tick.empty ? 0 : mostMissing(tasks, tick.at, tick.until, now),
    }));
  }, [scale, tasks]);
  const most = mostOf(ticks.map(({ missing }) => missing));
  return (
    <div className={styles.head} data-days={scale.days.length > 1 || undefined} aria-hidden="true">
      <span className={styles.corner}>{t('planner.missingPeople')}</span>
      {ticks.map((tick) => (
        <span
          key={tick.at}
          className={styles.tick}
          data-hour={tick.empty ? undefined : true}
          style={{ left: `calc(var(--label) + ${tick.x}px)` }}
        >
          {tick.startsDay === undefined || scale.days.length === 1 ? null : (
            <strong>{formatWeekday(tick.startsDay, i18n.language)}</strong>
          )}
          {tick.empty ? null : (
            <TickLink {...{ tick, tasks, timezone }}>{formatTimeAt(tick.at, i18n.language, timezone)}</TickLink>
          )}
        </span>
      ))}
      {ticks.map((tick) =>
        tick.empty ? null : (
          <Heat key={tick.at} {...{ tick, tasks, timezone, most }} missing={tick.missing} language={i18n.language} />
        ),
      )}
      {scale.parts.map(({ folded, fromMs, x, width }) =>
        folded !== false ? (
          <button
            key={fromMs}
            type="button"
            tabIndex={-1}
            className={styles.unfold}
            style={{ left: `calc(var(--label) + ${x}px)`, width }}
            title={t('planner.allHours')}
            aria-label={t('planner.allHours')}
            onClick={onAllHours}
          />
        ) : null,
      )}
    </div>
  );
});

type HeatProps = Omit<TickLinkProps, 'children' | 'className'> & { missing: number; most: number; language: string };

/** How many people are missing at the worst moment of an hour. */
function Heat({ tick, tasks, timezone, missing, most, language }: HeatProps) {
  const { x, width } = tick;
  return (
    <span
      className={styles.heat}
      data-level={missing === 0 ? undefined : levelOf(missing, most)}
      style={{ left: `calc(var(--label) + ${x}px)`, width: width - 2 }}
    >
      <TickLink {...{ tick, tasks, timezone }} className={styles.heatLink}>
        {missing === 0 ? '' : formatNumber(missing, language)}
      </TickLink>
    </span>
  );
}

const hourMs = 3_600_000;

type TickLinkProps = {
  tick: Tick;
  tasks: readonly PlanTask[];
  timezone: string;
  className?: string | undefined;
  children: string;
};

/** Leads to the tasks of the hour, or hour by hour to those of the day if there is no room for each. No link without tasks. */
function TickLink({ tick: { at, until }, tasks, timezone, className, children }: TickLinkProps) {
  const { pid } = useParams({ from: '/signed-in/projects/$pid/manage/tasks/planner' });
  const { tid, kind, place, by } = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/planner' });
  if (!tasks.some((task) => task.starts_at < until && task.ends_at > at)) return children;
  // The head is hidden from screen readers, and the page of the coverage has the same links for the keyboard.
  const look = { params: { pid }, className, tabIndex: -1 };
  return Date.parse(until) - Date.parse(at) > hourMs ? (
    <Link to="/projects/$pid/manage/tasks/coverage" search={{ day: dayAt(at, timezone), by }} {...look}>
      {children}
    </Link>
  ) : (
    <Link to="/projects/$pid/manage/tasks" search={{ hour: at, tid, kind, place }} {...look}>
      {children}
    </Link>
  );
}

/** Behind the rows: the hours, what is left out between days, and now. */
export const Grid = memo(function Grid({ scale }: { scale: Scale }) {
  const now = currentTime();
  const isNow = Date.parse(now) > scale.fromMs && Date.parse(now) < scale.toMs;
  return (
    <div className={styles.grid} aria-hidden="true">
      {ticksOf(scale).map(({ at, x, startsDay }) => (
        <span
          key={at}
          className={styles.line}
          data-day={startsDay !== undefined && scale.days.length > 1 ? true : undefined}
          style={{ left: x }}
        />
      ))}
      {scale.parts.map(({ folded, fromMs, x, width }) =>
        folded !== false ? <span key={fromMs} className={styles.fold} style={{ left: x, width }} /> : null,
      )}
      {isNow ? <span className={styles.now} style={{ left: scale.x(now) }} /> : null}
    </div>
  );
});
