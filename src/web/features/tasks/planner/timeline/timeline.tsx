import { useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask } from '../../../../../client/client.ts';
import { currentTime } from '../../../../../locales/format/dates.ts';
import { formatNumber } from '../../../../../locales/format/numbers.ts';
import { scaleOf } from '../scale.ts';
import type { Scale, ScaleOptions } from '../scale.ts';
import type { PlanRow } from '../plan.ts';
import type { Grouping } from '../search.ts';
import type { RunChange } from '../use-plan-changes.ts';
import { bandHeight, placed, useShownArea } from './shown-area.ts';
import type { Area, PlacedRow } from './shown-area.ts';
import { TaskBar } from './task-bar.tsx';
import type { Translation } from './task-bar.tsx';
import { Grid, Head } from './times.tsx';
import styles from './timeline.module.css';
import { useKeyboard } from './use-keyboard.ts';
import { useTimelineDragging } from './use-timeline-dragging.ts';

/** The same as in the styles. */
const labelWidth = 200;

type TimelineProps = Omit<ScaleOptions, 'room' | 'tasks'> & {
  rows: readonly PlanRow[];
  /** All tasks of the shown days, also those that the filters leave out. */
  tasks: readonly PlanTask[];
  by: Grouping;
  selected: string | undefined;
  onSelect: (id: string) => void;
  onAllHours: () => void;
  run: RunChange;
  /** Shows a message where changes are confirmed. */
  say: (text: string) => void;
  latestOf: (id: string) => PlanTask | undefined;
};

/**
 * The plan with time from left to right, and for each team, kind or place a row with a line for each title. Only what is
 * in sight or near is rendered.
 */
export function Timeline(props: TimelineProps) {
  const { rows, tasks, by, day, zoom, allHours, timezone, selected, onSelect, onAllHours, run, say, latestOf } = props;
  const translation = useTranslation();
  const { t } = translation;
  const scroller = useRef<HTMLElement>(null);
  const { ref: measured, width } = useElementSize<HTMLElement>();
  const room = width - labelWidth;
  const scale = useMemo(
    () => scaleOf({ day, zoom, timezone, tasks, allHours, room }),
    [day, zoom, timezone, tasks, allHours, room],
  );
  const isTouched = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const laneHeight = isTouched ? 48 : 40;
  const { placedRows, height } = useMemo(() => placed(rows, laneHeight), [rows, laneHeight]);
  const shown = useMemo(() => rows.flatMap((row) => row.tasks), [rows]);
  const byId = useMemo(() => new Map(tasks.map((task) => [task.id, task])), [tasks]);
  const area = useShownArea(scroller);
  useStartInSight(scroller, shown, scale, zoom);
  const keyboard = useKeyboard({ rows, by, latestOf, scroller, selected, run });
  useTimelineDragging({ scroller, rows, byId, by, scale, timezone, translation, run, say });
  const canvasStyle = { width: labelWidth + scale.width, '--lane': `${laneHeight}px` };
  return (
    <section
      ref={useMergedRef(scroller, measured)}
      className={styles.scroller}
      // Time runs from left to right in every language.
      dir="ltr"
      // Without a task in it, only the area itself can be reached to scroll it.
      {...(keyboard.tabStop === undefined && { tabIndex: 0 })}
      data-plan
      aria-label={t('planner.plan')}
      {...keyboard.handlers}
    >
      {/* The width of the hours depends on that of the area, which is known after the first rendering. */}
      {width === 0 ? null : (
        <div className={styles.canvas} style={canvasStyle}>
          <Head tasks={shown} {...{ scale, timezone, onAllHours }} />
          <div className={styles.rows} style={{ height }}>
            <Grid scale={scale} />
            {placedRows.map((placedRow) => {
              const { row } = placedRow;
              const own = (id: string | undefined) => (row.tasks.some((task) => task.id === id) ? id : undefined);
              const tabStop = own(keyboard.tabStop);
              const part = partIn(placedRow, area, laneHeight);
              // What has the focus, or may get it at once, is always there.
              return part === undefined && tabStop === undefined ? null : (
                <TimelineRow
                  key={row.key}
                  {...placedRow}
                  {...(part ?? nothing)}
                  {...{ laneHeight, scale, timezone, translation, onSelect, tabStop }}
                  selected={own(selected)}
                />
              );
            })}
          </div>
        </div>
      )}
    </section>
  );
}

/** Scrolls to now or to the first task of these days, once for each choice of days. */
function useStartInSight(
  scroller: React.RefObject<HTMLElement | null>,
  tasks: readonly PlanTask[],
  scale: Scale,
  zoom: string,
): void {
  const seen = useRef<string>(undefined);
  const shown = `${zoom} ${scale.days.join()}`;
  useEffect(() => {
    if (seen.current === shown || tasks.length === 0 || scale.width <= 0 || scroller.current === null) return;
    seen.current = shown;
    const now = currentTime();
    const ahead = tasks.filter(({ ends_at: end }) => end > now);
    const starts = (ahead.length > 0 ? ahead : tasks).map(({ starts_at: start }) => scale.x(start));
    const first = Math.max(Math.min(...starts), ahead.length > 0 ? scale.x(now) : 0);
    scroller.current.scrollTo({ left: Math.max(0, first - scale.hourWidth) });
  }, [scroller, tasks, scale, shown]);
}

/** Which lines of a row are rendered, and which part of them. */
type Shown = { fromLane: number; toLane: number; left: number; right: number };

const nothing: Shown = { fromLane: 0, toLane: 0, left: 0, right: 0 };

function partIn({ row, top, bottom }: PlacedRow, area: Area, laneHeight: number): Shown | undefined {
  if (bottom <= area.top || top >= area.bottom) return undefined;
  const laneAt = (y: number) => (y - top - bandHeight) / laneHeight;
  return {
    fromLane: Math.max(0, Math.floor(laneAt(area.top))),
    toLane: Math.min(row.lanes.length, Math.max(0, Math.ceil(laneAt(area.bottom)))),
    left: area.left - labelWidth,
    right: area.right - labelWidth,
  };
}

type TimelineRowProps = PlacedRow &
  Shown & {
    laneHeight: number;
    scale: Scale;
    timezone: string;
    translation: Translation;
    selected: string | undefined;
    tabStop: string | undefined;
    onSelect: (id: string) => void;
  };

/** The tasks of a team, kind or place. While a task is dragged over it, a line shows where it would begin. */
const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, top, bottom, fromLane, toLane, left, right, ...rest } = props;
  const { laneHeight, scale, timezone, translation, selected, tabStop, onSelect } = rest;
  const isShown = (task: PlanTask, lane: number) =>
    task.id === tabStop ||
    (lane >= fromLane && lane < toLane && scale.x(task.starts_at) < right && scale.x(task.ends_at) > left);
  return (
    <section className={styles.row} style={{ top, height: bottom - top }} aria-label={row.name}>
      <div className={styles.labels}>
        <div className={styles.band} data-empty={row.lanes.length === 0 || undefined}>
          <span className={styles.rowName} title={row.name}>
            {row.name}
          </span>
          {row.missing > 0 ? (
            <span className={styles.gap} title={translation.t('helping.missing', { count: row.missing })}>
              <span aria-hidden="true">{formatNumber(row.missing, translation.i18n.language)}</span>
              <span className="muster-unseen">{translation.t('helping.missing', { count: row.missing })}</span>
            </span>
          ) : null}
        </div>
        {row.lanes.slice(fromLane, toLane).map(({ title, tasks }, index) => (
          <div
            // Several lines can have the same title.
            key={tasks[0]?.id}
            className={styles.laneName}
            style={{ top: bandHeight + (fromLane + index) * laneHeight }}
            title={title}
          >
            {/* Each task says its title itself. */}
            <span aria-hidden="true">{title}</span>
          </div>
        ))}
      </div>
      <div className={styles.track} data-drops data-row={row.key}>
        {row.lanes.flatMap(({ tasks }, lane) =>
          tasks.map((task) =>
            isShown(task, lane) ? (
              <TaskBar
                key={task.id}
                {...{ task, scale, timezone, translation, onSelect }}
                top={bandHeight + lane * laneHeight}
                selected={task.id === selected}
                tabStop={task.id === tabStop}
              />
            ) : null,
          ),
        )}
        <div className={styles.ghost} data-ghost hidden aria-hidden="true" />
      </div>
    </section>
  );
});
