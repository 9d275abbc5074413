import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask } from '../../../../../client/client.ts';
import { formatDay, formatTimeAt } from '../../../../../locales/format/dates.ts';
import { useDrops } from '../dragging.ts';
import type { Dragged, DropPlace } from '../dragging.ts';
import { durationOf, endedAt, idIn, movedTo, neighbourOf, stepMs } from '../plan.ts';
import type { Direction, PlanRow } from '../plan.ts';
import { toRow } from '../move-to-row.ts';
import { ticksOf } from '../scale.ts';
import type { Scale } from '../scale.ts';
import type { Grouping } from '../search.ts';
import { heightOf, startAt, TimelineRow } from './timeline-row.tsx';
import styles from './timeline.module.css';
import type { RunChange } from '../use-plan-changes.ts';
import { useLatest } from '../use-latest.ts';

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
  const { t } = useTranslation();
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
  const latest = useLatest(byId);
  const lengthOf = useCallback(
    (dragged: Dragged) => {
      const task = dragged.what === 'task' ? latest.current.get(dragged.id) : undefined;
      return task === undefined ? 0 : durationOf(task);
    },
    [latest],
  );
  const onDrop = useLatest((dragged: Dragged, place: DropPlace, clientX: number) => {
    if (dragged.what === 'person' && place.what === 'task') {
      const [task, from] = [byId.get(place.id), byId.get(dragged.from ?? '')];
      if (task === undefined) return;
      const { person } = dragged;
      run(from === undefined ? { what: 'assign', person, task } : { what: 'transfer', person, from, task });
    }
    if (dragged.what !== 'task' || place.what !== 'row') return;
    const [task, row] = [byId.get(dragged.id), rows.find(({ key }) => key === place.key)];
    const track = scroller.current?.querySelector(`.${styles.track}`);
    if (task === undefined || row === undefined || track == null) return;
    const times = movedTo(task, startAt(scale, track, clientX, dragged.grippedMs));
    const moved = times.starts_at === task.starts_at ? {} : times;
    const elsewhere = idIn(task, by) === row.id ? {} : toRow(by, row);
    if (Object.keys({ ...moved, ...elsewhere }).length === 0) return;
    run({ what: 'change', task, fields: { ...moved, ...elsewhere }, row: { by, to: row } });
  });
  useDrops(onDrop);
  const rowsStyle = { height: virtualizer.getTotalSize(), '--hour': `${scale.hourWidth}px` };
  return (
    <>
      <section
        ref={scroller}
        className={styles.scroller}
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
                  {...{ row, scale, timezone, lengthOf, onSelect, run }}
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
      {ticksOf(scale, timezone).map(({ at, x, startsDay }) => (
        <span key={at} className={styles.tick} style={{ transform: `translateX(${x}px)` }}>
          {startsDay === undefined || scale.days.length === 1 ? null : (
            <strong>{formatDay(startsDay, i18n.language)}</strong>
          )}
          {formatTimeAt(at, i18n.language, timezone)}
        </span>
      ))}
    </div>
  );
});

/** Scrolls to the first task of these days, once for each choice of days. */
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
    const first = Math.min(...tasks.map(({ starts_at: start }) => scale.x(start)));
    scroller.current.scrollTo({ left: Math.max(0, first - scale.hourWidth / 2) });
  }, [scroller, tasks, scale, shown]);
}

type KeyboardOptions = {
  rows: readonly PlanRow[];
  by: Grouping;
  /** As changed last, which may not be rendered yet. */
  latestOf: (id: string) => PlanTask | undefined;
  scroller: React.RefObject<HTMLElement | null>;
  selected: string | undefined;
  run: RunChange;
  scrollToRow: (index: number) => void;
};

const directions: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Arrow keys go from task to task, with Shift they move it; + and - change its end. */
function useKeyboard({ rows, by, latestOf, scroller, selected, run, scrollToRow }: KeyboardOptions) {
  const [focused, setFocused] = useState<string>();
  const hasFocus = useRef(false);
  const first = rows.find(({ laned }) => laned.length > 0)?.laned[0]?.task.id;
  const isShown = (id: string | undefined) => rows.some(({ laned }) => laned.some(({ task }) => task.id === id));
  const tabStop = [focused, selected].find(isShown) ?? first;
  // The focus follows the arrow keys, also into rows that were not rendered yet, and a bar that moves to another row.
  useLayoutEffect(() => {
    const active = document.activeElement;
    const isElsewhere = active !== document.body && !(active instanceof HTMLElement && active.dataset['task']);
    if (!hasFocus.current || focused === undefined || isElsewhere) return;
    scroller.current?.querySelector<HTMLElement>(`[data-task="${CSS.escape(focused)}"]`)?.focus();
  });
  const goTo = (id: string | undefined) => {
    const index = rows.findIndex(({ laned }) => laned.some(({ task }) => task.id === id));
    if (id === undefined || index === -1) return;
    setFocused(id);
    scrollToRow(index);
  };
  const change = (task: PlanTask, key: string, direction: Direction | undefined) => {
    const startMs = Date.parse(task.starts_at);
    if (key === '+' || key === '-')
      return run({
        what: 'change',
        task,
        fields: { ends_at: endedAt(task, Date.parse(task.ends_at) + (key === '+' ? stepMs : -stepMs)).ends_at },
      });
    if (direction === 'left' || direction === 'right')
      return run({
        what: 'change',
        task,
        fields: movedTo(task, startMs + (direction === 'left' ? -stepMs : stepMs)),
      });
    const at = rows.findIndex(({ id }) => id === idIn(task, by));
    const to = rows[at + (direction === 'up' ? -1 : 1)];
    if (to === undefined) return undefined;
    return run({ what: 'change', task, fields: toRow(by, to), row: { by, to } });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['task'] : undefined;
    const task = id === undefined ? undefined : latestOf(id);
    const direction = directions[event.key];
    const changes = event.key === '+' || event.key === '-' || (event.shiftKey && direction !== undefined);
    if (task === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!changes && direction === undefined) return;
    event.preventDefault();
    if (changes && task.rights.edit) change(task, event.key, direction);
    else if (!changes && direction !== undefined) goTo(neighbourOf(rows, task.id, direction)?.id);
  };
  const onFocus = (event: React.FocusEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['task'] : undefined;
    hasFocus.current = id !== undefined;
    if (id !== undefined) setFocused(id);
  };
  const onBlur = () => void (hasFocus.current = false);
  return { tabStop, handlers: { onKeyDown, onFocus, onBlur } };
}
