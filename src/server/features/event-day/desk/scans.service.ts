import type { Device } from '../../../auth/devices.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { toUtc } from '../../../http/moment.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { lockDesk, personOfCode, verifierOf } from '../codes/keys.service.ts';
import type { KeyServices, Verifier } from '../codes/keys.service.ts';
import { entitlementsOf } from '../hand-outs/entitlement.service.ts';
import { insertScans } from '../marking/marking.queries.ts';
import { applyScans } from './applying.service.ts';
import type { Outcome } from './applying.service.ts';
import { isMemberOf, scanResults, timeProblem } from './desk.policy.ts';
import type { ScanResult } from './desk.policy.ts';
import { insertGiven, listExisting, listKnownScans, lockDevice, moveGivenEarlier } from './desk.queries.ts';
import type { Scan } from './desk.schema.ts';

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

function requireComplete({ code, uid, step, hand_out: handOut }: Scan, index: number): void {
  if ((code === undefined) === (uid === undefined))
    failField(`/scans/${index}/code`, 'is needed, or else `uid`; not both');
  if ((step === 'hand_out') !== (handOut !== undefined))
    failField(`/scans/${index}/hand_out`, 'is needed with the step hand_out, and only then');
}

const personOf = (scope: ProjectScope, verifies: Verifier, { code, uid }: Scan): string | undefined =>
  code === undefined ? uid : personOfCode(scope, verifies, code);

async function storeFresh(trx: Trx, now: Date, device: Device, scans: readonly ReadScan[]): Promise<Result[]> {
  if (scans.length === 0) return [];
  const existing = await listExisting(trx, [...new Set(scans.flatMap(({ uid }) => uid ?? []))]);
  const outcomes = new Map<string, Outcome>();
  const refuse = ({ id }: ReadScan, result: ScanResult) => outcomes.set(id, { id, result, task_id: null });
  const good = scans.flatMap((scan) => {
    const { uid } = scan;
    if (uid === undefined || !existing.has(uid)) return refuse(scan, 'unknown') && [];
    const problem = timeProblem(scan.at, now);
    return problem === undefined ? [{ ...scan, uid }] : refuse(scan, problem) && [];
  });
  const attendance = good.flatMap(({ id, at, step, uid, task }) =>
    step === 'hand_out' ? [] : [{ id, at, step, uid, task }],
  );
  const scanner = { scope: device.scope, tids: device.scope.tids, actor: null, device: device.name };
  for (const outcome of await applyScans(trx, now, scanner, attendance)) outcomes.set(outcome.id, outcome);
  const handOuts = good.filter(({ step }) => step === 'hand_out');
  for (const outcome of await giveHandOuts(trx, now, device, handOuts)) outcomes.set(outcome.id, outcome);
  const receivedAt = timestamp(now);
  await insertScans(
    trx,
    scans.map(({ id, at, step, uid }) => {
      const { result, task_id } = outcomes.get(id) ?? { result: 'unknown', task_id: null };
      return {
        pid: device.scope.pid,
        id,
        device_id: device.id,
        uid: uid !== undefined && existing.has(uid) ? uid : null,
        task_id,
        step,
        at,
        result,
        received_at: receivedAt,
      };
    }),
  );
  return [...outcomes.values()];
}

type HandOutScan = ReadScan & { uid: string };

/** One for each entitlement. With a reason, one more, but never to people of other teams than the device's. */
async function giveHandOuts(trx: Trx, now: Date, device: Device, scans: readonly HandOutScan[]): Promise<Outcome[]> {
  if (scans.length === 0) return [];
  const { scope, id: device_id, name } = device;
  const { handOuts, people } = await entitlementsOf(trx, scope, [...new Set(scans.map(({ uid }) => uid))]);
  const names = new Map(handOuts.map(({ id, name: title }) => [id, title]));
  const given: Parameters<typeof insertGiven>[1][number][] = [];
  const outcomes: Outcome[] = [];
  for (const { id, uid, at, hand_out: handOut = '', reason = '' } of scans.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const person = people.get(uid);
    const give = (): ScanResult => {
      if (!names.has(handOut)) return 'unknown';
      if (!isMemberOf(person?.tids, scope.tids)) return 'not_here';
      if (reason === '' && person?.given.has(handOut) === true) return 'repeated';
      if (reason === '' && person?.entitled.has(handOut) !== true) return 'not_here';
      given.push({ id: `${scope.pid} ${id}`, hand_out_id: handOut, uid, given_at: at, device_id, reason });
      person?.given.set(handOut, at);
      return 'accepted';
    };
    const result = give();
    if (result === 'repeated') await moveGivenEarlier(trx, handOut, uid, at);
    outcomes.push({ id, result, task_id: null });
  }
  await insertGiven(trx, given);
  const entries = given.map(({ uid, hand_out_id, reason }): AuditEntry => ({
    actor: null,
    kind: 'handout.given',
    subject: uid,
    pid: scope.pid,
    detail: {
      hand_out: hand_out_id,
      title: names.get(hand_out_id) ?? '',
      device: name,
      ...(reason === '' ? {} : { reason }),
    },
  }));
  await recordAll(trx, now, entries);
  return outcomes;
}
