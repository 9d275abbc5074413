import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';

type Uid = string | RawBuilder<unknown>;

/** Whether the person is in the audience of a row of `forms` because of a team. */
const isMemberInFormAudience = (uid: Uid) => sql<SqlBool>`exists (
    select 1 from memberships
    join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
    where memberships.pid = forms.pid and memberships.uid = ${uid} and teams.disabled_at is null
      and (forms.audience = 'people'
        or memberships.role = case forms.audience when 'chiefs' then 'chief' when 'members' then 'member' end)
      and (forms.audience_tids = '[]'
        or replace(forms.audience_tids, '"' || memberships.tid || '"', '') <> forms.audience_tids))`;

/** Whether the person is in the audience of a row of `forms`, owners aside. */
export const isNonOwnerInFormAudience = (
  uid: Uid,
) => sql<SqlBool>`(forms.audience = 'signed_in' or ${isMemberInFormAudience(uid)}
    or (forms.audience = 'helpers' and exists (
      select 1 from helpers where helpers.pid = forms.pid and helpers.uid = ${uid})))`;

/**
 * Whether the person is in the audience of a row of `forms`. The same rule as `isInAudience`, for queries about several
 * forms.
 */
export const isInFormAudience = (uid: Uid) => sql<SqlBool>`(${isNonOwnerInFormAudience(uid)}
    or (forms.audience in ('people', 'owners') and forms.audience_tids = '[]' and exists (
      select 1 from project_owners where project_owners.pid = forms.pid and project_owners.uid = ${uid})))`;
