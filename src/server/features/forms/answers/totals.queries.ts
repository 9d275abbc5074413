import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { CursorKey } from '../../../http/paging.ts';
import type { Audience } from '../forms.schema.ts';

/**
 * Those whom a form expects to answer: the project's people, or its chiefs.
 * A form for everybody signed in expects the project's people; who else has an account is not the project's business.
 */
function expected(read: Reader, scope: ProjectScope, audience: Audience) {
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

/** Which of these people are expected to answer. */
export const expectedAmong = (read: Reader, scope: ProjectScope, audience: Audience, uids: readonly string[]) =>
  read
    .selectFrom('people')
    .select('uid')
    .where('uid', 'in', uids)
    .where('uid', 'in', expected(read, scope, audience))
    .where('suspended_at', 'is', null)
    .execute();

export type MissingRow = { uid: string; name: string; sort_key: string };

/** By name; the search begins at the people of the project, however many accounts there are. */
export function selectMissing(
  read: Reader,
  scope: ProjectScope,
  audience: Audience,
  form: string,
  after: CursorKey<'sort_key' | 'uid'> | undefined,
  limit: number,
) {
  let query = read
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
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('people.sort_key', 'people.uid'), '>', eb.tuple(after.sort_key, after.uid)),
    );
  }
  return query.orderBy('people.sort_key').orderBy('people.uid').limit(limit);
}
