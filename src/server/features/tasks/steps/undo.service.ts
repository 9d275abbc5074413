import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import { aboutTask, notify } from '../../notices/notify.service.ts';
import type { NewNotice } from '../../notices/notify.service.ts';
import { startHelping } from '../attendance/helpers.service.ts';
import { endFulfilledSwaps } from '../offers/offer-notices.service.ts';
import { listSuspended } from '../rules/eligibility.queries.ts';
import { lockSeries } from '../series/series.queries.ts';
import { countsOf, fillAfter, storeStep } from './apply.service.ts';
import type { Remembered } from './apply.service.ts';
import { lockTasks, requireOthersHours, requireRights } from './losses.service.ts';
import type { Planner } from './losses.service.ts';
import { untouched } from './records.policy.ts';
import { lostAgain, overtakenBy } from './overtaken.service.ts';
import type { Present } from './overtaken.service.ts';
import type { Step } from './step.policy.ts';
import * as queries from './steps.queries.ts';
import {
  deleteOldSteps,
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

export const deleteExpiredSteps = (trx: Trx, now: string): Promise<void> =>
  deleteOldSteps(trx, keptSince(new Date(now)));

/** For an erasure: steps remember who lost a place. */
export const deleteStepsAbout = (trx: Trx, uid: string): Promise<void> => queries.deleteStepsAbout(trx, uid);

/** Restores the tasks as they were, and the people on them, if nothing else has changed since. */
export async function undoStep(db: Db, actor: Actor & { keys: Keyring }, id: string): Promise<void> {
  const { now, caller, projectRole, uid } = actor;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const taken =
      (await takeStep(trx, scope, id, timestamp(now), keptSince(now))) ?? (await notUndoable(trx, actor, id));
    const { roles } = await confirmCaller(trx, now, caller);
    if (!roles.owner && taken.created_by !== uid) {
      fail('forbidden', { detail: 'Only owners can undo steps of somebody else' });
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
  await storeStep(trx, planner, step, { on, losses: [], applicants: { waiting: [], requests: [] } });
  await restorePeople(trx, planner, step, remembered);
  await fillAfter(trx, planner, step, []);
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
  const peopleOn = Map.groupBy(
    attendances.filter(({ replaced_at: at }) => at === null),
    ({ task_id: id }) => id,
  );
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

type Applicant = { uid: string; task_id: string };

/** Who is on the tasks again, waits for them, or has asked for a place. */
async function restorePeople(trx: Trx, planner: Planner, step: Step, remembered: Remembered): Promise<void> {
  const { now, uid: actor, projectRole } = planner;
  const { scope } = projectRole;
  const { attendances, applicants } = remembered;
  const uids = [...attendances, ...applicants.waiting, ...applicants.requests].map(({ uid }) => uid);
  if (uids.length === 0) return;
  const known = await listBelonging(trx, scope, uids);
  const suspended = new Set((await listSuspended(trx, uids)).map(({ uid }) => uid));
  const tasks = new Map([...step.created, ...step.changed.map(({ after }) => after)].map((task) => [task.id, task]));
  // People without a team may wait for what everybody can see.
  const mayApply = ({ uid, task_id: id }: Applicant): boolean =>
    known.has(uid) || (tasks.get(id)?.visibility === 'signed_in' && !suspended.has(uid));
  const returning = new Set(attendances.map(({ uid }) => uid).filter((uid) => !known.has(uid)));
  for (const uid of returning) await startHelping(trx, { actor, now }, scope, uid);
  const waiting = applicants.waiting.filter(mayApply);
  const requests = applicants.requests.filter(mayApply);
  await insertPlaces(trx, {
    attendances,
    // What was offered to them then has lapsed.
    waiting: waiting.map((one) => ({ ...one, offered_until: null })),
    requests,
  });
  await endFulfilledSwaps(trx, { actor, now }, scope, [...new Set(attendances.map(({ task_id: id }) => id))]);
  const entryOf = (kind: 'attendance.added' | 'waiting.added') => (one: Applicant) => ({
    actor,
    kind,
    subject: one.uid,
    pid: scope.pid,
    detail: { task: one.task_id },
  });
  await recordAll(trx, now, [
    ...attendances.map(entryOf('attendance.added')),
    ...waiting.map(entryOf('waiting.added')),
  ]);
  const told = (people: readonly Applicant[], change?: 'restored' | 'requested') =>
    people.flatMap(({ uid, task_id: id }): NewNotice[] => {
      const task = tasks.get(id);
      if (task === undefined) return [];
      const about = aboutTask(task);
      if (change === undefined) return [{ kind: 'task.added', uid, ...about }];
      return [{ kind: 'place.waiting', uid, ...about, values: { ...about.values, change } }];
    });
  const open = requests.filter(({ declined_at: at }) => at === null);
  const notices = [...told(attendances), ...told(waiting, 'restored'), ...told(open, 'requested')];
  await notify(trx, { actor, now }, notices);
}
