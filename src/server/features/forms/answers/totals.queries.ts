import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { CursorKey } from '../../../http/paging.ts';
import type { FormAudience } from '../audience/audience.policy.ts';
import { peopleInAudience } from '../audience/audience.queries.ts';

export const countExpected = (read: Reader, scope: ProjectScope, asked: FormAudience, form: string) =>
  read
    .selectFrom('people')
    .leftJoin('form_responses', (join) =>
      join
        .onRef('form_responses.uid', '=', 'people.uid')
        .on('form_responses.pid', '=', scope.pid)
        .on('form_responses.form', '=', form),
    )
    .select((eb) => [eb.fn.countAll<number>().as('people'), eb.fn.count<number>('form_responses.uid').as('answered')])
    .where('people.uid', 'in', peopleInAudience(read, scope, asked))
    .where('people.suspended_at', 'is', null)
    .executeTakeFirstOrThrow();

export type MissingRow = { uid: string; name: string; sort_key: string };

/** By name. Starts from the people of the project, so the cost does not grow with the number of accounts. */
export function selectMissing(
  read: Reader,
  scope: ProjectScope,
  asked: FormAudience,
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
    .where('people.uid', 'in', peopleInAudience(read, scope, asked))
    .where('people.suspended_at', 'is', null)
    .where('form_responses.uid', 'is', null);
  return query.$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid])).limit(limit);
}
