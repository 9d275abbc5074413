import { isDeepStrictEqual } from 'node:util';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectRole, Roles } from '../../../auth/project-role.ts';
import { personUid } from '../../../auth/scopes.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { applyStep, countsOf, nobody } from '../steps/apply.service.ts';
import {
  lockTasks,
  lossesOf,
  requireMinimum,
  requireNoLoss,
  requirePlaces,
  requireRights,
} from '../steps/losses.service.ts';
import type { Planner } from '../steps/losses.service.ts';
import { changedRecord, columnsOf, isSame, newRecord, plannedTask } from '../task-records.policy.ts';
import type { TaskRecord } from '../task-records.policy.ts';
import { presentLoss } from '../steps/step.policy.ts';
import type { Loss, Step } from '../steps/step.policy.ts';
import { listOnTasks, listWaitingAndRequested } from '../steps/steps.queries.ts';
import type { Times } from '../rules/rules.policy.ts';
import { canPlanFor, canSee, requirePlanner } from '../tasks.policy.ts';
import { rearrange } from './changes.policy.ts';
import type { Rearrangement } from './changes.policy.ts';
import {
  changedDefinition,
  checkDefinition,
  definitionOf,
  storedDefinition,
  timesOf,
  withoutDeleted,
} from './definition.service.ts';
import type { Definition } from './definition.service.ts';
import { findSeries, listTasksOfSeries, lockSeries } from './series.queries.ts';
import type { SeriesRecord, SeriesRow } from './series.queries.ts';
import type {
  ChangedSeries,
  CreatedSeries,
  NewTaskSeries,
  RemovedSeries,
  TaskSeries,
  TaskSeriesChanges,
} from './series.schema.ts';

const noSuchSeries = (): never => fail('not_found', { detail: 'There is no such series in this project' });

export function presentSeries(projectRole: ProjectRole, row: SeriesRow): TaskSeries {
  const { id, pid, created_at } = row;
  const definition = storedDefinition(row);
  const rights = { edit: canPlanFor(projectRole, definition.tid) };
  return { id, pid, task_count: Number(row.task_count ?? 0), created_at, ...definition, rights };
}

/** Series are limited to a team as their tasks are. */
export const canSeeSeries = (roles: Roles, row: Pick<SeriesRecord, 'definition'>): boolean =>
  canSee(roles, storedDefinition(row));

const requireSeen = <R extends SeriesRecord>(roles: Roles, row: R | undefined): R =>
  row !== undefined && canSeeSeries(roles, row) ? row : noSuchSeries();

export async function readSeries(read: Reader, { projectRole }: Actor, id: string) {
  const row = requireSeen(projectRole, await findSeries(read, projectRole.scope, id));
  return { row, series: presentSeries(projectRole, row) };
}

export async function previewNewSeries(read: Reader, planner: Planner, input: NewTaskSeries): Promise<CreatedSeries> {
  const definition = definitionOf(input);
  const timezone = await checkDefinition(read, planner.projectRole.scope, planner.roles, definition, input.days);
  const tasks = recordsOf(planner, definition, '', timesOf(definition, timezone));
  return { step: null, series: null, tasks: tasks.map((task) => plannedTask({ ...task, id: '' })) };
}

export async function createSeries(trx: Trx, planner: Planner, input: NewTaskSeries): Promise<CreatedSeries> {
  const { projectRole, uid, now } = planner;
  const { scope } = projectRole;
  const definition = definitionOf(input);
  const timezone = await checkDefinition(trx, scope, planner.roles, definition, input.days);
  const series: SeriesRecord = {
    id: newId(now),
    pid: scope.pid,
    title: definition.title,
    definition: JSON.stringify(definition),
    created_by: personUid(uid),
    created_at: timestamp(now),
    revision: 1,
  };
  const created = recordsOf(planner, definition, series.id, timesOf(definition, timezone));
  const step: Step = { kind: 'series', created, changed: [], removed: [], series: { before: null, after: series } };
  const id = await applyStep(trx, planner, step, nobody, auditOf('series.created', series, step, []));
  return {
    step: id,
    series: presentSeries(projectRole, { ...series, task_count: created.length }),
    tasks: created.map(plannedTask),
  };
}

const auditOf = (
  kind: 'series.created' | 'series.changed' | 'series.removed',
  { id: subject, title }: SeriesRecord,
  step: Step,
  losses: readonly Loss[],
) => ({ kind, subject, detail: { title, ...countsOf(step), released: losses.length } });

function recordsOf(
  { projectRole, uid, now }: Planner,
  definition: Definition,
  series: string,
  times: ReturnType<typeof timesOf>,
): TaskRecord[] {
  const ids = newIds(now, times.length);
  return times.map((one, index) =>
    newRecord(definition, one, {
      id: ids[index] ?? newId(now),
      pid: projectRole.scope.pid,
      created_by: personUid(uid),
      created_at: timestamp(now),
      series_id: series,
    }),
  );
}

type Change = Actor & { keys: Keyring; id: string; expected: number | undefined; release: boolean };
type Rearranged = { step: Step; tasks: Rearrangement<TaskRecord> };

/**
 * Fields of single tasks that were changed by hand stay, unless the change names them. Tasks that have begun stay as they
 * are, and none is added in the past.
 */
async function rearranged(
  read: Reader,
  planner: Planner,
  series: SeriesRecord,
  all: readonly TaskRecord[],
  changes: TaskSeriesChanges,
): Promise<Rearranged> {
  const { projectRole, now } = planner;
  const before = await withoutDeleted(read, projectRole.scope, storedDefinition(series));
  const definition = changedDefinition(before, changes);
  requirePlanner(planner.roles, before.tid);
  const timezone = await checkDefinition(read, projectRole.scope, planner.roles, definition, changes.days ?? []);
  const isAhead = ({ starts_at }: Times): boolean => starts_at > timestamp(now);
  const tasks = rearrange(
    all.filter(isAhead),
    timesOf(before, timezone),
    timesOf(definition, timezone).filter(isAhead),
    timezone,
  );
  const named = new Set(Object.keys(changes));
  const values = columnsOf(Object.fromEntries(Object.entries(definition).filter(([name]) => named.has(name))));
  const changed = [...tasks.kept.map((task) => ({ task, times: {} })), ...tasks.moved]
    .map(({ task, times }) => ({
      before: task,
      after: changedRecord(task, { ...values, ...times }, timestamp(now)),
    }))
    .filter(({ before: old, after }) => !isSame(old, after));
  requireMinimum(changed, named.has('min_people') ? '/min_people' : '/capacity');
  const after = {
    ...series,
    title: definition.title,
    definition: JSON.stringify(definition),
    revision: series.revision + 1,
  };
  const created = recordsOf(planner, definition, series.id, tasks.added);
  return {
    tasks,
    step: { kind: 'series', created, changed, removed: tasks.removed, series: { before: series, after } },
  };
}

const summaryOf = ({ tasks, step }: Rearranged): Omit<ChangedSeries, 'step' | 'released'> => {
  const after = new Map(step.changed.map((change) => [change.before.id, change.after]));
  const shown = (task: TaskRecord) => plannedTask(after.get(task.id) ?? task);
  return {
    kept: tasks.kept.map(shown),
    moved: tasks.moved.map(({ task }) => shown(task)),
    added: step.created.map(plannedTask),
    removed: tasks.removed.map(plannedTask),
  };
};

export async function previewChange(read: Reader, change: Change, changes: TaskSeriesChanges): Promise<ChangedSeries> {
  const planner = { ...change, roles: change.projectRole };
  const row = requireSeen(planner.roles, await findSeries(read, change.projectRole.scope, change.id));
  const tasks = await listTasksOfSeries(read, row.id);
  const result = await rearranged(read, planner, row, tasks, changes);
  requireRights(planner.roles, result.step);
  const summary = summaryOf(result);
  const on = await listOnTasks(
    read,
    tasks.map(({ id }) => id),
  );
  return {
    ...summary,
    step: null,
    added: summary.added.map((task) => ({ ...task, id: null })),
    released: (await lossesOf(read, planner, result.step, on)).map((loss) => presentLoss(row.pid, loss)),
  };
}

const changesNothing = ({ step: { created, changed, removed, series } }: Rearranged): boolean =>
  created.length + changed.length + removed.length === 0 &&
  isDeepStrictEqual(series?.after && storedDefinition(series.after), series?.before && storedDefinition(series.before));

/** Two people who change one series at once do so one after the other; the second sees what the first has done. */
export async function changeSeries(db: Db, change: Change, changes: TaskSeriesChanges): Promise<ChangedSeries> {
  return db.transaction(async (trx) => {
    const { planner, series, tasks, on } = await lockForChange(trx, change);
    const result = await rearranged(trx, planner, series, tasks, changes);
    const { step } = result;
    requireRights(planner.roles, step);
    if (changesNothing(result)) return { ...summaryOf(result), step: null, released: [] };
    const losses = await lossesOf(trx, planner, step, on);
    if (!change.release) requireNoLoss(series.pid, losses);
    requirePlaces(step, losses);
    const id = await applyStep(trx, planner, step, { on, losses }, auditOf('series.changed', series, step, losses));
    return { ...summaryOf(result), step: id, released: losses.map((loss) => presentLoss(series.pid, loss)) };
  });
}

async function lockForChange(trx: Trx, change: Change) {
  const { projectRole, id, expected, now, caller } = change;
  const { scope } = projectRole;
  const series = (await lockSeries(trx, scope, id, expected)) ?? (await missing(trx, change));
  const { roles } = await confirmCaller(trx, now, caller);
  requireSeen(roles, series);
  const concerned = await lockTasks(
    trx,
    scope,
    (await listTasksOfSeries(trx, id)).map((task) => task.id),
  );
  const planner: Planner = { ...change, roles };
  return { planner, series, ...concerned };
}

const missing = async (trx: Trx, { projectRole, id }: Change): Promise<never> =>
  (await findSeries(trx, projectRole.scope, id)) === undefined ? noSuchSeries() : fail('stale');

/** Tasks with people, or with people who ask for a place, stay. */
export async function removeSeries(db: Db, change: Change): Promise<RemovedSeries> {
  return db.transaction(async (trx) => {
    const { planner, series, tasks, on } = await lockForChange(trx, change);
    requirePlanner(planner.roles, storedDefinition(series).tid);
    const { requests } = await listWaitingAndRequested(
      trx,
      tasks.map(({ id }) => id),
    );
    const asking = requests.filter((one) => one.declined_at === null);
    // People who were replaced count as well: their hours would go with the task.
    const wanted = new Set([...asking, ...on].map((one) => one.task_id));
    const stays = (task: TaskRecord): boolean => wanted.has(task.id);
    const staying = tasks.filter(stays);
    const removed = tasks.filter((task) => !stays(task));
    const changed = staying.map((task) => ({
      before: task,
      after: changedRecord(task, { series_id: null }, timestamp(planner.now)),
    }));
    const step: Step = { kind: 'removal', created: [], changed, removed, series: { before: series, after: null } };
    requireRights(planner.roles, step);
    const id = await applyStep(trx, planner, step, { on, losses: [] }, auditOf('series.removed', series, step, []));
    return { step: id, removed: removed.map(plannedTask), stay: staying.map(plannedTask) };
  });
}
