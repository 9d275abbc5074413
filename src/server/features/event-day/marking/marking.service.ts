import { confirmCaller } from '../../../auth/confirm.ts';
import { deciderBehind, requireSomebodyElse } from '../../../auth/oneself.ts';
import { holds } from '../../../auth/project-role.ts';
import type { Actor, ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import { notify, withdrawNoticesTo } from '../../notices/notify.service.ts';
import { countedMinutes, isAbsent, marksAfter, sameMarks } from '../../tasks/attendance/states.policy.ts';
import type { AttendanceEvent, Marks } from '../../tasks/attendance/states.policy.ts';
import { settleTraining } from '../../tasks/catalogue/person-skills.service.ts';
import { canPlanFor } from '../../tasks/tasks.policy.ts';
import { lockDesk, prepareDesk } from '../codes/keys.service.ts';
import type { KeyServices } from '../codes/keys.service.ts';
import { deleteOnSiteBefore } from '../on-site/on-site.queries.ts';
import { correctedMarks, mayMarkOneself } from './marking.policy.ts';
import {
  deleteScansBefore,
  findAttendance,
  insertScans,
  listEvents,
  takePlaceBack,
  updateMarks,
} from './marking.queries.ts';
import type { MarkedAttendance } from './marking.queries.ts';
import type { AttendanceChanges, AttendanceMarks } from './marking.schema.ts';

/** Scans are needed only while devices may still send older ones. */
const keptSeconds = days(30);

export type Correction = Actor & { id: string; attendee: string };

const noSuchAttendee = (): never => fail('not_found', { detail: 'The person is not on this task' });

/** What somebody sets or confirms is no longer presumed. */
const presentMarks = (row: MarkedAttendance, marks: Marks): AttendanceMarks => ({
  task: row.task_id,
  uid: row.uid,
  state: marks.state,
  arrived_at: marks.arrived_at,
  left_at: marks.left_at,
  presumed: false,
  minutes: countedMinutes(marks, row, row.weight_percent ?? 100),
});

/** Replaces what was scanned before. A scan that was made later still counts, whenever it arrives. */
export async function correctAttendance(
  services: KeyServices,
  correction: Correction,
  input: AttendanceChanges,
): Promise<AttendanceMarks> {
  const { projectRole, caller, id, attendee, now } = correction;
  const { scope } = projectRole;
  const seen = (await findAttendance(services.db.read, scope, id, attendee)) ?? noSuchAttendee();
  requireMarker(projectRole, seen.tid);
  await prepareDesk(services, scope);
  return services.db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller, [attendee]);
    return correctIn(trx, correction, roles, input);
  });
}

/** In a transaction that has confirmed the caller, whose roles these are, and locked the person. */
export async function correctIn(
  trx: Trx,
  correction: Correction,
  roles: Roles,
  input: AttendanceChanges,
): Promise<AttendanceMarks> {
  const { projectRole, id, attendee, caller, uid, now } = correction;
  const { scope } = projectRole;
  await lockDesk(trx, scope);
  const before = (await findAttendance(trx, scope, id, attendee)) ?? noSuchAttendee();
  requireMarker(roles, before.tid);
  const marks = correctedMarks(before, input, before, now);
  const isConfirmed = before.by_themselves === 1 && attendee !== deciderBehind(caller);
  if (sameMarks(marks, before) && before.presumed_at === null && !isConfirmed) return presentMarks(before, marks);
  const byThemselves =
    !mayMarkOneself(before, marks, now) && (await requireSomebodyElse(trx, scope, roles, { caller, person: attendee }));
  await insertScans(trx, [correctionRow(scope, { id, uid: attendee }, marks, now)]);
  await storeMarks(trx, { scope, actor: uid, now }, before, marks, byThemselves);
  await record(trx, now, {
    actor: uid,
    kind: 'attendance.marked',
    subject: attendee,
    pid: scope.pid,
    detail: { task: id, state: marks.state, arrived_at: marks.arrived_at, left_at: marks.left_at },
  });
  await notifyPerson(trx, correction, before, marks);
  return presentMarks(before, marks);
}

/** Who marks: null for a device. */
export type Marking = { scope: ProjectScope; actor: string | null; now: Date };

/** Requires the lock of the desk. */
export async function storeMarks(
  trx: Trx,
  { scope, actor, now }: Marking,
  before: MarkedAttendance,
  marks: Marks,
  byThemselves = false,
): Promise<void> {
  const { task_id, uid, replaced_at, grants_skill: skill } = before;
  await updateMarks(trx, { task_id, uid, ...marks, by_themselves: Number(byThemselves) });
  if (replaced_at !== null && !isAbsent(marks.state)) await takePlaceBack(trx, task_id, uid);
  // Somebody who is only presumed to have been at a training has not learnt anything.
  const wasDone = before.state === 'done' && before.presumed_at === null;
  if (skill !== null && wasDone !== (marks.state === 'done'))
    await settleTraining(trx, scope, { skill, task: task_id, person: uid, actor, now });
}

/** The marks after one of the scans was undone. Requires the lock of the desk. */
export async function remark(
  trx: Trx,
  now: Date,
  scope: ProjectScope,
  { task_id, uid }: { task_id: string; uid: string },
  { actor, device }: { actor: string | null; device: string },
): Promise<void> {
  const before = await findAttendance(trx, scope, task_id, uid);
  if (before === undefined) return;
  const events = (await listEvents(trx, [task_id], [uid])).map(eventOf);
  const marks = marksAfter(events, before);
  if (sameMarks(marks, before) && before.presumed_at === null) return;
  await storeMarks(trx, { scope, actor, now }, before, marks);
  await record(trx, now, {
    actor,
    kind: 'attendance.marked',
    subject: uid,
    pid: scope.pid,
    detail: { task: task_id, state: marks.state, device },
  });
}

/** Those who run the desk mark everybody, as its devices do. */
function requireMarker(roles: Roles, tid: string | null): void {
  if (!canPlanFor(roles, tid) && !holds(roles, 'desk'))
    fail('forbidden', { detail: 'Chiefs can only mark people on tasks of their own team' });
}

const correctionRow = ({ pid }: ProjectScope, on: { id: string; uid: string }, marks: Marks, now: Date) => ({
  pid,
  id: newId(now),
  uid: on.uid,
  task_id: on.id,
  step: 'correct' as const,
  at: timestamp(now),
  correction: JSON.stringify({ state: marks.state, arrived_at: marks.arrived_at, left_at: marks.left_at }),
  result: 'accepted',
  received_at: timestamp(now),
});

/** Not about who comes and goes during the task: only if hours changed afterwards, or about a no-show. */
async function notifyPerson(trx: Trx, correction: Correction, before: MarkedAttendance, after: Marks): Promise<void> {
  const { attendee, uid, now, projectRole } = correction;
  const change = await changeToTell(trx, correction, before, after);
  if (change === undefined) return;
  const { title, starts_at, ends_at } = before;
  await notify(trx, { actor: uid, now }, [
    {
      kind: 'hours.changed',
      uid: attendee,
      pid: projectRole.scope.pid,
      subject: before.task_id,
      values: { title, starts_at, ends_at, change },
    },
  ]);
}

/** Undoing a no-show withdraws its notice. Who knows of it already is notified that it was undone. */
async function changeToTell(
  trx: Trx,
  { attendee, now }: Correction,
  before: MarkedAttendance,
  after: Marks,
): Promise<'no_show' | 'no_show_undone' | 'corrected' | undefined> {
  if (after.state === 'no_show' && before.state !== 'no_show') return 'no_show';
  const weight = before.weight_percent ?? 100;
  const changed = countedMinutes(before, before, weight) !== countedMinutes(after, before, weight);
  if (changed && before.ends_at <= timestamp(now)) return 'corrected';
  if (before.state !== 'no_show' || after.state === 'no_show') return undefined;
  const withdrawn = await withdrawNoticesTo(trx, 'hours.changed', before.task_id, [attendee]);
  // Also if the same about an earlier no-show was withdrawn before they saw it.
  const isOwed = withdrawn.some(({ values, isSeen }) => values.change === (isSeen ? 'no_show' : 'no_show_undone'));
  return isOwed ? 'no_show_undone' : undefined;
}

type EventRow = { id: string; at: string; step: string; correction: string | null };
const eventSteps = ['arrive', 'leave', 'no_show', 'correct'] as const;

/** Rows of the database as events. Only this feature writes the columns. */
export const eventOf = ({ id, at, step, correction }: EventRow): AttendanceEvent => ({
  id,
  at,
  step: eventSteps.find((one) => one === step) ?? 'correct',
  correction: correction === null ? null : (JSON.parse(correction) as Marks),
});

/** With who was on site, which follows from them. */
export async function deleteOldScans(trx: Trx, now: string): Promise<void> {
  const moment = timestamp(addSeconds(new Date(now), -keptSeconds));
  await deleteScansBefore(trx, moment);
  await deleteOnSiteBefore(trx, moment);
}
