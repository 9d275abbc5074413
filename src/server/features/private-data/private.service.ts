import { isDeepStrictEqual } from 'node:util';
import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Db, Reader } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { timestamp } from '../../lib/clock.ts';
import { seal, unseal } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { record } from '../audit/audit.service.ts';
import { bankChangeBy, noteOpenPayouts, notifyBankChange, recordConfirmed } from './bank.service.ts';
import type { BankServices } from './bank.service.ts';
import { nothingGiven } from './private.policy.ts';
import { allPrivate, findPrivate, listPrivate, putPrivate } from './private.queries.ts';
import type { PrivateData, PrivateKind } from './private.schema.ts';

type Services = { db: Db; clock: Clock; keys: Keyring } & BankServices;
type Revised<T> = { value: T; revision: number };

/** Names the row and the field: a sealed value that is moved to another person or field does not open. */
export const privateContext = (uid: string, kind: PrivateKind, field: string): string =>
  `private:${uid}:${kind}:${field}`;

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);

/** Empty fields are not stored, so that the given fields are known without decrypting. */
export function sealFields(keys: Keyring, uid: string, kind: PrivateKind, values: object): string {
  const given = Object.entries(values).filter(([, value]) => !isEmpty(value));
  const sealed = given.map(([field, value]) => [
    field,
    seal(keys, privateContext(uid, kind, field), JSON.stringify(value)),
  ]);
  return JSON.stringify(Object.fromEntries(sealed));
}

/** Callers that show it to other people must also call `recordPrivateReads`. */
export function openFields<K extends PrivateKind>(keys: Keyring, uid: string, kind: K, fields: string): PrivateData[K] {
  const opened = Object.entries(sealedFields(fields)).map(([field, sealed]): [string, unknown] => [
    field,
    JSON.parse(unseal(keys, privateContext(uid, kind, field), sealed)),
  ]);
  // Only validated values are ever encrypted.
  return { ...nothingGiven[kind], ...Object.fromEntries(opened) };
}

export const sealedFields = (fields: string): Record<string, string> => JSON.parse(fields) as Record<string, string>;

/** Not recorded, because people read their own data. */
export async function readPrivate<K extends PrivateKind>(
  read: Reader,
  keys: Keyring,
  uid: string,
  kind: K,
): Promise<Revised<PrivateData[K]> & { updated_at: string | null }> {
  const row = await findPrivate(read, uid, kind);
  if (row === undefined) return { value: nothingGiven[kind], revision: 0, updated_at: null };
  const { fields, revision, updated_at } = row;
  return { value: openFields(keys, uid, kind, fields), revision, updated_at };
}

export async function writePrivate<K extends PrivateKind>(
  services: Services,
  caller: Person,
  kind: K,
  value: PrivateData[K],
  expected: number | undefined,
): Promise<Revised<PrivateData[K]>> {
  const { db, clock, keys } = services;
  const now = clock.now();
  const { uid } = caller;
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const before = await findPrivate(trx, uid, kind);
    if (expected !== undefined && expected !== (before?.revision ?? 0)) return fail('stale');
    const fields = sealFields(keys, uid, kind, value);
    const unchanged = before !== undefined && isUnchanged(keys, uid, kind, before.fields, value);
    const change = kind === 'bank' ? bankChangeBy(caller, now, fields !== '{}') : null;
    const changed_at = unchanged ? before.unconfirmed_at : timestamp(now);
    const unconfirmed_at = change === 'unconfirmed' ? changed_at : null;
    const row = { uid, kind, fields, key_id: keys.current.id, updated_at: timestamp(now), unconfirmed_at };
    const revision = await putPrivate(trx, row);
    if (unchanged) {
      if (before.unconfirmed_at !== null && change === 'confirmed') await recordConfirmed(trx, now, caller);
      return { value, revision };
    }
    // Only names of fields: the audit log must not contain the data.
    const detail = { kind, fields: Object.keys(sealedFields(fields)).join(',') };
    await record(trx, now, { actor: uid, kind: 'private.changed', subject: uid, detail });
    const isEmptyStill = change === 'removed' && (before?.fields ?? '{}') === '{}';
    if (change !== null) await noteOpenPayouts(trx, now, uid);
    if (change !== null && !isEmptyStill) await notifyBankChange(trx, services, caller, { change, now });
    return { value, revision };
  });
}

/** False if the old value cannot be decrypted: people whose key was lost can still write a new one. */
function isUnchanged<K extends PrivateKind>(
  keys: Keyring,
  uid: string,
  kind: K,
  fields: string,
  value: PrivateData[K],
): boolean {
  try {
    return isDeepStrictEqual(openFields(keys, uid, kind, fields), { ...nothingGiven[kind], ...value });
  } catch {
    return false;
  }
}

/**
 * For rules about ages, which nobody is shown: not recorded. A birthday that cannot be decrypted counts as unknown.
 */
export async function birthdaysOf(
  read: Reader,
  keys: Keyring,
  uids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await listPrivate(read, uids, 'real_profile');
  return new Map(rows.map(({ uid, fields }) => [uid, birthdayIn(keys, uid, fields)]));
}

function birthdayIn(keys: Keyring, uid: string, fields: string): string | null {
  try {
    return openFields(keys, uid, 'real_profile', fields).birthday;
  } catch {
    return null;
  }
}

/** Everything decrypted, for the person's own export. */
export async function exportPrivate(read: Reader, keys: Keyring, uid: string): Promise<PrivateData> {
  const rows = new Map((await allPrivate(read, uid)).map(({ kind, fields }) => [kind, fields]));
  const open = <K extends PrivateKind>(kind: K): PrivateData[K] => openFields(keys, uid, kind, rows.get(kind) ?? '{}');
  return {
    bank: open('bank'),
    address: open('address'),
    dietary_habits: open('dietary_habits'),
    real_profile: open('real_profile'),
    contact: open('contact'),
    emergency: open('emergency'),
  };
}
