import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import { roleAsked } from './audience.policy.ts';
import type { FormAudience } from './audience.policy.ts';

/**
 * The people a form expects to answer. For the audience `signed_in` that is the project's people: the project must not
 * learn who else has an account.
 */
export function expected(read: Reader, scope: ProjectScope, { audience, tids }: FormAudience) {
  const role = roleAsked(audience);
  if (audience === 'helpers') return read.selectFrom('helpers').select('uid').where('pid', '=', scope.pid);
  const members = enabledMemberships(read)
    .select('memberships.uid')
    .where('memberships.pid', '=', scope.pid)
    .$if(audience === 'owners', (query) => query.where(sql<SqlBool>`1 = 0`))
    .$if(tids.length > 0, (query) => query.where('memberships.tid', 'in', tids))
    .$if(role !== undefined, (query) => query.where('memberships.role', '=', role ?? 'member'));
  if (role !== undefined || tids.length > 0) return members;
  return members.union(read.selectFrom('project_owners').select('uid').where('pid', '=', scope.pid));
}

/** Who of these the form asks now. */
export const askedAmong = (read: Reader, scope: ProjectScope, asked: FormAudience, uids: readonly string[]) =>
  read
    .selectFrom('people')
    .select('uid')
    .where('uid', 'in', uids)
    .$if(asked.audience !== 'signed_in', (query) => query.where('uid', 'in', expected(read, scope, asked)))
    .where('suspended_at', 'is', null)
    .execute();

type Uid = string | RawBuilder<unknown>;

/** Whether a row of `forms` asks this person because of a team. */
const asksMember = (uid: Uid) => sql<SqlBool>`exists (
    select 1 from memberships
    join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
    where memberships.pid = forms.pid and memberships.uid = ${uid} and teams.disabled_at is null
      and (forms.audience = 'people'
        or memberships.role = case forms.audience when 'chiefs' then 'chief' when 'members' then 'member' end)
      and (forms.audience_tids = '[]'
        or replace(forms.audience_tids, '"' || memberships.tid || '"', '') <> forms.audience_tids))`;

/** Whether a row of `forms` asks this person, as far as they are not an owner. */
export const asksNonOwner = (uid: Uid) => sql<SqlBool>`(forms.audience = 'signed_in' or ${asksMember(uid)}
    or (forms.audience = 'helpers' and exists (
      select 1 from helpers where helpers.pid = forms.pid and helpers.uid = ${uid})))`;

/** Whether a row of `forms` asks this person. The same rule as `isInAudience`, for queries about several forms. */
export const asks = (uid: Uid) => sql<SqlBool>`(${asksNonOwner(uid)}
    or (forms.audience in ('people', 'owners') and forms.audience_tids = '[]' and exists (
      select 1 from project_owners where project_owners.pid = forms.pid and project_owners.uid = ${uid})))`;

export async function listTeamIds(read: Reader, scope: ProjectScope, tids: readonly string[]): Promise<string[]> {
  const teams = await read
    .selectFrom('teams')
    .select('tid')
    .where('pid', '=', scope.pid)
    .where('tid', 'in', tids)
    .execute();
  return teams.map(({ tid }) => tid);
}
