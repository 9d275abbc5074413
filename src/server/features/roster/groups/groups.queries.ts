import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Reader } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { Selection } from './groups.policy.ts';

/** Who belongs to a group: people of enabled teams and, of the whole staff, the owners. Nobody is there twice. */
function uidsIn(read: Reader, { pid }: ProjectScope, { tid, chiefsOnly }: Selection) {
  const members = enabledMemberships(read)
    .select('memberships.uid')
    .where('memberships.pid', '=', pid)
    .$if(tid !== undefined, (query) => query.where('memberships.tid', '=', tid ?? ''))
    .$if(chiefsOnly, (query) => query.where('memberships.role', '=', 'chief'));
  if (tid !== undefined || chiefsOnly) return members;
  return members.union(read.selectFrom('project_owners').select('uid').where('pid', '=', pid));
}

const peopleIn = (read: Reader, scope: ProjectScope, selection: Selection) =>
  read
    .selectFrom('people')
    .where('people.suspended_at', 'is', null)
    .where('people.uid', 'in', uidsIn(read, scope, selection));

type After = { sort_key: string; uid: string };

export const listGroupPeople = (
  read: Reader,
  scope: ProjectScope,
  selection: Selection,
  { limit, after, agreed }: { limit: number; after: After | undefined; agreed: boolean },
) =>
  peopleIn(read, scope, selection)
    .$if(agreed, (query) =>
      query.where('people.uid', 'in', read.selectFrom('sync_consents').select('uid').where('pid', '=', scope.pid)),
    )
    .select(['people.uid', 'people.name', 'people.email', 'people.sort_key'])
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit)
    .execute();

export async function countPeople(read: Reader, scope: ProjectScope, selection: Selection): Promise<number> {
  const { count } = await peopleIn(read, scope, selection)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Enabled teams with how many members and chiefs they have. `tids` undefined: all of them. */
export const listTeamCounts = (
  read: Reader,
  { pid }: ProjectScope,
  tids: readonly string[] | undefined,
  { limit, from }: { limit: number; from: string },
) =>
  read
    .selectFrom('teams')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.pid', '=', 'teams.pid').onRef('memberships.tid', '=', 'teams.tid'),
    )
    .leftJoin('people', (join) =>
      join.onRef('people.uid', '=', 'memberships.uid').on('people.suspended_at', 'is', null),
    )
    .select(['teams.tid', 'teams.name', 'teams.mailing_list'])
    .select((eb) => [
      eb.fn.count('people.uid').as('members'),
      eb.fn.count(eb.case().when('memberships.role', '=', 'chief').then(eb.ref('people.uid')).end()).as('chiefs'),
    ])
    .where('teams.pid', '=', pid)
    .where('teams.disabled_at', 'is', null)
    .$if(tids !== undefined, (query) => query.where('teams.tid', 'in', anyOf(tids ?? [])))
    .where('teams.tid', '>=', from)
    .groupBy(['teams.tid', 'teams.name', 'teams.mailing_list'])
    .orderBy('teams.tid')
    .limit(limit)
    .execute();
