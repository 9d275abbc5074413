import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { CursorKey } from '../../../http/paging.ts';
import type { Audience } from '../forms.schema.ts';

/**
 * The people a form expects to answer: the project's people, or its chiefs. For the audience `signed_in` that is also
 * the project's people: the project must not learn who else has an account.
 */
export function expected(read: Reader, scope: ProjectScope, audience: Audience) {
  const teams = enabledMemberships(read).select('memberships.uid').where('memberships.pid', '=', scope.pid);
  if (audience === 'chiefs') return teams.where('memberships.role', '=', 'chief');
  return teams.union(read.selectFrom('project_owners').select('uid').where('pid', '=', scope.pid));
}

export const countExpected = (read: Reader, scope: ProjectScope, audience: Audience, form: string) =>
  read
    .selectFrom('people')
    .leftJoin('form_responses', (join) =>
      join
        .onRef('form_responses.uid', '=', 'people.uid')
        .on('form_responses.pid', '=', scope.pid)
        .on('form_responses.form', '=', form),
    )
    .select((eb) => [eb.fn.countAll<number>().as('people'), eb.fn.count<number>('form_responses.uid').as('answered')])
    .where('people.uid', 'in', expected(read, scope, audience))
    .where('people.suspended_at', 'is', null)
    .executeTakeFirstOrThrow();

/** Who of these the form asks now. */
export const askedAmong = (read: Reader, scope: ProjectScope, audience: Audience, uids: readonly string[]) =>
  read
    .selectFrom('people')
    .select('uid')
    .where('uid', 'in', uids)
    .$if(audience !== 'signed_in', (query) => query.where('uid', 'in', expected(read, scope, audience)))
    .where('suspended_at', 'is', null)
    .execute();

export type MissingRow = { uid: string; name: string; sort_key: string };

/** By name. Starts from the people of the project, so the cost does not grow with the number of accounts. */
export function selectMissing(
  read: Reader,
  scope: ProjectScope,
  audience: Audience,
  form: string,
  after: CursorKey<'sort_key' | 'uid'> | undefined,
  limit: number,
) {
  const query = read
    .selectFrom('people')
    .leftJoin('form_responses', (join) =>
      join
        .onRef('form_responses.uid', '=', 'people.uid')
        .on('form_responses.pid', '=', scope.pid)
        .on('form_responses.form', '=', form),
    )
    .select(['people.uid', 'people.name', 'people.sort_key'])
    .where('people.uid', 'in', expected(read, scope, audience))
    .where('people.suspended_at', 'is', null)
    .where('form_responses.uid', 'is', null);
  return query.$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid])).limit(limit);
}
