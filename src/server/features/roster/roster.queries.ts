import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import { enabledMemberships } from '../../db/memberships.ts';
import { isFoundBy } from '../../db/name-search.ts';
import type { Search } from '../../db/name-search.ts';
import type { CursorKey } from '../../http/paging.ts';

export type RosterSelection = {
  limit: number;
  after: CursorKey<'sort_key' | 'uid'> | undefined;
  search: Search;
};

/** Owners and people of enabled teams without suspended people, each once, by name. */
export const listRoster = (read: Reader, { pid }: ProjectScope, { limit, after, search }: RosterSelection) =>
  read
    .selectFrom((eb) =>
      enabledMemberships(read)
        .select('memberships.uid')
        .where('memberships.pid', '=', pid)
        .union(eb.selectFrom('project_owners').select('project_owners.uid').where('project_owners.pid', '=', pid))
        .as('present'),
    )
    .innerJoin('people', 'people.uid', 'present.uid')
    .select(['people.uid', 'people.name', 'people.email', 'people.listing', 'people.sort_key'])
    .where('people.suspended_at', 'is', null)
    .where(isFoundBy(search))
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit + 1)
    .execute();
