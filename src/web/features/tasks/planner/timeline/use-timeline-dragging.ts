import type { RefObject } from 'react';
import { shownName } from '../../../../../locales/format/names.ts';
import type { PlanTask } from '../../../../../client/client.ts';
import { formatHoursAt } from '../../../../../locales/format/hours.ts';
import { useDragSources, useDrops, useDropTargets } from '../dragging.ts';
import type { Dragged, DragSource, DropPlace, DropTarget } from '../dragging.ts';
import { toRow } from '../move-to-row.ts';
import { durationOf, endedAt, idIn, isOn, movedTo, snap } from '../plan.ts';
import type { PlanRow } from '../plan.ts';
import type { Scale } from '../scale.ts';
import type { Grouping } from '../search.ts';
import { useLatest } from '../use-latest.ts';
import type { RunChange } from '../use-plan-changes.ts';
import { barWidth } from './task-bar.tsx';
import type { Translation } from './task-bar.tsx';

type DraggingOptions = {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly PlanRow[];
  byId: ReadonlyMap<string, PlanTask>;
  by: Grouping;
  scale: Scale;
  timezone: string;
  translation: Translation;
  run: RunChange;
  say: (text: string) => void;
};

/** Dragging people, tasks and their ends. It is drawn without React, so that nothing is rendered while the pointer moves. */
export function useTimelineDragging(options: DraggingOptions): void {
  const { scroller, rows, byId, by, scale, translation, run, say } = options;
  useDragSources(
    scroller,
    useLatest((element: HTMLElement) => sourceOf(element, options)),
  );
  useDropTargets(
    scroller,
    useLatest((element: HTMLElement) => targetOf(element, options)),
  );
  const onDrop = useLatest((dragged: Dragged, place: DropPlace | undefined, clientX: number) => {
    if (place === undefined) {
      if (dragged.what === 'person') say(missedText(translation, dragged));
      return;
    }
    if (dragged.what === 'person' && place.what === 'task') {
      const [task, from] = [byId.get(place.id), byId.get(dragged.from ?? '')];
      if (task === undefined) return;
      const { person } = dragged;
      run(from === undefined ? { what: 'assign', person, task } : { what: 'transfer', person, from, task });
    }
    if (dragged.what !== 'task' || place.what !== 'row') return;
    const [task, row] = [byId.get(dragged.id), rows.find(({ key }) => key === place.key)];
    const track = scroller.current?.querySelector('[data-row]');
    if (task === undefined || row === undefined || track == null) return;
    const times = movedTo(task, startAt(scale, track, clientX, dragged.grippedMs));
    const moved = times.starts_at === task.starts_at ? {} : times;
    const elsewhere = idIn(task, by) === row.id ? {} : toRow(by, row);
    if (Object.keys({ ...moved, ...elsewhere }).length === 0) return;
    run({ what: 'change', task, fields: { ...moved, ...elsewhere }, row: { by, to: row } });
  });
  useDrops(onDrop);
}

/** Why a person who was dropped beside a shift stays where they are. Often the shift was meant, and gripped by a name. */
const missedText = ({ t }: Translation, { person, from }: Extract<Dragged, { what: 'person' }>): string =>
  t('planner.missed', { context: from === undefined ? '' : 'name', name: shownName(t, person.name) });

/** A bar, a name in it, or its end. */
function sourceOf(element: HTMLElement, { byId, scale, run }: DraggingOptions): DragSource | undefined {
  const bar = element.closest<HTMLElement>('[data-task]');
  const task = byId.get(bar?.dataset['task'] ?? '');
  if (bar === null || task === undefined || !task.rights.edit) return undefined;
  const { id } = task;
  const { drags, uid } = element.dataset;
  if (drags === 'end') return endOf(bar, task, scale, run);
  if (drags === 'person') {
    const person = task.attendees.find((one) => one.uid === uid);
    return person && { data: () => ({ what: 'person', person, from: id }) };
  }
  return {
    data: (clientX) => ({ what: 'task', id, grippedMs: momentAt(scale, bar, clientX) - Date.parse(task.starts_at) }),
  };
}

/** Dragging the end changes how long the task takes. */
function endOf(bar: HTMLElement, task: PlanTask, scale: Scale, run: RunChange): DragSource {
  const timesAt = (clientX: number) => endedAt(task, snap(momentAt(scale, bar, clientX), scale.fromMs));
  const draw = (times: Pick<PlanTask, 'starts_at' | 'ends_at'>) =>
    bar.style.setProperty('width', `${barWidth(scale, times)}px`);
  return {
    bare: true,
    data: () => ({ what: 'end', id: task.id }),
    onMove: (clientX) => draw(timesAt(clientX)),
    onEnd: (clientX) => {
      const { ends_at } = clientX === undefined ? task : timesAt(clientX);
      if (ends_at === task.ends_at) draw(task);
      else run({ what: 'change', task, fields: { ends_at } });
    },
  };
}

/** People are dropped on tasks, tasks on rows. */
function targetOf(
  element: HTMLElement,
  { byId, scale, timezone, translation }: DraggingOptions,
): DropTarget | undefined {
  const { task: id, row: key } = element.dataset;
  const task = byId.get(id ?? '');
  if (task !== undefined)
    return {
      place: { what: 'task', id: task.id },
      accepts: (dragged) =>
        dragged.what === 'person' && task.rights.edit && dragged.from !== task.id && !isOn(task, dragged.person.uid),
    };
  if (key === undefined) return undefined;
  const ghost = element.querySelector<HTMLElement>('[data-ghost]');
  return {
    place: { what: 'row', key },
    accepts: ({ what }) => what === 'task',
    onMove: (dragged, clientX) => {
      const moved = dragged.what === 'task' ? byId.get(dragged.id) : undefined;
      if (dragged.what !== 'task' || moved === undefined || ghost === null) return;
      const startMs = startAt(scale, element, clientX, dragged.grippedMs);
      const start = new Date(startMs).toISOString();
      const end = new Date(startMs + durationOf(moved)).toISOString();
      ghost.removeAttribute('hidden');
      ghost.style.setProperty('transform', `translateX(${scale.x(start)}px)`);
      ghost.style.setProperty('width', `${scale.x(end) - scale.x(start)}px`);
      ghost.replaceChildren(formatHoursAt(translation, start, end, timezone));
    },
    onLeave: () => ghost?.setAttribute('hidden', ''),
  };
}

/** The moment at which the pointer is over a bar, or beside it. */
const momentAt = (scale: Scale, bar: HTMLElement, clientX: number): number =>
  scale.msAt(bar.offsetLeft + clientX - bar.getBoundingClientRect().left);

/** When a task would begin that is dropped here. */
const startAt = (scale: Scale, track: Element, clientX: number, grippedMs: number): number =>
  snap(scale.msAt(clientX - track.getBoundingClientRect().left) - grippedMs, scale.fromMs);
