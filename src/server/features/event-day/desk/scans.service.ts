import type { Device } from '../../../auth/devices.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import { addSeconds, timestamp } from '../../../lib/clock.ts';
import { toUtc } from '../../../http/moment.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { marksAfter, sameMarks } from '../../tasks/attendance/states.policy.ts';
import type { AttendanceEvent, Marks } from '../../tasks/attendance/states.policy.ts';
import { lockDesk, personOfCode, verifierOf } from '../codes/keys.service.ts';
import type { KeyServices, Verifier } from '../codes/keys.service.ts';
import { giveHandOuts } from '../hand-outs/giving.service.ts';
import type { GivingScan } from '../hand-outs/giving.service.ts';
import { applyLoans } from '../loans/loans.service.ts';
import type { LoanScan } from '../loans/loans.service.ts';
import { passGate } from '../on-site/gate.service.ts';
import type { GateScan } from '../on-site/gate.service.ts';
import { insertScans, listAttendancesOf, listEvents } from '../marking/marking.queries.ts';
import type { MarkedAttendance } from '../marking/marking.queries.ts';
import { eventOf, storeMarks } from '../marking/marking.service.ts';
import { effectOf, isNear, nearSeconds, refusalOf, scanResults, taskFor, timeProblem } from './desk.policy.ts';
import type { AttendanceStep, ScanResult } from './desk.policy.ts';
import { listExisting, listKnownScans, lockDevice } from './desk.queries.ts';
import type { Scan } from './desk.schema.ts';
import { undoScan } from './undoing.service.ts';

type Result = { id: string; result: ScanResult };

/** A scan with its time in UTC and its person; without one if the code is not of this project. */
type ReadScan = Omit<Scan, 'at' | 'uid'> & { at: string; uid: string | undefined };

/** All in one transaction; scans of one project run one after another. A scan that was sent before keeps its result. */
export async function takeScans(services: KeyServices, device: Device, scans: readonly Scan[]): Promise<Result[]> {
  const now = services.clock.now();
  const { scope } = device;
  scans.forEach(requireComplete);
  const times = scans.map(({ at }, index) => toUtc(`/scans/${index}/at`, at));
  return services.db.transaction(async (trx) => {
    if (!(await lockDevice(trx, device.id, timestamp(now)))) fail('revoked_token');
    const verifies = verifierOf(await lockDesk(trx, scope));
    const ids = [...new Set(scans.map(({ id }) => id))];
    const known = await listKnownScans(trx, scope, ids);
    const results = new Map(known.map(({ id, result }) => [id, storedResult(result)]));
    const fresh = new Map<string, ReadScan>();
    for (const [index, scan] of scans.entries())
      if (!results.has(scan.id) && !fresh.has(scan.id))
        fresh.set(scan.id, { ...scan, at: times[index] ?? '', uid: personOf(scope, verifies, scan) });
    for (const { id, result } of await storeFresh(trx, now, device, [...fresh.values()])) results.set(id, result);
    return scans.map(({ id }) => ({ id, result: results.get(id) ?? 'unknown' }));
  });
}

const storedResult = (text: string): ScanResult => scanResults.find((one) => one === text) ?? fail('internal');

/** Steps that name no person. */
const isAboutNobody = (step: Scan['step']): boolean => step === 'return' || step === 'undo';

function requireComplete(scan: Scan, index: number): void {
  const { code, uid, step, hand_out: handOut, barcode, variant, condition, undoes } = scan;
  const refuse = (name: keyof Scan, detail: string) => failField(`/scans/${index}/${name}`, detail);
  const isNamed = code !== undefined || uid !== undefined;
  if (isAboutNobody(step) && isNamed) refuse(code === undefined ? 'uid' : 'code', `is not for the step ${step}`);
  if (!isAboutNobody(step) && (code === undefined) === (uid === undefined))
    refuse('code', 'is needed, or else `uid`; not both');
  if ((step === 'hand_out') !== (handOut !== undefined))
    refuse('hand_out', 'is needed with the step hand_out, and only then');
  if (step === 'return' ? barcode === undefined : step !== 'hand_out' && barcode !== undefined)
    refuse('barcode', 'is needed with the step return, possible with hand_out, and only then');
  if (step !== 'hand_out' && variant !== undefined) refuse('variant', 'is only for the step hand_out');
  if (step !== 'return' && condition !== undefined) refuse('condition', 'is only for the step return');
  if ((step === 'undo') !== (undoes !== undefined)) refuse('undoes', 'is needed with the step undo, and only then');
}

const personOf = (scope: ProjectScope, verifies: Verifier, { code, uid }: Scan): string | undefined =>
  code === undefined ? uid : personOfCode(scope, verifies, code);

/** What counts after a scan was undone depends on it, so it is applied before those that come after it. */
async function storeFresh(trx: Trx, now: Date, device: Device, scans: readonly ReadScan[]): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < scans.length;) {
    const undo = scans[first];
    if (undo?.step === 'undo') {
      results.push(await storeUndo(trx, now, device, undo));
      first += 1;
      continue;
    }
    const next = scans.findIndex(({ step }, index) => index > first && step === 'undo');
    const end = next === -1 ? scans.length : next;
    results.push(...(await storeSome(trx, now, device, scans.slice(first, end))));
    first = end;
  }
  return results;
}

/** What a scan was about, for the table of scans. */
type Stored = {
  id: string;
  result: ScanResult;
  task_id?: string | null;
  hand_out_id?: string | null;
  thing_id?: string | null;
};

async function storeUndo(trx: Trx, now: Date, device: Device, scan: ReadScan): Promise<Result> {
  const { id, undoes = '' } = scan;
  const result = timeProblem(scan.at, now) ?? (await undoScan(trx, now, device, { undoes, at: scan.at }));
  await insertRows(trx, now, device, [scan], new Map([[id, { id, result }]]), new Set());
  return { id, result };
}

async function storeSome(trx: Trx, now: Date, device: Device, scans: readonly ReadScan[]): Promise<Result[]> {
  const existing = await listExisting(trx, [...new Set(scans.flatMap(({ uid }) => uid ?? []))]);
  const outcomes = new Map<string, Stored>();
  const refuse = ({ id }: ReadScan, result: ScanResult) => outcomes.set(id, { id, result });
  const good = scans.flatMap((scan) => {
    const { uid = '' } = scan;
    if (!isAboutNobody(scan.step) && !existing.has(uid)) return refuse(scan, 'unknown') && [];
    const problem = timeProblem(scan.at, now);
    return problem === undefined ? [{ ...scan, uid }] : refuse(scan, problem) && [];
  });
  const attendance: AttendanceScan[] = [];
  const items: GivingScan[] = [];
  const loans: LoanScan[] = [];
  const passing: GateScan[] = [];
  for (const { id, at, step, uid, task, hand_out: handOut = '', barcode, condition, ...scan } of good) {
    const { reason = '', variant } = scan;
    if (step === 'return') loans.push({ id, at, barcode: barcode ?? '', step, condition: condition ?? 'ok' });
    else if (step === 'hand_out' && barcode !== undefined)
      loans.push({ id, at, barcode, step: 'lend', uid, handOut, reason });
    else if (step === 'hand_out') items.push({ id, at, uid, handOut, variant, reason });
    else if (step === 'on_site' || step === 'off_site') passing.push({ id, at, uid, step });
    else if (step !== 'undo') attendance.push({ id, at, step, uid, task });
  }
  const scanner = { scope: device.scope, tids: device.scope.tids, actor: null, device: device.name };
  for (const outcome of await applyScans(trx, now, scanner, attendance)) outcomes.set(outcome.id, outcome);
  for (const outcome of await giveHandOuts(trx, now, device, items)) outcomes.set(outcome.id, outcome);
  for (const outcome of await applyLoans(trx, now, device, loans)) outcomes.set(outcome.id, outcome);
  for (const outcome of await passGate(trx, now, device, passing)) outcomes.set(outcome.id, outcome);
  await insertRows(trx, now, device, scans, outcomes, existing);
  return [...outcomes.values()].map(({ id, result }) => ({ id, result }));
}

async function insertRows(
  trx: Trx,
  now: Date,
  { id: device_id, scope: { pid } }: Device,
  scans: readonly ReadScan[],
  outcomes: ReadonlyMap<string, Stored>,
  existing: ReadonlySet<string>,
): Promise<void> {
  const received_at = timestamp(now);
  await insertScans(
    trx,
    scans.map(({ id, at, step, uid }) => {
      const { result = 'unknown', task_id = null, hand_out_id = null, thing_id = null } = outcomes.get(id) ?? {};
      const about = { task_id, hand_out_id, thing_id, uid: uid !== undefined && existing.has(uid) ? uid : null };
      return { pid, id, device_id, ...about, step, at, result, received_at };
    }),
  );
}

/** A scan of somebody who exists, with a time that can be right. */
export type AttendanceScan = { id: string; at: string; step: AttendanceStep; uid: string; task: string | undefined };
export type Outcome = { id: string; result: ScanResult; task_id: string | null };

/** Who scanned: a device, or the person themselves. */
export type Scanner = { scope: ProjectScope; tids: readonly string[] | null; actor: string | null; device?: string };

/**
 * Adds scans to what is known and marks the attendances accordingly. Requires the lock of the desk. Each is judged as if
 * it came alone after those before it. However they are split into requests, and in whatever order they arrive, the marks
 * end up the same.
 */
export async function applyScans(
  trx: Trx,
  now: Date,
  scanner: Scanner,
  scans: readonly AttendanceScan[],
): Promise<Outcome[]> {
  if (scans.length === 0) return [];
  const known = await attendancesAround(trx, scanner, scans);
  const chosen = scans.map((scan) => ({ scan, ...choiceFor(scan, known) }));
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

const keyOf = ({ task_id, uid }: Pick<MarkedAttendance, 'task_id' | 'uid'>): string => `${task_id} ${uid}`;

async function attendancesAround(trx: Trx, { scope, tids }: Scanner, scans: readonly AttendanceScan[]) {
  const times = scans.map(({ at }) => Date.parse(at));
  const rows = await listAttendancesOf(trx, scope, {
    uids: [...new Set(scans.map(({ uid }) => uid))],
    from: timestamp(addSeconds(new Date(Math.min(...times)), -nearSeconds)),
    to: timestamp(addSeconds(new Date(Math.max(...times)), nearSeconds)),
  });
  const visible = tids === null ? rows : rows.filter(({ tid }) => tid !== null && tids.includes(tid));
  return Map.groupBy(visible, ({ uid }) => uid);
}

type Choice = { attendance?: MarkedAttendance; refusal?: ScanResult };

function choiceFor({ uid, at, step, task }: AttendanceScan, known: ReadonlyMap<string, MarkedAttendance[]>): Choice {
  // Not those that are only near to another scan of the same request.
  const own = (known.get(uid) ?? []).filter((one) => isNear(at, one));
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
    await storeMarks(trx, { ...scanner, now }, target, marks);
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
