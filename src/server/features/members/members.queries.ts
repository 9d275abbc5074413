import type { Reader, Trx } from '../../db/db.ts';
import { isListed } from '../../db/memberships.ts';

/** Undefined for a draft, whose listing is not public. */
export const findListingVersion = (read: Reader, pid: string) =>
  read
    .selectFrom('projects')
    .select('listing_version')
    .where('pid', '=', pid)
    .where('state', '!=', 'draft')
    .executeTakeFirst();

export const listedTeams = (read: Reader, pid: string) =>
  read
    .selectFrom('teams')
    .select(['tid', 'name'])
    .where('pid', '=', pid)
    .where('disabled_at', 'is', null)
    .orderBy('sort_key')
    .orderBy('tid')
    .execute();

/** Chiefs come first: 'chief' < 'member'. */
export const listedPeople = (read: Reader, pid: string) =>
  read
    .selectFrom('memberships')
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select(['memberships.tid', 'memberships.role', 'people.uid', 'people.email', 'people.name', 'people.listing'])
    .where('memberships.pid', '=', pid)
    .where(isListed)
    .orderBy('memberships.role')
    .orderBy('people.sort_key')
    .orderBy('people.uid')
    .execute();

/** Locks the projects' rows until the transaction ends. */
export async function raiseListingVersions(trx: Trx, pids: readonly string[]): Promise<void> {
  await trx
    .updateTable('projects')
    .set((eb) => ({ listing_version: eb('listing_version', '+', 1) }))
    .where('pid', 'in', pids)
    .execute();
}
