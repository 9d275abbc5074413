import { announce } from '../../db/db.ts';
import type { Reader, Trx } from '../../db/db.ts';

export const findListingVersion = (read: Reader, pid: string) =>
  read.selectFrom('projects').select('listing_version').where('pid', '=', pid).executeTakeFirst();

export const listedTeams = (read: Reader, pid: string) =>
  read
    .selectFrom('teams')
    .select(['tid', 'name'])
    .where('pid', '=', pid)
    .where('disabled_at', 'is', null)
    .orderBy('sort_key')
    .orderBy('tid')
    .execute();

/** Leaves out people who are suspended or hidden. Chiefs come first: 'chief' < 'member'. */
export const listedPeople = (read: Reader, pid: string) =>
  read
    .selectFrom('memberships')
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select(['memberships.tid', 'memberships.role', 'people.uid', 'people.email', 'people.name', 'people.listing'])
    .where('memberships.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .where('people.listing', '!=', 'hidden')
    .orderBy('memberships.role')
    .orderBy('people.sort_key')
    .orderBy('people.uid')
    .execute();

/** To be called in the transaction of every change that the listing shows. */
export const touchListing = (trx: Trx, pid: string): Promise<void> => touchListings(trx, [pid]);

const maxPidsPerMessage = 100;

/** For changes that show in several projects' listings, such as a person's name. Locks the projects' rows. */
export async function touchListings(trx: Trx, pids: readonly string[]): Promise<void> {
  if (pids.length === 0) return;
  await trx
    .updateTable('projects')
    .set((eb) => ({ listing_version: eb('listing_version', '+', 1) }))
    .where('pid', 'in', pids)
    .execute();
  // Few messages, however many projects a person took part in.
  for (let first = 0; first < pids.length; first += maxPidsPerMessage) {
    await announce(trx, { topic: 'listing', key: pids.slice(first, first + maxPidsPerMessage).join(' ') });
  }
}
