import type { Reader, Trx } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { toUtc } from '../../../http/moment.ts';
import { movedTimes, onLaterDay } from '../series/times.policy.ts';
import { applyStep, countsOf } from '../steps/apply.service.ts';
import {
  lockTasks,
  lossesOf,
  readTasks,
  requireMinimum,
  requireNoLoss,
  requireOthersHours,
  requirePlaces,
  requireRights,
} from '../steps/losses.service.ts';
import type { Planner } from '../steps/losses.service.ts';
import { changedRecord, columnsOf, inUtc, isSame, plannedTask } from '../task-records.policy.ts';
import type { TaskRecord } from '../task-records.policy.ts';
import { requirePlannable, requireReferences } from '../steps/references.service.ts';
import { presentLoss } from '../steps/step.policy.ts';
import type { Loss, Step } from '../steps/step.policy.ts';
import { findCalendarOf } from '../steps/steps.queries.ts';
import { needsTeam, needsTeamDetail } from '../tasks.policy.ts';
import type { TaskSelectionChange, TaskSelectionChanged } from './bulk.schema.ts';

const minute = 60_000;

const idsOf = ({ tasks }: TaskSelectionChange): string[] => tasks.map(({ id }) => id);

export async function previewSelection(read: Reader, planner: Planner, change: TaskSelectionChange) {
  const { scope } = planner.projectRole;
  const { tasks, on } = await readTasks(read, scope, idsOf(change));
  const step = await stepOf(read, planner, change, tasks);
  await requirePlannable(read, scope, step, planner.now);
  return resultOf(scope.pid, step, null, await lossesOf(read, planner, step, on));
}

/** All of the tasks, or none. */
export async function changeSelection(
  trx: Trx,
  planner: Planner,
  change: TaskSelectionChange,
  release: boolean,
): Promise<TaskSelectionChanged> {
  const { scope } = planner.projectRole;
  const { tasks, on } = await lockTasks(trx, scope, idsOf(change));
  const step = await stepOf(trx, planner, change, tasks);
  await requireOthersHours(trx, planner, step.changed, on);
  const losses = await lossesOf(trx, planner, step, on);
  if (!release) requireNoLoss(scope.pid, losses);
  requirePlaces(step, losses);
  const id = await applyStep(
    trx,
    planner,
    step,
    { on, losses },
    {
      kind: change.delete === true ? 'tasks.removed' : 'tasks.changed',
      detail: { ...countsOf(step), released: losses.length },
    },
  );
  return resultOf(scope.pid, step, id, losses);
}

const resultOf = (pid: string, step: Step, id: string | null, released: Loss[]): TaskSelectionChanged => ({
  step: id,
  changed: step.changed.map(({ after }) => plannedTask(after)),
  removed: step.removed.map(plannedTask),
  released: released.map((loss) => presentLoss(pid, loss)),
});

async function stepOf(
  read: Reader,
  planner: Planner,
  change: TaskSelectionChange,
  records: readonly TaskRecord[],
): Promise<Step> {
  const { set } = change;
  requireOneVerb(change);
  const { scope } = planner.projectRole;
  requireFound(change.tasks, new Map(records.map((task) => [task.id, task])));
  if (change.delete === true) return checked(planner, { kind: 'removal', created: [], changed: [], removed: records });
  const values = set === undefined ? {} : columnsOf(inUtc(set, '/set'));
  if (set !== undefined) await requireReferences(read, scope, planner.roles, set, '/set');
  const at = timestamp(planner.now);
  const moved = await moverFor(read, planner, change);
  const changed = records
    .map((before) => ({ before, after: changedRecord(before, { ...values, ...moved(before) }, at) }))
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

function requireOneVerb({ set, move_minutes, move_days, delete: remove }: TaskSelectionChange): void {
  const changes = set !== undefined || move_minutes !== undefined || move_days !== undefined;
  if (remove === true && changes) failField('/delete', 'cannot be combined with other changes');
  if (remove !== true && !changes) failField('', 'needs set, move_minutes, move_days or delete');
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

type Mover = (task: TaskRecord) => { starts_at?: string; ends_at?: string };

/** Only asks for the time zone if tasks move by days. */
async function moverFor(
  read: Reader,
  { projectRole }: Planner,
  { move_days: days = 0, move_minutes: minutes = 0 }: TaskSelectionChange,
): Promise<Mover> {
  if (days === 0 && minutes === 0) return () => ({});
  const timezone = days === 0 ? 'UTC' : (await findCalendarOf(read, projectRole.scope)).timezone;
  const pointer = days === 0 ? '/move_minutes' : '/move_days';
  const later = (moment: string): string => {
    const onDay = days === 0 ? moment : onLaterDay(moment, days, timezone);
    return toUtc(pointer, timestamp(new Date(Date.parse(onDay) + minutes * minute)));
  };
  return (task) => movedTimes(task, later);
}
