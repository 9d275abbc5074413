import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { sortKey } from '../../../lib/text.ts';
import { pageRequest, totalOnFirst } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { record } from '../../audit/audit.service.ts';
import { lockDesk, prepareDesk } from '../codes/keys.service.ts';
import type { KeyServices } from '../codes/keys.service.ts';
import { lockHandOut } from '../hand-outs/hand-outs.service.ts';
import { historyOf } from './loans.policy.ts';
import type { Condition } from './loans.policy.ts';
import {
  countThings,
  deleteThing,
  findThing,
  insertThings,
  listBarcodes,
  listEventsOf,
  listNames,
  listThings,
  updateThing,
} from './loans.queries.ts';
import type { ThingRow } from './loans.queries.ts';
import { maxThings } from './loans.schema.ts';
import type { NewThing, Thing, ThingChanges, ThingLoans } from './loans.schema.ts';
import { addEvents } from './loans.service.ts';

const shownLoans = 100;

const noSuchThing = (): never => fail('not_found', { detail: 'There is no such thing in this project' });

export const presentThing = (row: ThingRow): Thing => ({
  id: row.id,
  hand_out: { id: row.hand_out_id, name: row.hand_out },
  label: row.label,
  barcode: row.barcode,
  condition: row.condition,
  holder: row.holder === null ? null : { uid: row.holder, name: row.holder_name ?? '' },
  lent_at: row.lent_at,
});

type Filter = { handOut?: string; out?: boolean | undefined };

export async function thingPage(read: Reader, scope: ProjectScope, filter: Filter, query: PageQuery) {
  const { limit, after, page } = pageRequest(query, { sort_key: 'text', id: 'text' });
  const rows = await listThings(read, scope, filter, after, limit + 1);
  return { ...page(rows, presentThing), ...(await totalOnFirst(after, () => countThings(read, scope, filter))) };
}

export async function readThing(read: Reader, scope: ProjectScope, handOut: string, id: string) {
  const row = (await findThing(read, scope, handOut, id)) ?? noSuchThing();
  return { revision: row.revision, thing: presentThing(row) };
}

/** Returns the newest first. */
export async function readLoans(read: Reader, scope: ProjectScope, handOut: string, id: string): Promise<ThingLoans> {
  await readThing(read, scope, handOut, id);
  const { loans } = historyOf(await listEventsOf(read, [id]));
  const shown = loans.toReversed().slice(0, shownLoans);
  const rows = shown.length === 0 ? [] : await listNames(read, [...new Set(shown.map(({ uid }) => uid))]);
  const names = new Map(rows.map(({ uid, name }) => [uid, name]));
  return {
    data: shown.map(({ uid, lent_at, returned_at, condition }) => ({
      uid,
      name: names.get(uid) ?? '',
      lent_at,
      returned_at,
      condition,
    })),
  };
}

const barcodeOf = ({ label, barcode }: NewThing): string => barcode ?? label.trim();

/** All or none. Returns their identifiers. `pointerOf`: where a barcode is in the request. */
export async function addThings(
  trx: Trx,
  actor: Actor,
  handOut: string,
  things: readonly NewThing[],
  pointerOf: (index: number) => string,
): Promise<string[]> {
  const { projectRole, now, uid } = actor;
  const { pid } = projectRole.scope;
  const { name } = await lockHandOut(trx, projectRole.scope, handOut, 'loan');
  const existing = await listBarcodes(trx, projectRole.scope);
  if (existing.length + things.length > maxThings)
    fail('not_allowed', { detail: `A project has at most ${maxThings} things to lend` });
  requireFresh(things.map(barcodeOf), existing, pointerOf);
  const ids = newIds(now, things.length);
  const at = timestamp(now);
  await insertThings(
    trx,
    things.map((thing, index) => ({
      id: ids[index] ?? newId(now),
      pid,
      hand_out_id: handOut,
      label: thing.label.trim(),
      sort_key: sortKey(thing.label),
      barcode: barcodeOf(thing),
      created_at: at,
    })),
  );
  const detail = { title: name, count: things.length };
  await record(trx, now, { actor: uid, kind: 'thing.added', subject: handOut, pid, detail });
  return ids;
}

const shownErrors = 100;

/** Names each barcode that is used twice, with the thing that has it. */
function requireFresh(
  barcodes: readonly string[],
  existing: readonly { barcode: string; label: string }[],
  pointerOf: (index: number) => string,
): void {
  const labels = new Map(existing.map(({ barcode, label }) => [barcode, label]));
  const firsts = new Map<string, number>();
  const errors = barcodes.flatMap((barcode, index): FieldError[] => {
    const [first, label] = [firsts.get(barcode) ?? index, labels.get(barcode)];
    firsts.set(barcode, first);
    if (label !== undefined) return [{ pointer: pointerOf(index), detail: `is the barcode of ${label}` }];
    return first === index ? [] : [{ pointer: pointerOf(index), detail: `is the same as in ${pointerOf(first)}` }];
  });
  if (errors.length > 0) fail('barcode_taken', { errors: errors.slice(0, shownErrors) });
}

export type ThingChange = Actor & { handOut: string; id: string; expected?: number | undefined };

export async function changeThing({ db }: { db: Db }, change: ThingChange, input: ThingChanges): Promise<void> {
  const { projectRole, caller, now, uid, handOut, id, expected } = change;
  const { scope } = projectRole;
  if (input.label?.trim() === '') failField('/label', 'must not be blank');
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await lockHandOut(trx, scope, handOut, 'loan');
    const before = (await findThing(trx, scope, handOut, id)) ?? noSuchThing();
    if (expected !== undefined && expected !== before.revision) fail('stale');
    const { label = before.label, barcode = before.barcode } = input;
    if (label === before.label && barcode === before.barcode) return;
    const others = (await listBarcodes(trx, scope)).filter((one) => one.id !== id);
    requireFresh([barcode], others, () => '/barcode');
    await updateThing(trx, id, { label: label.trim(), sort_key: sortKey(label), barcode });
    await record(trx, now, {
      actor: uid,
      kind: 'thing.changed',
      subject: id,
      pid: scope.pid,
      detail: { title: label },
    });
  });
}

/** Does nothing if it was deleted before. */
export async function removeThing({ db }: { db: Db }, change: ThingChange): Promise<void> {
  const { projectRole, caller, now, uid, handOut, id } = change;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await lockHandOut(trx, scope, handOut, 'loan');
    const found = await findThing(trx, scope, handOut, id);
    if (found === undefined) return;
    if (!(await deleteThing(trx, scope, id)))
      fail('conflict', { detail: 'Somebody has it now. Mark it as returned or lost first' });
    const detail = { title: found.label };
    await record(trx, now, { actor: uid, kind: 'thing.removed', subject: id, pid: scope.pid, detail });
  });
}

/** A thing came back without a scan, is broken or lost, or was found again. */
export async function returnThing(
  services: KeyServices,
  change: ThingChange,
  condition: Condition,
): Promise<'accepted' | 'not_lent'> {
  const { projectRole, caller, now, uid, handOut, id } = change;
  const { scope } = projectRole;
  await prepareDesk(services, scope);
  return services.db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await lockDesk(trx, scope);
    const thing = (await findThing(trx, scope, handOut, id)) ?? noSuchThing();
    const event = { id: newId(now), thing_id: id, step: 'return' as const, uid: null, at: timestamp(now), condition };
    const stored = { ...event, device_id: null, reason: '' };
    const effects = await addEvents(trx, now, scope, { actor: uid }, [thing], [stored]);
    return effects.get(event.id)?.result === 'accepted' ? 'accepted' : 'not_lent';
  });
}
