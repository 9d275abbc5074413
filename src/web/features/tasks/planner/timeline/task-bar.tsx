import type { TFunction } from 'i18next';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask } from '../../../../../client/client.ts';
import { formatHoursAt } from '../../../../../locales/format/hours.ts';
import { useDragging, useDropTarget } from '../dragging.ts';
import { endedAt, isOn, snap, staffingOf } from '../plan.ts';
import type { Attendee } from '../plan.ts';
import type { RunChange } from '../use-plan-changes.ts';
import type { Scale } from '../scale.ts';
import { useStaffingText } from '../staffing-text.tsx';
import styles from './timeline.module.css';
import { useLatest } from '../use-latest.ts';

export const laneHeight = 58;
/** More names would not fit into a bar. */
const namesShown = 8;

type TaskBarProps = {
  task: PlanTask;
  lane: number;
  scale: Scale;
  timezone: string;
  selected: boolean;
  /** Whether Tab stops here; the arrow keys reach the others. */
  tabStop: boolean;
  onSelect: (id: string) => void;
  run: RunChange;
};

/** A task from its beginning to its end. People are dropped on it; it is moved by dragging, and resized at its end. */
export const TaskBar = memo(function TaskBar(props: TaskBarProps) {
  const { task, lane, scale, timezone, selected, tabStop, onSelect } = props;
  const { t, i18n } = useTranslation();
  const staffing = useStaffingText();
  const ref = useRef<HTMLAnchorElement>(null);
  const { id, rights } = task;
  const left = scale.x(task.starts_at);
  const width = Math.max(scale.x(task.ends_at) - left - 2, 10);
  const hours = formatHoursAt({ t, i18n }, task.starts_at, task.ends_at, timezone);
  useBarDragging(ref, props);
  return (
    <a
      ref={ref}
      href={`#${id}`}
      className={styles.bar}
      style={{ transform: `translate(${left + 1}px, ${lane * laneHeight + 3}px)`, width }}
      data-task={id}
      data-staffing={staffingOf(task)}
      aria-current={selected ? 'true' : undefined}
      tabIndex={tabStop ? 0 : -1}
      title={`${task.title} · ${hours}`}
      onClick={(event) => {
        event.preventDefault();
        onSelect(id);
      }}
    >
      <span className={styles.title}>{task.title}</span>{' '}
      <span className="muster-unseen">
        {hours} {task.attendee_count} / {task.capacity}
      </span>{' '}
      <span className={styles.gap}>{staffing(task)}</span>{' '}
      <span className={styles.names}>
        {task.attendees.slice(0, namesShown).map((person) => (
          <Name key={person.uid} {...{ person, t }} task={id} enabled={rights.edit} />
        ))}
        {task.attendee_count > namesShown ? `+${task.attendee_count - namesShown}` : null}
      </span>
      {rights.edit ? <End {...props} bar={ref} /> : null}
    </a>
  );
});

function useBarDragging(ref: React.RefObject<HTMLElement | null>, { task, scale }: TaskBarProps): void {
  const { id, rights } = task;
  const options = useLatest({
    enabled: rights.edit,
    data: (clientX: number) => ({
      what: 'task' as const,
      id,
      grippedMs: scale.msAt(clientX - (ref.current?.getBoundingClientRect().left ?? clientX)) - scale.fromMs,
    }),
  });
  useDragging(ref, options, rights.edit);
  const target = useLatest({
    place: { what: 'task' as const, id },
    accepts: (dragged: { what: string; from?: string; person?: { uid: string } }) =>
      dragged.what === 'person' && rights.edit && dragged.from !== id && !isOn(task, dragged.person?.uid ?? ''),
  });
  useDropTarget(ref, target);
}

type NameProps = { person: Attendee; task: string; enabled: boolean; t: TFunction };

/** A name can be dragged to another task. */
function Name({ person, task, enabled, t }: NameProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const options = useLatest({ enabled, data: () => ({ what: 'person' as const, person, from: task }) });
  useDragging(ref, options, enabled);
  return (
    <span ref={ref} className={styles.name} data-free={person.available ? undefined : 'no'}>
      {person.name || t('person.public.nameless')}
      {person.available ? null : <span className="muster-unseen"> ({t('planner.task.notFree')})</span>}
    </span>
  );
}

type EndProps = Pick<TaskBarProps, 'task' | 'scale' | 'run'> & { bar: React.RefObject<HTMLElement | null> };

/** The end of the bar: dragging it changes how long the task takes. */
function End({ task, scale, run, bar }: EndProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const timesAt = (clientX: number) => {
    const left = bar.current?.getBoundingClientRect().left ?? 0;
    const start = Date.parse(task.starts_at);
    return endedAt(task, snap(start + scale.msAt(clientX - left) - scale.fromMs, scale.fromMs));
  };
  const options = useLatest({
    enabled: true,
    bare: true,
    data: () => ({ what: 'end' as const, id: task.id }),
    onMove: (clientX: number) => {
      const { starts_at, ends_at } = timesAt(clientX);
      bar.current?.style.setProperty('width', `${scale.x(ends_at) - scale.x(starts_at) - 2}px`);
    },
    onEnd: (clientX: number) => {
      const { ends_at } = timesAt(clientX);
      if (ends_at !== task.ends_at) run({ what: 'change', task, fields: { ends_at } });
      else bar.current?.style.setProperty('width', `${scale.x(task.ends_at) - scale.x(task.starts_at) - 2}px`);
    },
  });
  useDragging(ref, options, true);
  return <span ref={ref} className={styles.end} aria-hidden="true" />;
}
