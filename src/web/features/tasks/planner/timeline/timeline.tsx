import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask } from '../../../../../client/client.ts';
import { currentTime, formatDay, formatTimeAt } from '../../../../../locales/format/dates.ts';
import type { PlanRow } from '../plan.ts';
import { ticksOf } from '../scale.ts';
import type { Scale } from '../scale.ts';
import type { Grouping } from '../search.ts';
import type { RunChange } from '../use-plan-changes.ts';
import { heightOf, TimelineRow } from './timeline-row.tsx';
import styles from './timeline.module.css';
import { useKeyboard } from './use-keyboard.ts';
import { useTimelineDragging } from './use-timeline-dragging.ts';

type TimelineProps = {
  rows: readonly PlanRow[];
  tasks: readonly PlanTask[];
  by: Grouping;
  scale: Scale;
  timezone: string;
  selected: string | undefined;
  onSelect: (id: string) => void;
  run: RunChange;
  latestOf: (id: string) => PlanTask | undefined;
};

/** The plan with time from left to right and a row for each team, kind or place. Only rows in sight are rendered. */
export function Timeline({ rows, tasks, by, scale, timezone, selected, onSelect, run, latestOf }: TimelineProps) {
  const translation = useTranslation();
  const { t } = translation;
  const scroller = useRef<HTMLElement>(null);
  const byId = useMemo(() => new Map(tasks.map((task) => [task.id, task])), [tasks]);
  // oxlint-disable-next-line react/incompatible-library -- its functions are not memoized here
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? 0 : heightOf(row);
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    // Rows get their bars a few at a time, so they need some time until they are in sight.
    overscan: 8,
  });
  const heights = rows.map(heightOf).join(' ');
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, heights]);
  useStartInSight(scroller, tasks, scale);
  const keyboard = useKeyboard({
    rows,
    by,
    latestOf,
    scroller,
    selected,
    run,
    scrollToRow: (i) => virtualizer.scrollToIndex(i),
  });
  useTimelineDragging({ scroller, rows, byId, by, scale, timezone, language: translation.i18n.language, run });
  const rowsStyle = { height: virtualizer.getTotalSize(), '--hour': `${scale.hourWidth}px` };
  return (
    <>
      <section
        ref={scroller}
        className={styles.scroller}
        // Time runs from left to right in every language.
        dir="ltr"
        // Without a task in it, only the area itself can be reached to scroll it.
        {...(keyboard.tabStop === undefined && { tabIndex: 0 })}
        data-plan
        aria-label={t('planner.plan')}
        {...keyboard.handlers}
      >
        <div className={styles.canvas} style={{ width: `calc(var(--label) + ${scale.width}px)` }}>
          <Head scale={scale} timezone={timezone} />
          <div className={styles.rows} style={rowsStyle}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const has = (id: string | undefined) => row.laned.some(({ task }) => task.id === id);
              return (
                <TimelineRow
                  key={row.key}
                  {...{ row, scale, timezone, translation, onSelect }}
                  top={start}
                  selected={has(selected) ? selected : undefined}
                  tabStop={has(keyboard.tabStop) ? keyboard.tabStop : undefined}
                />
              );
            })}
          </div>
        </div>
      </section>
      <p className={styles.help}>{t('planner.keys')}</p>
    </>
  );
}

/** Scrolling renders the timeline again, but not its hours. */
const Head = memo(function Head({ scale, timezone }: { scale: Scale; timezone: string }) {
  const { i18n } = useTranslation();
  return (
    <div className={styles.head} aria-hidden="true">
      <span className={styles.corner} />
      {ticksOf(scale, timezone).map(({ at, x, startsDay }) => (
        <span key={at} className={styles.tick} style={{ left: `calc(var(--label) + ${x}px)` }}>
          {startsDay === undefined || scale.days.length === 1 ? null : (
            <strong>{formatDay(startsDay, i18n.language)}</strong>
          )}
          {formatTimeAt(at, i18n.language, timezone)}
        </span>
      ))}
    </div>
  );
});

/** Scrolls to now or to the first task of these days, once for each choice of days. */
function useStartInSight(
  scroller: React.RefObject<HTMLElement | null>,
  tasks: readonly PlanTask[],
  scale: Scale,
): void {
  const seen = useRef<string>(undefined);
  const shown = scale.days.join();
  useEffect(() => {
    if (seen.current === shown || tasks.length === 0 || scroller.current === null) return;
    seen.current = shown;
    const now = currentTime();
    const ahead = tasks.filter(({ ends_at: end }) => end > now);
    const starts = (ahead.length > 0 ? ahead : tasks).map(({ starts_at: start }) => scale.x(start));
    const first = Math.max(Math.min(...starts), ahead.length > 0 ? scale.x(now) : 0);
    scroller.current.scrollTo({ left: Math.max(0, first - scale.hourWidth) });
  }, [scroller, tasks, scale, shown]);
}
