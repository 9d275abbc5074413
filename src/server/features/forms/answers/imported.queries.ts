import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { FormResponsesTable } from '../../../db/tables.ts';
import type { FormAudience } from '../audience/audience.policy.ts';
import { peopleInAudience } from '../audience/audience.queries.ts';

/** Also of forms for everybody signed in only the people of the project: it must not learn who else has an account. */
export const listPeopleAsked = (
  read: Reader,
  scope: ProjectScope,
  asked: FormAudience,
  by: readonly string[] | { uids: readonly string[] },
) =>
  read
    .selectFrom('people')
    .select(['uid', 'email'])
    .$if('uids' in by, (query) => query.where('uid', 'in', anyOf('uids' in by ? by.uids : [])))
    .$if(!('uids' in by), (query) => query.where('email', 'in', anyOf('uids' in by ? [] : by)))
    .where('uid', 'in', peopleInAudience(read, scope, asked))
    .where('suspended_at', 'is', null)
    .execute();

export async function listAnsweredOf(
  read: Reader,
  { pid }: ProjectScope,
  form: string,
  uids: readonly string[],
): Promise<Set<string>> {
  const rows = await read
    .selectFrom('form_responses')
    .select('uid')
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', 'in', anyOf(uids))
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

export async function insertResponses(
  trx: Trx,
  { pid }: ProjectScope,
  rows: readonly Omit<Insertable<FormResponsesTable>, 'pid'>[],
): Promise<void> {
  await trx
    .insertInto('form_responses')
    .values(rows.map((row) => ({ ...row, pid })))
    .execute();
}

/** Fewer if the number is below zero. */
export async function countUpBy(trx: Trx, { pid }: ProjectScope, form: string, number: number): Promise<void> {
  await trx
    .updateTable('forms')
    .set((eb) => ({ response_count: eb('response_count', '+', number) }))
    .where('pid', '=', pid)
    .where('form', '=', form)
    .execute();
}

/** An answer that its person has changed has a later revision. */
export const deleteImported = (
  trx: Trx,
  { pid }: ProjectScope,
  { form, import_id }: { form: string; import_id: string },
) =>
  trx
    .deleteFrom('form_responses')
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('import_id', '=', import_id)
    .where('revision', '=', 1)
    .returning('uid')
    .execute();
