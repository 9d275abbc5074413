import type { AuditKind } from '../../../../shared/audit-kinds.ts';
import { personUid } from '../../../auth/scopes.ts';
import type { Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { rememberLeft, rememberRemoved } from '../../calendar/removals.service.ts';
import { recordChanges } from '../../changes/recording.service.ts';
import { aboutTask, notify } from '../../notices/notify.service.ts';
import { notifyTasksChanged } from '../../notices/task-changes.service.ts';
import { deleteAttendances } from '../attendance/attendance.queries.ts';
import { endHelping } from '../attendance/helpers.service.ts';
import { withdrawNoticesOfDeleted, withdrawNoticesOfOffers } from '../offers/offer-notices.service.ts';
import { deleteSeries, storeSeries } from '../series/series.queries.ts';
import type { SeriesRecord } from '../series/series.queries.ts';
import { hasEnded, limitOf } from '../tasks.policy.ts';
import { fillPlaces } from '../waiting/filling.service.ts';
import type { Planner } from './losses.service.ts';
import { changedValues } from '../task-records.policy.ts';
import { requirePlannable } from './references.service.ts';
import type { Loss, Step } from './step.policy.ts';
import { deleteRecords, insertStep, listWaitingAndRequested, storeRecords, sumStepsOf } from './steps.queries.ts';
import type { TaskRecord } from '../task-records.policy.ts';
import type { Applicants, OnTask } from './steps.queries.ts';

/** Without a subject, the entry is about the step. */
type Audit = Omit<AuditEntry, 'actor' | 'pid' | 'subject'> & { subject?: string };

/** Who was on the tasks that the step changes or removes, and who of them loses the place. */
type People = { on: readonly OnTask[]; losses: readonly Loss[] };

/** A step that only creates tasks concerns nobody. */
export const nobody: People = { on: [], losses: [] };

/** Requires locked tasks, and refuses days far from the event. Returns the step, with which it can be undone; null if it is not kept. */
export async function applyStep(
  trx: Trx,
  planner: Planner,
  step: Step,
  { on, losses }: People,
  audit: Audit,
): Promise<string | null> {
  await requirePlannable(trx, planner.projectRole.scope, step, planner.now);
  const applicants = await listWaitingAndRequested(
    trx,
    step.removed.map(({ id }) => id),
  );
  const helpers = await storeStep(trx, planner, step, { on, losses, applicants });
  const id = await keepStep(trx, planner, step, rememberedOf(step, { on, losses, applicants, helpers }));
  const { pid } = planner.projectRole.scope;
  await recordStep(trx, planner, step, { subject: id ?? pid, ...audit, actor: planner.uid, pid });
  await fillStep(trx, planner, step);
  return id;
}

const maxStepsPerHour = 100;
const maxSizePerHour = 20_000_000;

const sizeOf = ({ created, changed, removed }: Step): number => created.length + changed.length + removed.length;

/**
 * Steps are kept for 7 days with everything that they changed, so their number and size are limited. The service accounts
 * of a project share the limit. A step of a single task is made in any case, and not kept if there is too much.
 */
async function keepStep(trx: Trx, planner: Planner, step: Step, remembered: Remembered): Promise<string | null> {
  const { uid, now, projectRole } = planner;
  const created_by = personUid(uid);
  const since = timestamp(addSeconds(now, -hours(1)));
  const { count, size } = await sumStepsOf(trx, projectRole.scope, created_by, since);
  const task_count = sizeOf(step);
  if (task_count > 1 && count >= maxStepsPerHour)
    fail('not_allowed', { detail: `You can make at most ${maxStepsPerHour} planning steps an hour` });
  if (size >= maxSizePerHour) {
    if (task_count <= 1) return null;
    fail('not_allowed', { detail: 'Too many changes this hour. Try again later' });
  }
  const [id, before] = [newId(now), JSON.stringify(remembered)];
  const { pid } = projectRole.scope;
  await insertStep(trx, { id, pid, kind: step.kind, before, task_count, created_by, created_at: timestamp(now) });
  return id;
}

export const countsOf = ({ created, changed, removed }: Step) => ({
  created: created.length,
  changed: changed.length,
  removed: removed.length,
});

/** What `undo` needs: values before the step, the revisions that it left, and who lost a place. */
export type Remembered = {
  series: { id: string; before: SeriesRecord | null; revision: number | null } | null;
  /** Deleted tasks are remembered whole, of changed ones only what has changed. New ones have no `before`. */
  tasks: (
    | { id: string; before: TaskRecord; revision: null }
    | { id: string; before: Partial<TaskRecord> | null; revision: number }
  )[];
  attendances: Omit<OnTask, 'name'>[];
  applicants: Applicants;
  /** Who was a helper only by places that the step took. Steps of earlier versions do not say. */
  helpers?: string[];
};

type Applied = People & { applicants: Applicants };

const keysOf = (losses: readonly Loss[]): Set<string> => new Set(losses.map(({ task, uid }) => `${task} ${uid}`));

function rememberedOf(step: Step, { on, losses, applicants, helpers }: Applied & { helpers: string[] }): Remembered {
  const { series, created, changed, removed } = step;
  const lost = keysOf(losses);
  return {
    series:
      series === undefined
        ? null
        : {
            id: series.before?.id ?? series.after?.id ?? '',
            before: series.before,
            revision: series.after?.revision ?? null,
          },
    tasks: [
      ...created.map(({ id, revision }) => ({ id, before: null, revision })),
      ...changed.map((change) => ({
        id: change.before.id,
        before: changedValues(change),
        revision: change.after.revision,
      })),
      ...removed.map((before) => ({ id: before.id, before, revision: null })),
    ],
    attendances: on
      .filter(({ task_id: task, uid }) => lost.has(`${task} ${uid}`))
      .map(({ name: _name, ...attendance }) => attendance),
    applicants,
    helpers,
  };
}

/**
 * Writes the tasks and notifies people. A handful of statements, however many tasks there are. Returns who is no longer
 * a helper.
 */
export async function storeStep(
  trx: Trx,
  planner: Planner,
  step: Step,
  { on, losses, applicants }: Applied,
): Promise<string[]> {
  const { now, projectRole, uid: actor } = planner;
  const { scope } = projectRole;
  const freed = await releasePlaces(trx, planner, step, losses);
  if (step.series?.after != null) await storeSeries(trx, step.series.after);
  const stored = step.changed.map(({ after }) => ({
    ...after,
    attendee_count: after.attendee_count - (freed.get(after.id) ?? 0),
  }));
  await removeTasks(trx, planner, step.removed, { on, losses, applicants });
  const losers = [...new Set(losses.map(({ uid }) => uid))];
  const ended = losers.length === 0 ? [] : await endHelping(trx, { actor, now }, scope, losers);
  await storeRecords(trx, [...step.created, ...stored]);
  const handedOn = step.changed.filter(({ before, after }) => before.tid !== null && before.tid !== after.tid);
  await rememberRemoved(
    trx,
    now,
    handedOn.map(({ before }) => before),
  );
  if (step.series?.after === null && step.series.before !== null) await deleteSeries(trx, scope, step.series.before.id);
  const lost = keysOf(losses);
  const staying = Map.groupBy(
    on.filter(({ task_id: task, uid }) => !lost.has(`${task} ${uid}`)),
    ({ task_id: id }) => id,
  );
  await notifyTasksChanged(
    trx,
    { actor, now },
    step.changed.map(({ before, after }) => ({
      before,
      after,
      uids: (staying.get(after.id) ?? []).map(({ uid }) => uid),
    })),
  );
  return ended;
}

/** The audit entry, and a change event for each task: that of a single task comes with its audit entry. */
export async function recordStep(trx: Trx, { now, projectRole }: Planner, step: Step, entry: AuditEntry) {
  await record(trx, now, entry);
  const { pid } = projectRole.scope;
  const eventOf = (kind: AuditKind, task: TaskRecord, revision?: number) => ({
    kind,
    subject: task.id,
    pid,
    revision,
    detail: limitOf(task),
  });
  const events = [
    ...step.created.map((task) => eventOf('task.created', task, task.revision)),
    ...step.changed.map(({ after }) => eventOf('task.changed', after, after.revision)),
    ...step.removed.map((task) => eventOf('task.removed', task)),
  ];
  await recordChanges(
    trx,
    now,
    events.filter(({ kind }) => kind !== entry.kind),
  );
}

/** After everybody has the places that the step leaves or restores: what is free goes to those who wait. */
export const fillStep = (trx: Trx, { keys, now }: Planner, { created, changed }: Step): Promise<void> =>
  fillPlaces(
    trx,
    { keys, now },
    [...created, ...changed.map(({ after }) => after)].map(({ id }) => id),
  );

/** Of those who do not fit the new times. Returns how many places that frees, by task. */
async function releasePlaces(
  trx: Trx,
  planner: Planner,
  step: Step,
  losses: readonly Loss[],
): Promise<ReadonlyMap<string, number>> {
  const { now, uid: actor, projectRole } = planner;
  const { pid } = projectRole.scope;
  const released = losses.filter(({ reason }) => reason !== 'task_removed');
  const freed = new Map<string, number>();
  for (const [task, lost] of Map.groupBy(released, (loss) => loss.task)) {
    const uids = lost.map(({ uid }) => uid);
    await rememberLeft(trx, now, [task], uids);
    await withdrawNoticesOfOffers(trx, [task], uids);
    freed.set(task, await deleteAttendances(trx, task, uids));
  }
  await recordAll(
    trx,
    now,
    released.map(({ uid: subject, task }) => ({ actor, kind: 'attendance.removed', subject, pid, detail: { task } })),
  );
  const tasks = new Map(step.changed.map(({ before }) => [before.id, before]));
  await notify(
    trx,
    { actor, now },
    released.flatMap(({ uid, task }) => {
      const before = tasks.get(task);
      return before === undefined ? [] : [{ kind: 'task.removed' as const, uid, ...aboutTask(before) }];
    }),
  );
  return freed;
}

/** Everybody on the tasks, and everybody who asked or waited for a place, is notified that they are cancelled. */
async function removeTasks(
  trx: Trx,
  planner: Planner,
  removed: readonly TaskRecord[],
  { on, losses, applicants }: Applied,
) {
  if (removed.length === 0) return;
  const { now, uid: actor, projectRole } = planner;
  const { scope } = projectRole;
  const tasks = new Map(removed.filter((task) => !hasEnded(task, timestamp(now))).map((task) => [task.id, task]));
  const ids = removed.map(({ id }) => id);
  const asking = applicants.requests.filter(({ declined_at: at }) => at === null);
  const notified = [...on, ...applicants.waiting, ...asking];
  await notify(
    trx,
    { actor, now },
    notified.flatMap(({ task_id: id, uid }) => {
      const task = tasks.get(id);
      return task === undefined ? [] : [{ kind: 'task.cancelled' as const, uid, ...aboutTask(task) }];
    }),
  );
  await recordAll(
    trx,
    now,
    losses
      .filter(({ reason }) => reason === 'task_removed')
      .map(({ uid: subject, task }) => ({
        actor,
        kind: 'attendance.removed',
        subject,
        pid: scope.pid,
        detail: { task },
      })),
  );
  await rememberLeft(trx, now, ids, 'all');
  await withdrawNoticesOfDeleted(trx, ids, applicants.waiting);
  await rememberRemoved(trx, now, removed);
  await deleteRecords(trx, scope, ids);
}
