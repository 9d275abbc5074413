import type { TFunction } from 'i18next';
import { Fragment, memo } from 'react';
import type { PlanTask } from '../../../../../client/client.ts';
import { formatHoursAt } from '../../../../../locales/format/hours.ts';
import { listComma } from '../../../../../locales/format/lists.ts';
import { shownName } from '../../../../../locales/format/names.ts';
import { formatOutOf } from '../../../../../locales/format/numbers.ts';
import { staffingOf } from '../plan.ts';
import type { Scale } from '../scale.ts';
import { staffingText } from '../staffing-text.ts';
import styles from './timeline.module.css';

/** More names would not fit into a bar. */
const namesShown = 8;
/** Below this, names would be a letter or two. */
const leastNamesWidth = 64;
const leastTextWidth = 34;

/** Read once for all bars. */
export type Translation = { t: TFunction; i18n: { language: string } };

type TaskBarProps = {
  task: PlanTask;
  top: number;
  scale: Scale;
  timezone: string;
  translation: Translation;
  selected: boolean;
  /** Whether Tab stops here; the arrow keys reach the others. */
  tabStop: boolean;
  onSelect: (id: string) => void;
};

export const barWidth = (scale: Scale, { starts_at: start, ends_at: end }: Pick<PlanTask, 'starts_at' | 'ends_at'>) =>
  Math.max(scale.x(end) - scale.x(start) - 2, 10);

/**
 * A task from its beginning to its end: who is on it, and how many more are needed. Its title is at the beginning of the
 * line. People are dropped on it; it is moved by dragging, and resized at its end. There are hundreds, and they are added
 * while the plan is scrolled, so a bar is nothing but plain elements.
 */
export const TaskBar = memo(function TaskBar(props: TaskBarProps) {
  const { task, top, scale, timezone, translation, selected, tabStop, onSelect } = props;
  const { t, i18n } = translation;
  const { id, title, rights, attendees, attendee_count: joined, capacity } = task;
  const hours = formatHoursAt(translation, task.starts_at, task.ends_at, timezone);
  const staffing = staffingText(t, task);
  const people = attendees.slice(0, namesShown).map(({ uid, name, available }) => ({
    uid,
    available,
    name: shownName(t, name),
  }));
  const comma = listComma(i18n.language);
  const others = joined > namesShown ? `+${joined - namesShown}` : null;
  const notFree = people
    .filter(({ available }) => !available)
    .map(({ name }) => `${name} (${t('planner.task.notFree')})`);
  const label = [
    title,
    hours,
    people.map(({ name }) => name).join(comma),
    others,
    formatOutOf(joined, capacity, i18n.language),
    staffing,
    ...notFree,
  ];
  const width = barWidth(scale, task);
  return (
    <a
      href={`#${id}`}
      className={styles.bar}
      style={{ left: scale.x(task.starts_at) + 1, top, width }}
      data-task={id}
      data-drops
      data-drags={rights.edit ? 'task' : undefined}
      data-staffing={staffingOf(task)}
      data-small={width < leastNamesWidth || undefined}
      aria-label={label.filter(Boolean).join(' ')}
      aria-current={selected ? 'true' : undefined}
      tabIndex={tabStop ? 0 : -1}
      title={[title, hours, staffing].join(' · ')}
      onClick={(event) => {
        event.preventDefault();
        onSelect(id);
      }}
    >
      {width < leastTextWidth ? null : width < leastNamesWidth ? (
        <span className={styles.text}>{`${joined}/${capacity}`}</span>
      ) : (
        <span className={styles.text}>
          {people.length === 0 ? <span className={styles.nobody}>{staffing}</span> : null}
          {people.map(({ uid, name, available }, index) => (
            <Fragment key={uid}>
              {index === 0 ? null : comma}
              {/* Can be dragged to another task. */}
              <span
                className={styles.name}
                data-drags={rights.edit ? 'person' : undefined}
                data-uid={uid}
                data-free={available ? undefined : 'no'}
                title={rights.edit ? t('planner.dragName', { name }) : undefined}
              >
                {name}
              </span>
            </Fragment>
          ))}{' '}
          {others}
          <br />
          <span className={styles.count}>
            {formatOutOf(joined, capacity, i18n.language)}
            {people.length === 0 ? null : (
              <>
                {' · '}
                <span className={styles.gap}>{staffing}</span>
              </>
            )}
          </span>
        </span>
      )}
      {rights.edit ? <span className={styles.end} data-drags="end" aria-hidden="true" /> : null}
    </a>
  );
});
