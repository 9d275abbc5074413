import type { TaskRecord } from './steps.queries.ts';
import type { PlannedTask } from './steps.schema.ts';

/** What planners say about a task, with the names of the API. */
export type TaskInput = {
  title: string;
  description: string;
  category: string;
  kind: string | null;
  tid: string | null;
  place: string | null;
  visibility: TaskRecord['visibility'];
  joining: TaskRecord['joining'];
  opens_at: string | null;
  briefing: string;
  min_people: number;
  capacity: number;
};

/** How the names of the API are stored. */
export function columnsOf(input: Partial<TaskInput>): Partial<TaskRecord> {
  const { kind, place, ...same } = input;
  return {
    ...same,
    ...(kind === undefined ? {} : { kind_id: kind }),
    ...(place === undefined ? {} : { place_id: place }),
  };
}

/** Of a task that nobody has joined or changed yet. */
export const untouched = { attendee_count: 0, held_count: 0, revision: 1, changed_at: null };

type Origin = { id: string; pid: string; created_by: string | null; created_at: string; series_id: string | null };

export const newRecord = (
  { kind, place, ...same }: TaskInput,
  times: { starts_at: string; ends_at: string },
  origin: Origin,
): TaskRecord => ({
  ...same,
  kind_id: kind,
  place_id: place,
  starts_at: times.starts_at,
  ends_at: times.ends_at,
  ...origin,
  ...untouched,
});

export const plannedTask = (task: TaskRecord): PlannedTask => ({
  id: task.id === '' ? null : task.id,
  title: task.title,
  tid: task.tid,
  kind: task.kind_id,
  place: task.place_id,
  starts_at: task.starts_at,
  ends_at: task.ends_at,
  min_people: task.min_people,
  capacity: task.capacity,
});

/** The record after a change. */
export const changedRecord = (before: TaskRecord, values: Partial<TaskRecord>, changedAt: string): TaskRecord => ({
  ...before,
  ...values,
  revision: before.revision + 1,
  changed_at: changedAt,
});
