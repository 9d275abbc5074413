import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import type { CursorKey } from '../../http/paging.ts';
import { chunksOf } from '../../lib/chunks.ts';

export const maxLocations = 500;

export const findTable = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('projects')
    .select(['subsidy_currency', 'subsidy_revision'])
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();

export const listSubsidies = (
  read: Reader,
  { pid }: ProjectScope,
  limit: number,
  after: CursorKey<'sort_key' | 'location'> | undefined,
) =>
  read
    .selectFrom('traffic_subsidies')
    .select(['location', 'amount', 'sort_key'])
    .where('pid', '=', pid)
    .$call(keyset(['sort_key', 'location'], after && [after.sort_key, after.location]))
    .limit(limit)
    .execute();

/** Locks the table; undefined if the revision differs. */
export const lockTable = (trx: Trx, { pid }: ProjectScope, expected: number | undefined) =>
  trx
    .updateTable('projects')
    .set((eb) => ({ subsidy_revision: eb.ref('subsidy_revision') }))
    .where('pid', '=', pid)
    .$if(expected !== undefined, (query) => query.where('subsidy_revision', '=', expected ?? 0))
    .returning(['subsidy_currency', 'subsidy_revision'])
    .executeTakeFirst();

export async function nextTableRevision(trx: Trx, { pid }: ProjectScope, currency: string): Promise<void> {
  await trx
    .updateTable('projects')
    .set((eb) => ({ subsidy_currency: currency, subsidy_revision: eb('subsidy_revision', '+', 1) }))
    .where('pid', '=', pid)
    .execute();
}

/** Whether people are asked, or will be, where they come from. */
export const hasOpenForm = async (trx: Trx, { pid }: ProjectScope, now: string): Promise<boolean> =>
  (await trx
    .selectFrom('forms')
    .select('form')
    .where('pid', '=', pid)
    .where('kind', '=', 'travel_money')
    .where('enabled_at', 'is not', null)
    .where((eb) => eb.or([eb('closes_at', 'is', null), eb('closes_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()) !== undefined;

type Line = { location: string; sort_key: string; amount: number };

/** Adds new locations and updates the amounts of known ones. */
export async function putSubsidies(trx: Trx, { pid }: ProjectScope, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  await trx
    .insertInto('traffic_subsidies')
    .values(lines.map((line) => ({ ...line, pid })))
    .onConflict((conflict) =>
      conflict.columns(['pid', 'location']).doUpdateSet((eb) => ({ amount: eb.ref('excluded.amount') })),
    )
    .execute();
}

export async function deleteSubsidies(trx: Trx, { pid }: ProjectScope, locations: readonly string[]): Promise<void> {
  if (locations.length === 0) return;
  await trx.deleteFrom('traffic_subsidies').where('pid', '=', pid).where('location', 'in', locations).execute();
}

export async function copySubsidies(trx: Trx, { from, to }: { from: string; to: string }): Promise<never[]> {
  const lines = await trx
    .selectFrom('traffic_subsidies')
    .select(['location', 'sort_key', 'amount'])
    .where('pid', '=', from)
    .execute();
  const rows = lines.map((line) => ({ ...line, pid: to }));
  for (const some of chunksOf(rows)) await trx.insertInto('traffic_subsidies').values(some).execute();
  await trx
    .updateTable('projects')
    .set((eb) => ({
      subsidy_currency: eb.selectFrom('projects as source').select('subsidy_currency').where('source.pid', '=', from),
    }))
    .where('pid', '=', to)
    .execute();
  return [];
}
