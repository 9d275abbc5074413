import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import { aboutTask, notify } from '../../notices/notify.service.ts';
import { startHelping } from '../attendance/helpers.service.ts';
import { lockSeries } from '../series/series.queries.ts';
import { countsOf, storeStep } from './apply.service.ts';
import type { Remembered } from './apply.service.ts';
import { lockTasks, requireOthersHours, requireRights } from './losses.service.ts';
import type { Planner } from './losses.service.ts';
import { untouched } from './records.policy.ts';
import { lostAgain, overtakenBy } from './overtaken.service.ts';
import type { Present } from './overtaken.service.ts';
import type { Step } from './step.policy.ts';
import {
  deleteOldSteps,
  deleteStepsAbout,
  findStep,
  insertPlaces,
  listBelonging,
  listOnTasks,
  listRecords,
  lockPlans,
  takeStep,
} from './steps.queries.ts';
import type { StoredStep, TaskRecord } from './steps.queries.ts';

const keptSeconds = days(7);
const keptSince = (now: Date): string => timestamp(addSeconds(now, -keptSeconds));

export const forgetOldSteps = (trx: Trx, now: string): Promise<void> => deleteOldSteps(trx, keptSince(new Date(now)));

/** For an erasure: steps remember who lost a place. */
export const forgetStepsAbout = (trx: Trx, uid: string): Promise<void> => deleteStepsAbout(trx, uid);

/** Restores the tasks as they were, and the people on them, if nothing else has changed since. */
export async function undoStep(db: Db, actor: Actor & { keys: Keyring }, id: string): Promise<void> {
  const { now, caller, projectRole, uid } = actor;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const taken =
      (await takeStep(trx, scope, id, timestamp(now), keptSince(now))) ?? (await notUndoable(trx, actor, id));
    const { roles } = await confirmCaller(trx, now, caller);
    if (!roles.owner && taken.created_by !== uid) {
      fail('forbidden', { detail: 'Only owners undo what somebody else has planned' });
    }
    const planner: Planner = { ...actor, roles };
    const remembered = JSON.parse(taken.before) as Remembered;
    await lockPlans(trx, [...new Set(remembered.attendances.map((one) => one.uid))].toSorted());
    await lockTasks(
      trx,
      scope,
      remembered.tasks.map((task) => task.id),
    );
    await undo(trx, planner, taken, remembered);
  });
}

async function notUndoable(trx: Trx, { projectRole, now }: Actor, id: string): Promise<never> {
  const known = await findStep(trx, projectRole.scope, id, keptSince(now));
  return known === undefined
    ? fail('not_found', { detail: 'There is no such step, or it is older than 7 days' })
    : fail('step_undone');
}

async function undo(trx: Trx, planner: Planner, taken: StoredStep, remembered: Remembered): Promise<void> {
  const { now, uid: actor, projectRole } = planner;
  const { scope } = projectRole;
  const tasks = await listRecords(
    trx,
    scope,
    remembered.tasks.map(({ id }) => id),
  );
  const series = remembered.series === null ? undefined : await lockSeries(trx, scope, remembered.series.id, undefined);
  const present = { tasks: new Map(tasks.map((task) => [task.id, task])), series: series ?? null };
  requireUntouched(await overtakenBy(trx, taken, remembered, present));
  const step = reverse(now, taken, remembered, present);
  requireRights(planner.roles, step);
  await requireOthersHours(trx, planner, step.changed);
  requireUntouched(await lostAgain(trx, planner, step, remembered));
  const on = await listOnTasks(
    trx,
    step.changed.map(({ after }) => after.id),
  );
  await storeStep(trx, planner, step, { on, losses: [], hopeful: { waiting: [], requests: [] } });
  await restorePeople(trx, planner, step, remembered);
  await record(trx, now, {
    actor,
    kind: 'planning.undone',
    subject: taken.id,
    pid: scope.pid,
    detail: { step: taken.kind, ...countsOf(step) },
  });
}

const maxNamed = 100;

function requireUntouched(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first !== undefined) fail('step_overtaken', { detail: first.detail, errors: errors.slice(0, maxNamed) });
}

/** The step that turns everything back. Revisions only grow, so that calendars and other systems notice. */
function reverse(now: Date, taken: StoredStep, { tasks, series, attendances }: Remembered, present: Present): Step {
  const peopleOn = Map.groupBy(attendances, ({ task_id: id }) => id);
  const changed_at = timestamp(now);
  const restored = (before: TaskRecord, revision: number, count: number): TaskRecord => ({
    ...before,
    revision: revision + 1,
    attendee_count: count + (peopleOn.get(before.id)?.length ?? 0),
    changed_at,
  });
  const step: Step = {
    kind: taken.kind,
    created: tasks.flatMap((task) =>
      task.revision === null ? [restored({ ...task.before, ...untouched }, task.before.revision, 0)] : [],
    ),
    changed: tasks.flatMap(({ id, before, revision }) => {
      const task = present.tasks.get(id);
      return before === null || revision === null || task === undefined
        ? []
        : [{ before: task, after: restored({ ...task, ...before }, revision, task.attendee_count) }];
    }),
    removed: tasks.flatMap(({ id, before }) => (before === null ? (present.tasks.get(id) ?? []) : [])),
  };
  if (series === null) return step;
  const { before, revision } = series;
  const after = before === null ? null : { ...before, revision: (revision ?? before.revision) + 1 };
  return { ...step, series: { before: present.series, after } };
}

async function restorePeople(
  trx: Trx,
  planner: Planner,
  step: Step,
  { attendances, hopeful }: Remembered,
): Promise<void> {
  const { now, uid: actor, projectRole } = planner;
  const { scope } = projectRole;
  const known = await listBelonging(
    trx,
    scope,
    [...attendances, ...hopeful.waiting, ...hopeful.requests].map(({ uid }) => uid),
  );
  const returning = new Set(attendances.map(({ uid }) => uid).filter((uid) => !known.has(uid)));
  for (const uid of returning) await startHelping(trx, { actor, now }, scope, uid);
  await insertPlaces(trx, {
    attendances,
    // What was offered to them then has lapsed.
    waiting: hopeful.waiting.filter(({ uid }) => known.has(uid)).map((one) => ({ ...one, offered_until: null })),
    requests: hopeful.requests.filter(({ uid }) => known.has(uid)),
  });
  await recordAll(
    trx,
    now,
    attendances.map(({ uid: subject, task_id: task }) => ({
      actor,
      kind: 'attendance.added',
      subject,
      pid: scope.pid,
      detail: { task },
    })),
  );
  const tasks = new Map([...step.created, ...step.changed.map(({ after }) => after)].map((task) => [task.id, task]));
  await notify(
    trx,
    { actor, now },
    attendances.flatMap(({ uid, task_id: id }) => {
      const task = tasks.get(id);
      return task === undefined ? [] : [{ kind: 'task.added' as const, uid, ...aboutTask(task) }];
    }),
  );
}
