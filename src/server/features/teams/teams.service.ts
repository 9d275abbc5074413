import type { Trx } from '../../db/db.ts';
import { recordAll } from '../audit/audit.service.ts';
import { touchListings } from '../members/members.service.ts';
import { holdPeople } from '../people/people.service.ts';
import { giveUpOwnerships, holdProjects, ownedProjects } from '../projects/owners.service.ts';
import { deleteMembershipsOf, membershipsOf } from './memberships.queries.ts';

/** For whatever of a person the listings show: their name, their choice to be listed, their suspension. */
export async function touchListingsOf(trx: Trx, uid: string): Promise<void> {
  const places = await membershipsOf(trx, uid);
  await touchListings(trx, [...new Set(places.map((place) => place.pid))]);
}

/**
 * Takes a person out of every team and every circle of owners, for good.
 * Fails with `last_owner`, and the transaction with it, where the person has to hand over first.
 */
export async function leaveEverything(trx: Trx, now: Date, uid: string): Promise<void> {
  // Held still first: nobody can add the person to one more team meanwhile.
  await holdPeople(trx, 'uid', [uid]);
  const pids = [...(await membershipsOf(trx, uid)).map((place) => place.pid), ...(await ownedProjects(trx, uid))];
  await holdProjects(trx, [...new Set(pids)]);
  await giveUpOwnerships(trx, now, uid);
  await touchListingsOf(trx, uid);
  const places = await membershipsOf(trx, uid);
  if (places.length === 0) return;
  await deleteMembershipsOf(trx, uid);
  await recordAll(
    trx,
    now,
    places.map(({ pid, tid, role }) => ({
      actor: uid,
      kind: 'member.removed',
      subject: uid,
      pid,
      detail: { tid, role },
    })),
  );
}
