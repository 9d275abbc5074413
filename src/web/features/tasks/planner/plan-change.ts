import type { PlanTask, TaskChanges } from '../../../../client/client.ts';
import type { Person, RowOf } from './plan.ts';

/** A step of planning that is shown before the server has answered. */
export type PlanChange =
  | { what: 'assign'; person: Person; task: PlanTask }
  | { what: 'remove'; person: Person; task: PlanTask }
  | { what: 'transfer'; person: Person; from: PlanTask; task: PlanTask }
  | { what: 'change'; task: PlanTask; fields: TaskChanges; row?: { by: 'team' | 'kind' | 'place'; to: RowOf } };

const withPerson = (task: PlanTask, { uid, name }: Person): PlanTask =>
  task.attendees.some((one) => one.uid === uid)
    ? task
    : {
        ...task,
        attendee_count: task.attendee_count + 1,
        attendees: [...task.attendees, { uid, name, confirmed: false, available: true }],
      };

const withoutPerson = (task: PlanTask, { uid }: Person): PlanTask =>
  task.attendees.some((one) => one.uid === uid)
    ? {
        ...task,
        attendee_count: task.attendee_count - 1,
        attendees: task.attendees.filter((one) => one.uid !== uid),
      }
    : task;

type Changed = Extract<PlanChange, { what: 'change' }>;

function withFields(task: PlanTask, { fields: { starts_at, ends_at, tid }, row }: Changed): PlanTask {
  const named = row === undefined || row.to.id === null ? null : { id: row.to.id, name: row.to.name };
  return {
    ...task,
    ...(starts_at !== undefined && { starts_at }),
    ...(ends_at !== undefined && { ends_at }),
    ...(tid !== undefined && { tid }),
    ...(row?.by === 'kind' && { kind: named }),
    ...(row?.by === 'place' && { place: named }),
  };
}

const replaced = (tasks: readonly PlanTask[], id: string, change: (task: PlanTask) => PlanTask) =>
  tasks.map((task) => (task.id === id ? change(task) : task));

/** The plan as it will be if the server accepts the change. */
export function applied(tasks: readonly PlanTask[], change: PlanChange): PlanTask[] {
  const { task } = change;
  switch (change.what) {
    case 'assign':
      return replaced(tasks, task.id, (one) => withPerson(one, change.person));
    case 'remove':
      return replaced(tasks, task.id, (one) => withoutPerson(one, change.person));
    case 'transfer':
      return replaced(
        replaced(tasks, change.from.id, (one) => withoutPerson(one, change.person)),
        task.id,
        (one) => withPerson(one, change.person),
      );
    case 'change':
      return replaced(tasks, task.id, (one) => withFields(one, change));
  }
}

/** The change that takes this one back, once the server has done it. */
export function reverse(change: PlanChange): PlanChange {
  const { task } = change;
  switch (change.what) {
    case 'assign':
      return { ...change, what: 'remove' };
    case 'remove':
      return { ...change, what: 'assign' };
    case 'transfer':
      return { ...change, from: task, task: change.from };
    case 'change':
      return { ...change, ...before(change) };
  }
}

/** The values that the task had; `row` is how the page shows where it was. */
function before({ task, fields, row }: Changed): Pick<Changed, 'fields' | 'row'> {
  const { starts_at, ends_at, tid } = task;
  const named = row?.by === 'kind' ? task.kind : row?.by === 'place' ? task.place : null;
  const values = { starts_at, ends_at, tid, kind: task.kind?.id ?? null, place: task.place?.id ?? null };
  return {
    fields: Object.fromEntries(Object.entries(values).filter(([name]) => name in fields)),
    ...(row !== undefined && { row: { by: row.by, to: { id: named?.id ?? null, name: named?.name ?? '' } } }),
  };
}

/** The plan without a change that the server refused; other changes since then stay. */
export function undone(tasks: readonly PlanTask[], change: PlanChange): PlanTask[] {
  const { task } = change;
  switch (change.what) {
    case 'assign':
    case 'remove':
    case 'transfer':
      return applied(tasks, reverse(change));
    case 'change': {
      const { starts_at, ends_at, tid, kind, place } = task;
      return replaced(tasks, task.id, (one) => ({ ...one, starts_at, ends_at, tid, kind, place }));
    }
  }
}
