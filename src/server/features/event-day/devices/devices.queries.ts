import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { DevicesTable } from '../../../db/tables.ts';
import { lockProject } from '../../../db/lock-project.ts';

/** Lists those that were not revoked and have not expired. */
export const listDevices = (read: Reader, { pid }: ProjectScope, now: string, limit: number, after?: string) =>
  read
    .selectFrom('devices')
    .select(['id', 'name', 'purpose', 'tids', 'created_at', 'expires_at', 'last_seen_at'])
    .select(['created_by', 'made_with'])
    .where('pid', '=', pid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$call(keyset(['id'], after === undefined ? undefined : [after]))
    .limit(limit)
    .execute();

export type DeviceRow = Omit<Awaited<ReturnType<typeof listDevices>>[number], 'created_by' | 'made_with'>;

/** The gate has admitted the device, so it exists. */
export const getDevice = (read: Reader, id: string) =>
  read
    .selectFrom('devices')
    .select(['id', 'name', 'pid as project', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Locks the project, so that the number of its devices holds until the commit. */
export async function countDevices(trx: Trx, { pid }: ProjectScope, now: string): Promise<number> {
  await lockProject(trx, pid);
  const { count } = await trx
    .selectFrom('devices')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('pid', '=', pid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findEvent = (trx: Trx, { pid }: ProjectScope) =>
  trx.selectFrom('projects').select(['ends_on', 'timezone']).where('pid', '=', pid).executeTakeFirstOrThrow();

export async function listTeams(trx: Trx, { pid }: ProjectScope, tids: readonly string[]): Promise<Set<string>> {
  const rows = await trx.selectFrom('teams').select('tid').where('pid', '=', pid).where('tid', 'in', tids).execute();
  return new Set(rows.map(({ tid }) => tid));
}

export async function insertDevice(trx: Trx, row: Insertable<DevicesTable>): Promise<void> {
  await trx.insertInto('devices').values(row).execute();
}

/** Undefined if there is none, or it was revoked before. */
export const revokeDevice = (trx: Trx, { pid }: ProjectScope, id: string, now: string) =>
  trx
    .updateTable('devices')
    .set({ revoked_at: now })
    .where('pid', '=', pid)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['name', 'purpose'])
    .executeTakeFirst();

/** Scans of devices that are long gone keep their results, without the device. */
export async function deleteDevicesBefore(trx: Trx, moment: string): Promise<void> {
  await trx.deleteFrom('devices').where('expires_at', '<', moment).execute();
}
