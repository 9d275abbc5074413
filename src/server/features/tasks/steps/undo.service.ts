import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { recordAll } from '../../audit/audit.service.ts';
import { aboutTask, notify } from '../../notices/notify.service.ts';
import type { NewNotice } from '../../notices/notify.service.ts';
import { startHelping } from '../attendance/helpers.service.ts';
import { endFulfilledSwaps } from '../offers/offer-notices.service.ts';
import { loadRoles } from '../rules/eligibility.service.ts';
import { belongs, wayRefusal } from '../rules/joining.policy.ts';
import { lockSeries } from '../series/series.queries.ts';
import { countsOf, fillStep, recordStep, storeStep } from './apply.service.ts';
import type { Remembered } from './apply.service.ts';
import { lockTasks, requireOthersHours, requireRights } from './losses.service.ts';
import type { Concerned, Planner } from './losses.service.ts';
import { untouched } from '../task-records.policy.ts';
import { lostAgain, overtakenBy } from './overtaken.service.ts';
import type { Present } from './overtaken.service.ts';
import type { Step } from './step.policy.ts';
import * as queries from './steps.queries.ts';
import { deleteOldSteps, findStep, insertPlaces, listLeftSince, takeStep } from './steps.queries.ts';
import type { TaskRecord } from '../task-records.policy.ts';
import type { StoredStep } from './steps.queries.ts';

const keptSeconds = days(7);
const keptSince = (now: Date): string => timestamp(addSeconds(now, -keptSeconds));

export const deleteExpiredSteps = (trx: Trx, now: string): Promise<void> =>
  deleteOldSteps(trx, keptSince(new Date(now)));

/** An erasure needs it, because steps remember who lost a place. */
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
    const concerned = await lockTasks(
      trx,
      scope,
      remembered.tasks.map((task) => task.id),
      remembered.attendances.map((one) => one.uid),
    );
    await undo(trx, planner, taken, remembered, concerned);
  });
}

async function notUndoable(trx: Trx, { projectRole, now }: Actor, id: string): Promise<never> {
  const known = await findStep(trx, projectRole.scope, id, keptSince(now));
  return known === undefined
    ? fail('not_found', { detail: 'There is no such step, or it is older than 7 days' })
    : fail('step_undone');
}

async function undo(
  trx: Trx,
  planner: Planner,
  taken: StoredStep,
  remembered: Remembered,
  { tasks, on }: Concerned,
): Promise<void> {
  const { now, uid: actor, projectRole } = planner;
  const { scope } = projectRole;
  const series = remembered.series === null ? undefined : await lockSeries(trx, scope, remembered.series.id, undefined);
  const present = { tasks: new Map(tasks.map((task) => [task.id, task])), on, series: series ?? null };
  requireUntouched(overtakenBy(taken, remembered, present));
  const step = reverse(now, taken, remembered, present);
  requireRights(planner.roles, step);
  await requireOthersHours(trx, planner, step.changed, on);
  const left = await listLeftSince(trx, scope, peopleOf(remembered), taken.created_at);
  await helpAgain(trx, planner, remembered, left);
  requireUntouched(await lostAgain(trx, planner, step, remembered, on));
  await storeStep(trx, planner, step, { on, losses: [], applicants: { waiting: [], requests: [] } });
  await restorePeople(trx, planner, step, remembered, left);
  await recordStep(trx, planner, step, {
    actor,
    kind: 'planning.undone',
    subject: taken.id,
    pid: scope.pid,
    detail: { step: taken.kind, ...countsOf(step) },
  });
  await fillStep(trx, planner, step);
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
      // The number after the last one is that of the cancelled event in calendars.
      task.revision === null ? [restored({ ...task.before, ...untouched }, task.before.revision + 1, 0)] : [],
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

const peopleOf = ({ attendances, applicants }: Remembered): string[] => [
  ...new Set([...attendances, ...applicants.waiting, ...applicants.requests].map(({ uid }) => uid)),
];

/** People who were helpers only by these places, unless they have left the project since: nobody is brought back. */
async function helpAgain(
  trx: Trx,
  { now, uid: actor, projectRole: { scope } }: Planner,
  { attendances, helpers = [] }: Remembered,
  left: ReadonlySet<string>,
): Promise<void> {
  const returning = helpers.filter((uid) => !left.has(uid) && attendances.some((one) => one.uid === uid));
  if (returning.length === 0) return;
  const rolesOf = await loadRoles(trx, [scope.pid], returning);
  for (const uid of returning)
    if (!belongs(rolesOf(scope.pid, uid))) await startHelping(trx, { actor, now }, scope, uid);
}

/** Who is on the tasks again, waits for them, or has asked for a place. */
async function restorePeople(
  trx: Trx,
  planner: Planner,
  step: Step,
  remembered: Remembered,
  left: ReadonlySet<string>,
): Promise<void> {
  const { now, uid: actor, projectRole } = planner;
  const { scope } = projectRole;
  const { attendances, applicants } = remembered;
  const uids = peopleOf(remembered);
  if (uids.length === 0) return;
  const rolesOf = await loadRoles(trx, [scope.pid], uids);
  const tasks = new Map([...step.created, ...step.changed.map(({ after }) => after)].map((task) => [task.id, task]));
  const mayApply = ({ uid, task_id: id }: Applicant): boolean => {
    const task = tasks.get(id);
    if (left.has(uid) && !belongs(rolesOf(scope.pid, uid))) return false;
    return task !== undefined && wayRefusal('undo', rolesOf(scope.pid, uid), task, timestamp(now)) === null;
  };
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
  const noticesTo = (people: readonly Applicant[], change?: 'restored' | 'requested') =>
    people.flatMap(({ uid, task_id: id }): NewNotice[] => {
      const task = tasks.get(id);
      if (task === undefined) return [];
      const about = aboutTask(task);
      if (change === undefined) return [{ kind: 'task.added', uid, ...about }];
      return [{ kind: 'place.waiting', uid, ...about, values: { ...about.values, change } }];
    });
  const open = requests.filter(({ declined_at: at }) => at === null);
  const notices = [...noticesTo(attendances), ...noticesTo(waiting, 'restored'), ...noticesTo(open, 'requested')];
  await notify(trx, { actor, now }, notices);
}
