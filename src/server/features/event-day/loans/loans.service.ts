import type { Device } from '../../../auth/devices.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { isMemberOf } from '../desk/desk.policy.ts';
import type { ScanResult } from '../desk/desk.policy.ts';
import { entitlementsOf } from '../hand-outs/entitlement.service.ts';
import { historyOf, withAdded } from './loans.policy.ts';
import type { Condition, History, ThingEvent } from './loans.policy.ts';
import * as queries from './loans.queries.ts';
import {
  deleteEvent,
  findThingById,
  findThingsByBarcode,
  insertEvents,
  listDeskThings,
  listEventsAround,
  listEventsOf,
  updateState,
} from './loans.queries.ts';
import type { ThingRow } from './loans.queries.ts';

export type LoanScan = { id: string; at: string; barcode: string } & (
  | { step: 'lend'; uid: string; handOut: string; reason: string }
  | { step: 'return'; condition: Condition }
);
export type LoanOutcome = { id: string; result: ScanResult; task_id: null; thing_id: string | null };

/** Who did it: a device, or an owner in the browser. */
export type LoanActor = { actor: string | null; device?: { id: string; name: string } };

type NewEvent = ThingEvent & { thing_id: string; device_id: string | null; reason: string };

const eventId = (pid: string, scan: string): string => `${pid} ${scan}`;

/** Requires the lock of the desk. */
export async function applyLoans(
  trx: Trx,
  now: Date,
  device: Device,
  scans: readonly LoanScan[],
): Promise<LoanOutcome[]> {
  if (scans.length === 0) return [];
  const { scope } = device;
  const found = await findThingsByBarcode(trx, scope, [...new Set(scans.map(({ barcode }) => barcode))]);
  const things = new Map(found.map((thing) => [thing.barcode, thing]));
  const borrowers = scans.flatMap((scan) => (scan.step === 'lend' ? [scan.uid] : []));
  const { people } = await entitlementsOf(trx, scope, [...new Set(borrowers)]);
  const refusalOf = (scan: LoanScan, thing: ThingRow | undefined): ScanResult | undefined => {
    if (thing === undefined) return 'unknown';
    if (scan.step === 'return') return undefined;
    if (scan.handOut !== thing.hand_out_id) return 'unknown';
    const person = people.get(scan.uid);
    if (person === undefined || !isMemberOf(person.tids, scope.tids)) return 'not_here';
    const mayBorrow = scan.reason !== '' || (person.of.get(thing.hand_out_id)?.entitled ?? 0) > 0;
    return mayBorrow ? undefined : 'not_here';
  };
  const events: NewEvent[] = [];
  const chosen = scans.map((scan) => {
    const thing = things.get(scan.barcode);
    const refusal = refusalOf(scan, thing);
    if (thing !== undefined && refusal === undefined) {
      const { step, at } = scan;
      const about = { id: eventId(scope.pid, scan.id), thing_id: thing.id, at, device_id: device.id };
      const { uid = null, condition = null, reason = '' }: Partial<NewEvent> = scan;
      events.push({ ...about, step, uid, condition, reason });
    }
    return { scan, thing, refusal };
  });
  const effects = await addEvents(trx, now, scope, { actor: null, device }, found, events);
  return chosen.map(({ scan, thing, refusal }) => ({
    id: scan.id,
    result: refusal ?? effects.get(eventId(scope.pid, scan.id))?.result ?? 'unknown',
    task_id: null,
    thing_id: thing?.id ?? null,
  }));
}

const byThing = (rows: readonly (ThingEvent & { thing_id: string })[]) => Map.groupBy(rows, ({ thing_id: id }) => id);

/** Stores events, and who has the things after all that is known. Requires the lock of the desk. Returns what each event did. */
export async function addEvents(
  trx: Trx,
  now: Date,
  scope: ProjectScope,
  by: LoanActor,
  things: readonly ThingRow[],
  events: readonly NewEvent[],
): Promise<History['effects']> {
  const effects: History['effects'] = new Map();
  if (events.length === 0) return effects;
  const known = byThing(await listEventsOf(trx, [...new Set(events.map(({ thing_id: id }) => id))]));
  const entries: AuditEntry[] = [];
  for (const [id, wanted] of Map.groupBy(events, ({ thing_id: thing }) => thing)) {
    const before = known.get(id) ?? [];
    const added = withAdded(before, wanted);
    const after = historyOf([...before, ...added]);
    const thing = things.find((one) => one.id === id);
    if (thing === undefined) continue;
    for (const { id: refused } of wanted) effects.set(refused, { result: 'on_loan', uid: null });
    await insertEvents(trx, added);
    await storeState(trx, thing, after);
    entries.push(...entriesOf(scope, by, thing, historyOf(before), after, [...before, ...added]));
    for (const [event, effect] of after.effects) effects.set(event, effect);
  }
  await recordAll(trx, now, entries);
  return effects;
}

async function storeState(trx: Trx, { id }: ThingRow, { loans, condition }: History): Promise<void> {
  const last = loans.at(-1);
  const open = last?.returned_at === null ? last : undefined;
  await updateState(trx, id, { holder: open?.uid ?? null, lent_at: open?.lent_at ?? null, condition });
}

/** What now counts and did not before. */
function entriesOf(
  { pid }: ProjectScope,
  by: LoanActor,
  { id: thing, label }: ThingRow,
  before: History,
  after: History,
  events: readonly ThingEvent[],
): AuditEntry[] {
  return events.flatMap((event): AuditEntry[] => {
    const effect = after.effects.get(event.id);
    if (effect?.result !== 'accepted' || before.effects.get(event.id)?.result === 'accepted') return [];
    const detail = detailOf(by, label, thing);
    if (event.step === 'lend') return [{ actor: by.actor, kind: 'thing.lent', subject: effect.uid ?? '', pid, detail }];
    const how = { ...detail, condition: event.condition ?? 'ok' };
    return effect.uid === null
      ? [{ actor: by.actor, kind: 'thing.changed', subject: thing, pid, detail: how }]
      : [{ actor: by.actor, kind: 'thing.returned', subject: effect.uid, pid, detail: how }];
  });
}

const detailOf = ({ device }: LoanActor, title: string, thing: string) => ({
  thing,
  title,
  ...(device === undefined ? {} : { device: device.name }),
});

/** A scan was undone at the desk. */
export async function undoLoan(trx: Trx, now: Date, device: Device, scan: string): Promise<void> {
  const { scope } = device;
  const found = await deleteEvent(trx, eventId(scope.pid, scan));
  const thing = found === undefined ? undefined : await findThingById(trx, scope, found.thing_id);
  if (thing === undefined) return;
  const after = historyOf(await listEventsOf(trx, [thing.id]));
  await storeState(trx, thing, after);
  const last = after.loans.at(-1);
  const holder = last?.returned_at === null ? last.uid : null;
  // The person who has it now, or had it until the scan was undone.
  const subject = holder ?? thing.holder;
  const detail = detailOf({ actor: null, device }, thing.label, thing.id);
  const about = { actor: null, pid: scope.pid, detail };
  await recordAll(trx, now, [
    subject === null
      ? { ...about, kind: 'thing.changed', subject: thing.id }
      : { ...about, kind: 'thing.undone', subject },
  ]);
}

export type DeskThingRow = ThingRow;
export const readDeskThings = (read: Reader, scope: ProjectScope, ids?: readonly string[]) =>
  listDeskThings(read, scope, ids);

export const listHeldBy = (read: Reader, scope: ProjectScope, uid: string) => queries.listHeldBy(read, scope, uid);
export const listThingsForCopy = (trx: Trx, handOut: string) => queries.listThingsForCopy(trx, handOut);
export const insertThings = (trx: Trx, rows: Parameters<typeof queries.insertThings>[1]) =>
  queries.insertThings(trx, rows);

/** The loans of a person, for their export. */
export async function exportLoans(read: Reader, uid: string) {
  const rows = await listEventsAround(read, uid);
  return [...Map.groupBy(rows, ({ thing_id: id }) => id).values()].flatMap((events) => {
    const { pid, hand_out, label } = events[0] ?? { pid: '', hand_out: '', label: '' };
    const own = historyOf(events).loans.filter((loan) => loan.uid === uid);
    return own.map(({ lent_at, returned_at, condition }) => ({
      pid,
      hand_out,
      label,
      lent_at,
      returned_at,
      condition,
    }));
  });
}
