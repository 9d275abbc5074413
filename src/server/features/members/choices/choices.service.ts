import type { Person } from '../../../auth/caller.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import type { PeopleTable } from '../../../db/tables.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { record } from '../../audit/audit.service.ts';
import { touchListing } from '../members.service.ts';
import { howListed, isShown } from './choices.policy.ts';
import type { ListingSetting } from './choices.policy.ts';
import { choicesOf, deleteChoice, findOwnChoice, saveChoice } from './choices.queries.ts';
import type { OwnListing } from './choices.schema.ts';

type Row = {
  pid: string;
  project: string;
  listing: ListingSetting;
  listed: number | null;
  ends_on: string | null;
};

const chosen = (listed: number | null): boolean | null => (listed === null ? null : listed === 1);

export function presentChoice({ listed, ...row }: Row, profile: PeopleTable['listing']): OwnListing {
  return { ...row, listed: chosen(listed), shown: isShown({ listing: row.listing, listed: chosen(listed), profile }) };
}

export async function readOwnChoice(read: Reader, caller: Person, { pid }: ProjectScope): Promise<OwnListing> {
  return presentChoice((await findOwnChoice(read, pid, caller.uid)) ?? fail('not_found'), caller.listing);
}

/** Also before the person is in a team, so that they are never shown against their will. */
export async function chooseListing(
  { db, clock }: { db: Db; clock: Clock },
  caller: Person,
  scope: ProjectScope,
  listed: boolean | null,
): Promise<OwnListing> {
  const now = clock.now();
  const { pid } = scope;
  const { uid } = caller;
  return db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    // The choice of somebody outside changes nothing in the project: no new listing, no entry in its audit log.
    const inProject = roles.teams.size > 0;
    // Locks the project's row, and drops the prepared bytes at the commit.
    if (inProject) await touchListing(trx, pid);
    const before = await readOwnChoice(trx, caller, scope);
    if (before.listed === listed) return before;
    if (listed === null) await deleteChoice(trx, pid, uid);
    else await saveChoice(trx, { pid, uid, listed: listed ? 1 : 0, chosen_at: timestamp(now) });
    const after = await readOwnChoice(trx, caller, scope);
    // Confirming the project's default is no decision for or against being listed.
    const isKept = before.listed === null && before.shown === after.shown;
    const detail = {
      listed: listed === null ? 'no choice' : listed ? 'yes' : 'no',
      ...(isKept ? { kept: 'yes' } : {}),
    };
    await record(trx, now, { actor: uid, kind: 'listing.chosen', subject: uid, ...(inProject ? { pid } : {}), detail });
    return after;
  });
}

/** For the notice to people whom somebody else added: whether the listing shows them. */
export async function appearanceOf(trx: Trx, { pid }: ProjectScope, listing: ListingSetting, uids: readonly string[]) {
  const rows = await choicesOf(trx, pid, uids);
  return rows.map(({ uid, profile, listed }) => ({
    uid,
    listing: howListed({ listing, listed: chosen(listed), profile }),
  }));
}
