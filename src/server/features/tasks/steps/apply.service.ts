import { personUid } from '../../../auth/scopes.ts';
import type { Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { rememberAllRemoved, rememberLeft } from '../../calendar/removals.service.ts';
import { recordChanges } from '../../changes/recording.service.ts';
import { aboutTask, notify } from '../../notices/notify.service.ts';
import { notifyTasksChanged } from '../../notices/task-changes.service.ts';
import { deleteAttendances } from '../attendance/attendance.queries.ts';
import { endHelping } from '../attendance/helpers.service.ts';
import { withdrawNoticesOfDeleted, withdrawNoticesOfOffers } from '../offers/offer-notices.service.ts';
import { deleteSeries, storeSeries } from '../series/series.queries.ts';
import type { SeriesRecord } from '../series/series.queries.ts';
import { hasEnded } from '../tasks.policy.ts';
import { fillPlaces } from '../waiting/filling.service.ts';
import type { Planner } from './losses.service.ts';
import { changedValues } from './step.policy.ts';
import type { Loss, Step } from './step.policy.ts';
import {
  sumStepsOf,
  deleteRecords,
  insertStep,
  listWaitingAndRequested,
  listOnTasks,
  storeRecords,
} from './steps.queries.ts';
import type { OnTask, TaskRecord } from './steps.queries.ts';

type Audit = Pick<AuditEntry, 'kind'> & { subject?: string; title?: string };

/** Requires locked tasks. Returns the step, with which it can be undone. */
export async function applyStep(trx: Trx, planner: Planner, step: Step, losses: readonly Loss[], audit: Audit) {
  const { uid: actor, now, projectRole } = planner;
  const { pid } = projectRole.scope;
  await requireFewSteps(trx, planner);
  const touched = [...step.removed, ...step.changed.map(({ after }) => after)].map(({ id }) => id);
  const on = await listOnTasks(trx, touched);
  const applicants = await listWaitingAndRequested(
    trx,
    step.removed.map(({ id }) => id),
  );
  const id = newId(now);
  await insertStep(trx, {
    id,
    pid,
    kind: step.kind,
    before: JSON.stringify(rememberedOf(step, on, losses, applicants)),
    created_by: personUid(actor),
    created_at: timestamp(now),
  });
  await storeStep(trx, planner, step, { on, losses, applicants });
  await fillAfter(trx, planner, step, losses);
  await record(trx, now, {
    actor,
    kind: audit.kind,
    subject: audit.subject ?? id,
    pid,
    detail: {
      ...(audit.title === undefined ? {} : { title: audit.title }),
      ...countsOf(step),
      released: losses.length,
    },
  });
  return id;
}

const maxStepsPerHour = 100;
const maxSizePerHour = 20_000_000;

/** Steps are kept for 7 days with everything that they changed. The service accounts of a project share the limit. */
async function requireFewSteps(trx: Trx, { uid, now, projectRole }: Planner): Promise<void> {
  const since = timestamp(addSeconds(now, -hours(1)));
  const { count, size } = await sumStepsOf(trx, projectRole.scope, personUid(uid), since);
  if (count >= maxStepsPerHour)
    fail('not_allowed', { detail: `You can make at most ${maxStepsPerHour} planning steps an hour` });
  if (size >= maxSizePerHour) fail('not_allowed', { detail: 'Too many changes this hour. Try again later' });
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
  applicants: Awaited<ReturnType<typeof listWaitingAndRequested>>;
};

function rememberedOf(
  step: Step,
  on: readonly OnTask[],
  losses: readonly Loss[],
  applicants: Remembered['applicants'],
): Remembered {
  const { series, created, changed, removed } = step;
  const lost = new Set(losses.map(({ task, uid }) => `${task} ${uid}`));
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
  };
}

type People = { on: readonly OnTask[]; losses: readonly Loss[]; applicants: Remembered['applicants'] };

/** Writes the tasks and tells people. A handful of statements, however many tasks there are. */
export async function storeStep(
  trx: Trx,
  planner: Planner,
  step: Step,
  { on, losses, applicants }: People,
): Promise<void> {
  const { now, projectRole, uid: actor } = planner;
  const { scope } = projectRole;
  const released = losses.filter(({ reason }) => reason !== 'task_removed');
  await releasePlaces(trx, planner, step, released);
  if (step.series?.after != null) await storeSeries(trx, step.series.after);
  const lostBy = new Map([...Map.groupBy(released, ({ task }) => task)].map(([id, lost]) => [id, uidsOf(lost)]));
  const freed = Map.groupBy(
    released.filter(({ replaced }) => !replaced),
    ({ task }) => task,
  );
  const stored = step.changed.map(({ after }) => ({
    ...after,
    attendee_count: after.attendee_count - (freed.get(after.id)?.length ?? 0),
  }));
  await removeTasks(trx, planner, step.removed, { on, losses, applicants });
  await endHelping(trx, { actor, now }, scope, [...new Set(losses.map(({ uid }) => uid))]);
  await storeRecords(trx, [...step.created, ...stored]);
  const handedOn = step.changed.filter(({ before, after }) => before.tid !== null && before.tid !== after.tid);
  if (handedOn.length > 0)
    await rememberAllRemoved(
      trx,
      now,
      handedOn.map(({ before }) => before),
    );
  if (step.series?.after === null && step.series.before !== null) await deleteSeries(trx, scope, step.series.before.id);
  const peopleOf = Map.groupBy(on, ({ task_id: id }) => id);
  await notifyTasksChanged(
    trx,
    { actor, now },
    step.changed.map(({ before, after }) => ({
      before,
      after,
      uids: (peopleOf.get(after.id) ?? [])
        .map(({ uid }) => uid)
        .filter((uid) => lostBy.get(after.id)?.has(uid) !== true),
    })),
  );
  await recordChanges(trx, now, changesOf(step, scope.pid));
}

/** After everybody has the places that the step leaves or restores: what is free goes to those who wait. */
export async function fillAfter(trx: Trx, { keys, now }: Planner, step: Step, losses: readonly Loss[]): Promise<void> {
  const isFreed = ({ before, after }: Step['changed'][number]): boolean =>
    after.capacity > before.capacity || losses.some(({ task }) => task === after.id);
  const ids = [...step.created, ...step.changed.filter(isFreed).map(({ after }) => after)].map(({ id }) => id);
  await fillPlaces(trx, { keys, now }, ids);
}

const uidsOf = (losses: readonly Loss[]) => new Set(losses.map(({ uid }) => uid));

const changesOf = ({ created, changed, removed }: Step, pid: string) => {
  const entryOf = (kind: string, task: TaskRecord, revision?: number) => ({
    kind,
    subject: task.id,
    pid,
    revision,
    // The team that alone may know of the task.
    detail: task.visibility === 'team' && task.tid !== null ? { limited_to: task.tid } : {},
  });
  return [
    ...created.map((task) => entryOf('task.created', task, task.revision)),
    ...changed.map(({ after }) => entryOf('task.changed', after, after.revision)),
    ...removed.map((task) => entryOf('task.removed', task)),
  ];
};

/** Those who do not fit the new times. */
async function releasePlaces(trx: Trx, planner: Planner, step: Step, losses: readonly Loss[]): Promise<void> {
  const { now, uid: actor, projectRole } = planner;
  const { pid } = projectRole.scope;
  for (const [task, lost] of Map.groupBy(losses, (loss) => loss.task)) {
    const uids = lost.map(({ uid }) => uid);
    await rememberLeft(trx, now, [task], uids);
    await withdrawNoticesOfOffers(trx, [task], uids);
    await deleteAttendances(trx, task, uids);
  }
  await recordAll(
    trx,
    now,
    losses.map(({ uid: subject, task }) => ({ actor, kind: 'attendance.removed', subject, pid, detail: { task } })),
  );
  const tasks = new Map(step.changed.map(({ before }) => [before.id, before]));
  await notify(
    trx,
    { actor, now },
    losses.flatMap(({ uid, task }) => {
      const before = tasks.get(task);
      return before === undefined ? [] : [{ kind: 'task.removed' as const, uid, ...aboutTask(before) }];
    }),
  );
}

/** Everybody on the tasks, and everybody who asked or waited for a place, is told that they are cancelled. */
async function removeTasks(
  trx: Trx,
  planner: Planner,
  removed: readonly TaskRecord[],
  { on, losses, applicants }: People,
) {
  if (removed.length === 0) return;
  const { now, uid: actor, projectRole } = planner;
  const { scope } = projectRole;
  const tasks = new Map(removed.filter((task) => !hasEnded(task, timestamp(now))).map((task) => [task.id, task]));
  const ids = removed.map(({ id }) => id);
  const told = [...on, ...applicants.waiting, ...applicants.requests].filter(
    (one) => !('declined_at' in one) || one.declined_at === null,
  );
  await notify(
    trx,
    { actor, now },
    told.flatMap(({ task_id: id, uid }) => {
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
  await rememberAllRemoved(trx, now, removed);
  await deleteRecords(trx, scope, ids);
}
