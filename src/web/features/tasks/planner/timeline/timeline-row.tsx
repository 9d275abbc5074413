import { memo } from 'react';
import type { PlanRow } from '../plan.ts';
import type { Scale } from '../scale.ts';
import { laneHeight, TaskBar } from './task-bar.tsx';
import type { Translation } from './task-bar.tsx';
import styles from './timeline.module.css';
import { useFewAtATime } from './use-few-at-a-time.ts';

export const heightOf = ({ lanes }: PlanRow): number => lanes * laneHeight + 6;

type TimelineRowProps = {
  row: PlanRow;
  top: number;
  scale: Scale;
  timezone: string;
  translation: Translation;
  selected: string | undefined;
  tabStop: string | undefined;
  onSelect: (id: string) => void;
};

/** The tasks of a team, kind or place. While a task is dragged over it, a line shows where it would begin. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, top, scale, timezone, translation, selected, tabStop, onSelect } = props;
  const rendered = useFewAtATime(row.laned.length);
  // The focus may go to this one at once.
  const isRendered = (id: string, index: number) => index < rendered || id === tabStop;
  return (
    <section className={styles.row} style={{ top, height: heightOf(row) }} aria-label={row.name}>
      <div className={styles.label}>
        <span className={styles.labelName}>{row.name}</span>
        {row.missing > 0 ? (
          <span className={styles.gap}>{translation.t('helping.missing', { count: row.missing })}</span>
        ) : null}
      </div>
      <div className={styles.track} style={{ width: scale.width }} data-drops data-row={row.key}>
        {row.laned.map(({ task, lane }, index) =>
          isRendered(task.id, index) ? (
            <TaskBar
              key={task.id}
              {...{ task, lane, scale, timezone, translation, onSelect }}
              selected={task.id === selected}
              tabStop={task.id === tabStop}
            />
          ) : null,
        )}
        <div className={styles.ghost} data-ghost hidden aria-hidden="true" />
      </div>
    </section>
  );
});
