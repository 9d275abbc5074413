import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import { roleAsked } from './audience.policy.ts';
import type { FormAudience } from './audience.policy.ts';

/**
 * The people a form expects to answer. For the audience `signed_in` that is the project's people: the project must not
 * learn who else has an account.
 */
export function peopleInAudience(read: Reader, scope: ProjectScope, { audience, tids }: FormAudience) {
  const role = roleAsked(audience);
  if (audience === 'helpers') return read.selectFrom('helpers').select('uid').where('pid', '=', scope.pid);
  if (audience === 'applicants') return applicantsOf(read, scope, tids);
  const members = enabledMemberships(read)
    .select('memberships.uid')
    .where('memberships.pid', '=', scope.pid)
    .$if(audience === 'owners', (query) => query.where(sql<SqlBool>`1 = 0`))
    .$if(tids.length > 0, (query) => query.where('memberships.tid', 'in', tids))
    .$if(role !== undefined, (query) => query.where('memberships.role', '=', role ?? 'member'));
  if (role !== undefined || tids.length > 0) return members;
  return members.union(read.selectFrom('project_owners').select('uid').where('pid', '=', scope.pid));
}

const applicantsOf = (read: Reader, { pid }: ProjectScope, tids: readonly string[]) =>
  read
    .selectFrom('applications')
    .select('uid')
    .where('pid', '=', pid)
    .where('state', 'not in', ['withdrawn', 'lapsed'])
    .$if(tids.length > 0, (query) => query.where('tid', 'in', tids));

/** Who of these the form asks now. */
export const askedAmong = (read: Reader, scope: ProjectScope, asked: FormAudience, uids: readonly string[]) =>
  read
    .selectFrom('people')
    .select('uid')
    .where('uid', 'in', uids)
    .$if(asked.audience !== 'signed_in', (query) => query.where('uid', 'in', peopleInAudience(read, scope, asked)))
    .where('suspended_at', 'is', null)
    .execute();

export async function listTeamIds(read: Reader, scope: ProjectScope, tids: readonly string[]): Promise<string[]> {
  const teams = await read
    .selectFrom('teams')
    .select('tid')
    .where('pid', '=', scope.pid)
    .where('tid', 'in', tids)
    .execute();
  return teams.map(({ tid }) => tid);
}
