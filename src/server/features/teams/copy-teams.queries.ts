import { enabledMemberships } from '../../db/memberships.ts';
import type { Trx } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';

/** The chiefs of enabled teams whose accounts are not suspended. */
export const listActiveChiefs = (trx: Trx, pid: string) =>
  enabledMemberships(trx)
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select(['memberships.tid', 'memberships.uid'])
    .where('memberships.pid', '=', pid)
    .where('memberships.role', '=', 'chief')
    .where('people.suspended_at', 'is', null)
    .execute();

export type ChiefRow = Awaited<ReturnType<typeof listActiveChiefs>>[number];

/** Copies enabled teams with these chiefs, and without members. */
export async function insertCopiedTeams(trx: Trx, from: string, to: string, chiefs: readonly ChiefRow[], now: string) {
  const teams = await trx
    .selectFrom('teams')
    .select(['tid', 'name', 'sort_key', 'description', 'public_description', 'mailing_list', 'headcount'])
    .where('pid', '=', from)
    .where('disabled_at', 'is', null)
    .execute();
  const chiefCount = (tid: string) => chiefs.filter((chief) => chief.tid === tid).length;
  const rows = teams.map((team) => ({ ...team, pid: to, member_count: chiefCount(team.tid), created_at: now }));
  for (const some of chunksOf(rows)) await trx.insertInto('teams').values(some).execute();
  const memberships = chiefs.map(({ tid, uid }) => ({ pid: to, tid, uid, role: 'chief' as const, created_at: now }));
  for (const some of chunksOf(memberships)) await trx.insertInto('memberships').values(some).execute();
}

/** Who did not want to be in the public listing of the old project is not in that of the new one either. */
export async function copyHidden(trx: Trx, from: string, to: string, chiefs: readonly ChiefRow[]): Promise<void> {
  for (const some of chunksOf([...new Set(chiefs.map(({ uid }) => uid))]))
    await trx
      .insertInto('listing_choices')
      .columns(['pid', 'uid', 'listed', 'chosen_at'])
      .expression((eb) =>
        eb
          .selectFrom('listing_choices')
          .select([eb.val(to).as('pid'), 'uid', 'listed', 'chosen_at'])
          .where('pid', '=', from)
          .where('listed', '=', 0)
          .where('uid', 'in', some),
      )
      .execute();
}
