import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';

export const listHandOutAudiences = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('hand_outs')
    .select(['id', 'name', 'audience'])
    .where('pid', '=', pid)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** Undefined means everybody. */
type Uids = readonly string[] | undefined;

/** Members of enabled teams, owners and helpers who are not suspended; `tid` is null for the last two. */
export const listPeopleOf = (read: Reader, { pid }: ProjectScope, uids: Uids) =>
  enabledMemberships(read)
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select(['people.uid', 'people.name', 'memberships.tid'])
    .where('memberships.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .$if(uids !== undefined, (query) => query.where('people.uid', 'in', uids ?? []))
    .unionAll(
      read
        .selectFrom('project_owners')
        .innerJoin('people', 'people.uid', 'project_owners.uid')
        .select((eb) => ['people.uid', 'people.name', eb.val('').as('tid')])
        .where('project_owners.pid', '=', pid)
        .where('people.suspended_at', 'is', null)
        .$if(uids !== undefined, (query) => query.where('people.uid', 'in', uids ?? [])),
    )
    .unionAll(
      read
        .selectFrom('helpers')
        .innerJoin('people', 'people.uid', 'helpers.uid')
        .select((eb) => ['people.uid', 'people.name', eb.val('').as('tid')])
        .where('helpers.pid', '=', pid)
        .where('people.suspended_at', 'is', null)
        .$if(uids !== undefined, (query) => query.where('people.uid', 'in', uids ?? [])),
    )
    .execute();

export const listAnswersTo = (read: Reader, { pid }: ProjectScope, forms: readonly string[], uids: Uids) =>
  read
    .selectFrom('form_responses')
    .select(['uid', 'form', 'answers'])
    .where('pid', '=', pid)
    .where('form', 'in', forms)
    .$if(uids !== undefined, (query) => query.where('uid', 'in', uids ?? []))
    .execute();

export const listGiven = (read: Reader, handOuts: readonly string[], uids: Uids) =>
  read
    .selectFrom('given_hand_outs')
    .select(['id', 'hand_out_id', 'uid', 'given_at', 'reason'])
    .where('hand_out_id', 'in', handOuts)
    .$if(uids !== undefined, (query) => query.where('uid', 'in', uids ?? []))
    .orderBy('given_at')
    .orderBy('id')
    .execute();
