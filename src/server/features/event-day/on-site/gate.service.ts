import type { Device } from '../../../auth/devices.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { listTakingPart } from '../codes/codes.queries.ts';
import type { ScanResult } from '../desk/desk.policy.ts';
import { gateEffect, sinceWhen } from './gate.policy.ts';
import type { GateEvent } from './gate.policy.ts';
import { listGateEvents, listOnSite, putOnSite, takeOffSite } from './on-site.queries.ts';

export type GateScan = GateEvent & { uid: string };

/**
 * People who come and go, without a task. Whether somebody is on site follows from the times of all scans, in whatever order
 * they arrive. Requires the lock of the desk.
 */
export async function passGate(
  trx: Trx,
  now: Date,
  device: Device,
  scans: readonly GateScan[],
): Promise<{ id: string; result: ScanResult }[]> {
  if (scans.length === 0) return [];
  const { scope } = device;
  const uids = [...new Set(scans.map(({ uid }) => uid))];
  const known = await listTakingPart(trx, scope, uids, scope.tids);
  // Who was removed from the project meanwhile can still leave.
  const here = scope.tids === null ? await whoIsOnSite(trx, scope, uids) : new Map<string, string>();
  const events = await eventsOf(trx, scope, uids);
  const results = scans.map(({ uid, ...scan }) => {
    if (!known.has(uid) && !here.has(uid)) return { id: scan.id, result: 'not_here' as const };
    const own = events.get(uid) ?? [];
    events.set(uid, [...own, scan]);
    return { id: scan.id, result: gateEffect(own, scan) };
  });
  await storeWho(trx, now, device, uids, events);
  return results;
}

/** After a scan was undone. Requires the lock of the desk. */
export async function undoPassing(trx: Trx, now: Date, device: Device, uid: string): Promise<void> {
  await storeWho(trx, now, device, [uid], await eventsOf(trx, device.scope, [uid]));
}

async function eventsOf(trx: Trx, scope: ProjectScope, uids: readonly string[]): Promise<Map<string, GateEvent[]>> {
  const rows = await listGateEvents(trx, scope, uids);
  return Map.groupBy(
    rows.map(({ uid, step, ...row }) => ({ ...row, uid: uid ?? '', step: step === 'on_site' ? step : 'off_site' })),
    ({ uid }) => uid,
  );
}

async function storeWho(
  trx: Trx,
  now: Date,
  { scope, name }: Device,
  uids: readonly string[],
  events: ReadonlyMap<string, readonly GateEvent[]>,
): Promise<void> {
  const before = new Map((await listOnSite(trx, scope, uids)).map(({ uid, since }) => [uid, since]));
  const { pid } = scope;
  const after = uids.map((uid) => ({ uid, since: sinceWhen(events.get(uid) ?? []) }));
  const changed = after.filter(({ uid, since }) => since !== before.get(uid));
  await putOnSite(
    trx,
    changed.flatMap(({ uid, since }) => (since === undefined ? [] : [{ pid, uid, since }])),
  );
  await takeOffSite(
    trx,
    scope,
    changed.flatMap(({ uid, since }) => (since === undefined ? [uid] : [])),
  );
  const passed = changed.filter(({ uid, since }) => before.has(uid) !== (since !== undefined));
  await recordAll(
    trx,
    now,
    passed.map(({ uid, since }): AuditEntry => {
      const kind = since === undefined ? 'site.left' : 'site.entered';
      return { actor: null, kind, subject: uid, pid, detail: { device: name } };
    }),
  );
}

/** The names of people who are on site, for devices, which find them by name when they leave. */
export async function whoIsOnSite(
  read: Reader,
  scope: ProjectScope,
  uids?: readonly string[],
): Promise<Map<string, string>> {
  const rows = await listOnSite(read, scope, uids);
  return new Map(rows.flatMap(({ uid, name, suspended_at: suspended }) => (suspended === null ? [[uid, name]] : [])));
}
