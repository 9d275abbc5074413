import type { Reader } from '../../db/db.ts';
import { enabledMemberships } from '../../db/memberships.ts';

/** The teams of these people, newest project first; those of one project if it is named. */
export const selectTeamsOf = (read: Reader, uids: readonly string[], pid: string | undefined) =>
  enabledMemberships(read)
    .innerJoin('projects', 'projects.pid', 'memberships.pid')
    .select(['memberships.uid', 'projects.name as project', 'teams.name as team', 'memberships.role'])
    .where('memberships.uid', 'in', uids)
    .$call((query) =>
      pid === undefined ? query.where('projects.state', '!=', 'draft') : query.where('memberships.pid', '=', pid),
    )
    .orderBy('memberships.pid', 'desc')
    .orderBy('teams.sort_key')
    .orderBy('memberships.tid')
    .execute();

/** Whether the person owns a project or leads a team, and so chooses people from lists. */
export const organises = async (read: Reader, uid: string): Promise<boolean> => {
  const owned = read.selectFrom('project_owners').select('uid').where('uid', '=', uid);
  const led = read.selectFrom('memberships').select('uid').where('uid', '=', uid).where('role', '=', 'chief');
  return (await owned.unionAll(led).limit(1).execute()).length > 0;
};
