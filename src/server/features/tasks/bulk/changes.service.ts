import type { Reader, Trx } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { toUtc } from '../../../http/moment.ts';
import { applyStep } from '../steps/apply.service.ts';
import {
  checkStep,
  lockTasks,
  lossesOf,
  requireMinimum,
  requireOthersHours,
  requireRights,
} from '../steps/losses.service.ts';
import type { Planner } from '../steps/losses.service.ts';
import { changedRecord, columnsOf, plannedTask } from '../steps/records.policy.ts';
import { requireReferences } from '../steps/references.service.ts';
import { isSame } from '../steps/step.policy.ts';
import type { Loss, Step } from '../steps/step.policy.ts';
import { listRecords } from '../steps/steps.queries.ts';
import type { TaskRecord } from '../steps/steps.queries.ts';
import { needsTeam, needsTeamDetail } from '../tasks.policy.ts';
import type { TaskSelectionChange, TaskSelectionChanged } from './bulk.schema.ts';

const minute = 60_000;

export async function previewSelection(read: Reader, planner: Planner, change: TaskSelectionChange) {
  const step = await stepOf(read, planner, change);
  return resultOf(step, null, await lossesOf(read, planner, step));
}

/** All of the tasks, or none. */
export async function changeSelection(
  trx: Trx,
  planner: Planner,
  change: TaskSelectionChange,
  release: boolean,
): Promise<TaskSelectionChanged> {
  await lockTasks(
    trx,
    planner.projectRole.scope,
    change.tasks.map(({ id }) => id),
  );
  const step = await stepOf(trx, planner, change);
  await requireOthersHours(trx, planner, step.changed);
  const losses = await lossesOf(trx, planner, step);
  checkStep(step, losses, release);
  const kind = change.delete === true ? 'tasks.removed' : 'tasks.changed';
  return resultOf(step, await applyStep(trx, planner, step, losses, { kind }), losses);
}

const resultOf = (step: Step, id: string | null, released: Loss[]): TaskSelectionChanged => ({
  step: id,
  changed: step.changed.map(({ after }) => plannedTask(after)),
  removed: step.removed.map(plannedTask),
  released,
});

async function stepOf(read: Reader, planner: Planner, change: TaskSelectionChange): Promise<Step> {
  const { set, move_minutes: move, tasks: chosen } = change;
  requireOneVerb(change);
  const { scope } = planner.projectRole;
  const records = await listRecords(
    read,
    scope,
    chosen.map(({ id }) => id),
  );
  requireFound(chosen, new Map(records.map((task) => [task.id, task])));
  if (change.delete === true) return checked(planner, { kind: 'removal', created: [], changed: [], removed: records });
  const values = set === undefined ? {} : columnsOf({ ...set, ...opening(set.opens_at) });
  if (set !== undefined) await requireReferences(read, scope, planner.roles, set, '/set');
  const at = timestamp(planner.now);
  const changed = records
    .map((before) => ({ before, after: changedRecord(before, { ...values, ...movedBy(before, move ?? 0) }, at) }))
    .filter(({ before, after }) => !isSame(before, after));
  if (set !== undefined && 'visibility' in set && changed.some(({ after }) => needsTeam(after)))
    failField('/set/visibility', needsTeamDetail);
  if (set?.tid === null && changed.some(({ after }) => needsTeam(after))) failField('/set/tid', needsTeamDetail);
  requireMinimum(changed, '/set/min_people');
  return checked(planner, { kind: 'change', created: [], changed, removed: [] });
}

function checked(planner: Planner, step: Step): Step {
  requireRights(planner.roles, step);
  return step;
}

function requireOneVerb({ set, move_minutes: move, delete: remove }: TaskSelectionChange): void {
  const changes = set !== undefined || move !== undefined;
  if (remove === true && changes) failField('/delete', 'cannot be combined with set or move_minutes');
  if (remove !== true && !changes) failField('', 'needs set, move_minutes or delete');
}

/** Nothing is changed if one of them is missing or has changed. */
function requireFound(chosen: TaskSelectionChange['tasks'], records: ReadonlyMap<string, TaskRecord>): void {
  const unknown = chosen.flatMap(({ id }, index): FieldError[] =>
    records.has(id) ? [] : [{ pointer: `/tasks/${index}/id`, detail: 'is not a task of this project' }],
  );
  if (unknown.length > 0)
    fail('not_allowed', { detail: `${unknown[0]?.pointer} is not a task of this project`, errors: unknown });
  const stale = chosen.flatMap(({ id, revision }, index): FieldError[] => {
    const task = records.get(id);
    return revision === undefined || task === undefined || task.revision === revision
      ? []
      : [{ pointer: `/tasks/${index}/revision`, detail: `${task.title} has changed since` }];
  });
  if (stale.length > 0) fail('stale', { detail: stale[0]?.detail ?? '', errors: stale });
}

const opening = (moment: string | null | undefined) =>
  moment == null ? {} : { opens_at: toUtc('/set/opens_at', moment) };

function movedBy({ starts_at, ends_at }: TaskRecord, minutes: number) {
  const later = (moment: string): string =>
    toUtc('/move_minutes', timestamp(new Date(Date.parse(moment) + minutes * minute)));
  return minutes === 0 ? {} : { starts_at: later(starts_at), ends_at: later(ends_at) };
}
