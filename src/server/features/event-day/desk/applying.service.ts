import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { marksAfter, sameMarks } from '../../tasks/attendance/states.policy.ts';
import type { AttendanceEvent, Marks } from '../../tasks/attendance/states.policy.ts';
import { listAttendancesOf, listEvents } from '../marking/marking.queries.ts';
import type { MarkedAttendance } from '../marking/marking.queries.ts';
import { eventOf, storeMarks } from '../marking/marking.service.ts';
import { effectOf, refusalOf, taskFor } from './desk.policy.ts';
import type { AttendanceStep, ScanResult } from './desk.policy.ts';

/** A scan of somebody who exists, with a time that can be right. */
export type AttendanceScan = { id: string; at: string; step: AttendanceStep; uid: string; task: string | undefined };
export type Outcome = { id: string; result: ScanResult; task_id: string | null };

/** Who scanned: a device, or the person themselves. */
export type Scanner = { scope: ProjectScope; tids: readonly string[] | null; actor: string | null; device?: string };

/**
 * Adds scans to what is known and marks the attendances accordingly. Requires the lock of the desk. However the scans
 * are split into requests, and in whatever order they arrive, the marks end up the same.
 */
export async function applyScans(
  trx: Trx,
  now: Date,
  scanner: Scanner,
  scans: readonly AttendanceScan[],
): Promise<Outcome[]> {
  if (scans.length === 0) return [];
  const known = await attendancesAround(trx, scanner, scans);
  const chosen = scans.toSorted(byTime).map((scan) => ({ scan, ...choiceFor(scan, known) }));
  const targets = [...new Set(chosen.flatMap(({ attendance }) => attendance ?? []))];
  const events = await eventsOf(trx, targets);
  const outcomes = chosen.map(({ scan, attendance, refusal }): Outcome => {
    if (attendance === undefined || refusal !== undefined)
      return { id: scan.id, result: refusal ?? 'not_here', task_id: null };
    const own = events.get(keyOf(attendance)) ?? [];
    const event = { id: scan.id, at: scan.at, step: scan.step, correction: null };
    const result = effectOf(own, event, attendance);
    own.push(event);
    return { id: scan.id, result, task_id: attendance.task_id };
  });
  await applyMarks(trx, now, scanner, targets, events);
  return outcomes;
}

const byTime = (a: AttendanceScan, b: AttendanceScan): number =>
  a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1;

const keyOf = ({ task_id, uid }: Pick<MarkedAttendance, 'task_id' | 'uid'>): string => `${task_id} ${uid}`;

async function attendancesAround(trx: Trx, { scope, tids }: Scanner, scans: readonly AttendanceScan[]) {
  const times = scans.map(({ at }) => Date.parse(at));
  const rows = await listAttendancesOf(trx, scope, {
    uids: [...new Set(scans.map(({ uid }) => uid))],
    from: timestamp(addSeconds(new Date(Math.min(...times)), -days(1))),
    to: timestamp(addSeconds(new Date(Math.max(...times)), days(1))),
  });
  const visible = tids === null ? rows : rows.filter(({ tid }) => tid !== null && tids.includes(tid));
  return Map.groupBy(visible, ({ uid }) => uid);
}

type Choice = { attendance?: MarkedAttendance; refusal?: ScanResult };

function choiceFor({ uid, at, step, task }: AttendanceScan, known: ReadonlyMap<string, MarkedAttendance[]>): Choice {
  const own = known.get(uid) ?? [];
  const attendance = task === undefined ? taskFor(step, at, own) : own.find(({ task_id }) => task_id === task);
  if (attendance === undefined) return { refusal: 'not_here' };
  const refusal = refusalOf(step, at, attendance);
  return refusal === undefined ? { attendance } : { refusal };
}

async function eventsOf(trx: Trx, targets: readonly MarkedAttendance[]): Promise<Map<string, AttendanceEvent[]>> {
  const events = new Map<string, AttendanceEvent[]>(targets.map((target) => [keyOf(target), []]));
  if (targets.length === 0) return events;
  const [tasks, uids] = [targets.map(({ task_id }) => task_id), targets.map(({ uid }) => uid)];
  for (const { task_id, uid, ...row } of await listEvents(trx, [...new Set(tasks)], [...new Set(uids)]))
    if (task_id !== null && uid !== null) events.get(keyOf({ task_id, uid }))?.push(eventOf(row));
  return events;
}

async function applyMarks(
  trx: Trx,
  now: Date,
  scanner: Scanner,
  targets: readonly MarkedAttendance[],
  events: ReadonlyMap<string, readonly AttendanceEvent[]>,
): Promise<void> {
  const entries: AuditEntry[] = [];
  for (const target of targets) {
    const marks = marksAfter(events.get(keyOf(target)) ?? [], target);
    if (sameMarks(marks, target) && target.presumed_at === null) continue;
    await storeMarks(trx, target, marks);
    entries.push(entryOf(scanner, target, marks));
  }
  await recordAll(trx, now, entries);
}

const entryOf = ({ scope, actor, device }: Scanner, { task_id, uid }: MarkedAttendance, marks: Marks): AuditEntry => ({
  actor,
  kind: 'attendance.marked',
  subject: uid,
  pid: scope.pid,
  detail: { task: task_id, state: marks.state, ...(device === undefined ? {} : { device }) },
});
