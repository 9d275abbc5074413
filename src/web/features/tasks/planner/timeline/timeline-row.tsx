import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimeAt } from '../../../../../locales/format/dates.ts';
import { useDropTarget } from '../dragging.ts';
import type { Dragged } from '../dragging.ts';
import { snap } from '../plan.ts';
import type { PlanRow } from '../plan.ts';
import type { Scale } from '../scale.ts';
import { laneHeight, TaskBar } from './task-bar.tsx';
import styles from './timeline.module.css';
import type { RunChange } from '../use-plan-changes.ts';
import { useFewAtATime } from './use-few-at-a-time.ts';
import { useLatest } from '../use-latest.ts';

export const heightOf = ({ lanes }: PlanRow): number => lanes * laneHeight + 6;

type TimelineRowProps = {
  row: PlanRow;
  top: number;
  scale: Scale;
  timezone: string;
  selected: string | undefined;
  tabStop: string | undefined;
  /** How long the dragged task takes. */
  lengthOf: (dragged: Dragged) => number;
  onSelect: (id: string) => void;
  run: RunChange;
};

/** The tasks of a team, kind or place. While a task is dragged over it, a line shows where it would begin. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, top, scale, timezone, selected, tabStop, onSelect, run } = props;
  const { t } = useTranslation();
  const track = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  useRowDropping(track, ghost, props);
  const rendered = useFewAtATime(row.laned.length);
  // The focus may go to this one at once.
  const isRendered = (id: string, index: number) => index < rendered || id === tabStop;
  return (
    <section
      className={styles.row}
      style={{ transform: `translateY(${top}px)`, height: heightOf(row) }}
      aria-label={row.name}
    >
      <div className={styles.label}>
        <span className={styles.labelName}>{row.name}</span>
        {row.missing > 0 ? <span className={styles.gap}>{t('planner.missing', { count: row.missing })}</span> : null}
      </div>
      <div ref={track} className={styles.track} style={{ width: scale.width }}>
        {row.laned.map(({ task, lane }, index) =>
          isRendered(task.id, index) ? (
            <TaskBar
              key={task.id}
              {...{ task, lane, scale, timezone, onSelect, run }}
              selected={task.id === selected}
              tabStop={task.id === tabStop}
            />
          ) : null,
        )}
        <div ref={ghost} className={styles.ghost} hidden aria-hidden="true" />
      </div>
    </section>
  );
});

/** Drawn without React, so that nothing is rendered again while the pointer moves. */
function useRowDropping(
  track: React.RefObject<HTMLElement | null>,
  ghost: React.RefObject<HTMLElement | null>,
  { row, scale, timezone, lengthOf }: TimelineRowProps,
): void {
  const { i18n } = useTranslation();
  const options = useLatest({
    place: { what: 'row' as const, key: row.key },
    accepts: (dragged: Dragged) => dragged.what === 'task',
    onMove: (dragged: Dragged, clientX: number) => {
      if (dragged.what !== 'task' || ghost.current === null || track.current === null) return;
      const startMs = startAt(scale, track.current, clientX, dragged.grippedMs);
      const start = new Date(startMs).toISOString();
      const end = new Date(startMs + lengthOf(dragged)).toISOString();
      ghost.current.removeAttribute('hidden');
      ghost.current.style.setProperty('transform', `translateX(${scale.x(start)}px)`);
      ghost.current.style.setProperty('width', `${scale.x(end) - scale.x(start)}px`);
      ghost.current.replaceChildren(formatTimeAt(start, i18n.language, timezone));
    },
    onLeave: () => ghost.current?.setAttribute('hidden', ''),
  });
  useDropTarget(track, options);
}

/** When a task would begin that is dropped here. */
export const startAt = (scale: Scale, track: Element, clientX: number, grippedMs: number): number =>
  snap(scale.msAt(clientX - track.getBoundingClientRect().left) - grippedMs, scale.fromMs);
