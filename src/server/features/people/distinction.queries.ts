import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Reader } from '../../db/db.ts';
import { enabledMemberships, isListed } from '../../db/memberships.ts';

type Wanted = {
  /** Limits the teams to those of this project. */
  pid?: string | undefined;
  /** Only teams that this person may know about; all if undefined. */
  viewer: string | undefined;
};

/** The teams of these people, newest project first. */
export const selectTeamsOf = (read: Reader, uids: readonly string[], { pid, viewer }: Wanted) =>
  enabledMemberships(read)
    .innerJoin('projects', 'projects.pid', 'memberships.pid')
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select(['memberships.uid', 'projects.name as project', 'teams.name as team', 'memberships.role'])
    .where('memberships.uid', 'in', uids)
    .$call((query) =>
      pid === undefined ? query.where('projects.state', '!=', 'draft') : query.where('memberships.pid', '=', pid),
    )
    .$if(viewer !== undefined, (query) => query.where(isKnownTo(viewer ?? '')))
    .orderBy('memberships.pid', 'desc')
    .orderBy('teams.sort_key')
    .orderBy('memberships.tid')
    .execute();

/** Memberships in the public listing are known to everybody; others to the owners, and to the people of the team. */
const isKnownTo = (viewer: string) => sql<SqlBool>`(${isListed}
    or exists (select 1 from project_owners as own where own.pid = memberships.pid and own.uid = ${viewer})
    or exists (
      select 1 from memberships as own
      where own.pid = memberships.pid and own.tid = memberships.tid and own.uid = ${viewer}))`;

/** Whether the person owns a project or leads a team, and so chooses people from lists. */
export const organises = async (read: Reader, uid: string): Promise<boolean> => {
  const owned = read.selectFrom('project_owners').select('uid').where('uid', '=', uid);
  const led = read.selectFrom('memberships').select('uid').where('uid', '=', uid).where('role', '=', 'chief');
  return (await owned.unionAll(led).limit(1).execute()).length > 0;
};
