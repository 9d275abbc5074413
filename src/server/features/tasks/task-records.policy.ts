/** Tasks as they are stored, made from what planners say about them. */
import type { Selectable } from 'kysely';
import type { TasksTable } from '../../db/tables.ts';
import { toUtc } from '../../http/moment.ts';
import type { PlannedTask } from './steps/steps.schema.ts';
import { taskFieldNames, withMoments } from './task-fields.schema.ts';
import type { TaskFieldName, TaskInput } from './task-fields.schema.ts';

/** A task with everything that is stored about it. */
export type TaskRecord = Selectable<TasksTable>;

/** How the names of the API are stored. All others are columns. */
const columnNames = { kind: 'kind_id', place: 'place_id' } as const;
type ColumnOf<N extends TaskFieldName> = N extends keyof typeof columnNames ? (typeof columnNames)[N] : N;
type FieldColumns = { [N in TaskFieldName as ColumnOf<N>]: TaskInput[N] };

const columnOf = (name: TaskFieldName): keyof FieldColumns =>
  name === 'kind' || name === 'place' ? columnNames[name] : name;

/** Everything that planners decide about a task, without counters and dates of the change itself. */
export const plannedColumns: readonly (keyof FieldColumns | 'starts_at' | 'ends_at' | 'series_id')[] = [
  ...taskFieldNames.map(columnOf),
  'starts_at',
  'ends_at',
  'series_id',
];

/** The object may have more than the fields of a task. */
export function columnsOf(input: TaskInput): FieldColumns;
export function columnsOf(input: Partial<TaskInput>): Partial<FieldColumns>;
export function columnsOf(input: Partial<TaskInput>): Partial<FieldColumns> {
  const given = taskFieldNames.filter((name) => input[name] !== undefined);
  return Object.fromEntries(given.map((name) => [columnOf(name), input[name]]));
}

/** A request with all moments in UTC. `path` is where they are in it. */
export const inUtc = <T extends object>(input: T, path = ''): T =>
  withMoments(input, (moment, name) => toUtc(`${path}/${name}`, moment));

/** The values of a task that nobody has joined or changed yet. */
export const untouched = { attendee_count: 0, held_count: 0, revision: 1, changed_at: null };

type Times = { starts_at: string; ends_at: string };
type Origin = { id: string; pid: string; created_by: string | null; created_at: string; series_id: string | null };

export const newRecord = (input: TaskInput, { starts_at, ends_at }: Times, origin: Origin): TaskRecord => ({
  ...columnsOf(input),
  starts_at,
  ends_at,
  ...origin,
  ...untouched,
});

export const changedRecord = (before: TaskRecord, values: Partial<TaskRecord>, changedAt: string): TaskRecord => ({
  ...before,
  ...values,
  revision: before.revision + 1,
  changed_at: changedAt,
});

export const isSame = (one: TaskRecord, other: TaskRecord): boolean =>
  plannedColumns.every((column) => one[column] === other[column]);

/** What the task had before, where it differs. */
export const changedValues = ({ before, after }: { before: TaskRecord; after: TaskRecord }): Partial<TaskRecord> =>
  Object.fromEntries(
    plannedColumns.filter((column) => before[column] !== after[column]).map((column) => [column, before[column]]),
  );

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
