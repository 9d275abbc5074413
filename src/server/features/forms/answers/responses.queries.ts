import type { Selectable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { lockRows } from '../../../db/db.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { FormResponsesTable } from '../../../db/tables.ts';

export const findResponse = (read: Reader, scope: ProjectScope, form: string, uid: string) =>
  read
    .selectFrom('form_responses')
    .select(['answers', 'revision', 'created_at', 'updated_at'])
    .where('pid', '=', scope.pid)
    .where('form', '=', form)
    .where('uid', '=', uid)
    .executeTakeFirst();

type Answer = Pick<Selectable<FormResponsesTable>, 'answers' | 'key_id' | 'revision' | 'updated_at'>;

export async function insertResponse(
  trx: Trx,
  scope: ProjectScope,
  row: Answer & { form: string; uid: string; created_at: string },
): Promise<void> {
  await trx
    .insertInto('form_responses')
    .values({ ...row, pid: scope.pid })
    .execute();
}

export async function updateResponse(
  trx: Trx,
  scope: ProjectScope,
  form: string,
  uid: string,
  values: Answer,
): Promise<void> {
  await trx
    .updateTable('form_responses')
    .set(values)
    .where('pid', '=', scope.pid)
    .where('form', '=', form)
    .where('uid', '=', uid)
    .execute();
}

export async function deleteResponse(trx: Trx, scope: ProjectScope, form: string, uid: string): Promise<void> {
  await trx
    .deleteFrom('form_responses')
    .where('pid', '=', scope.pid)
    .where('form', '=', form)
    .where('uid', '=', uid)
    .execute();
}

export async function countUp(trx: Trx, scope: ProjectScope, form: string): Promise<void> {
  await trx
    .updateTable('forms')
    .set((eb) => ({ response_count: eb('response_count', '+', 1) }))
    .where('pid', '=', scope.pid)
    .where('form', '=', form)
    .execute();
}

export type ResponseRow = Awaited<ReturnType<typeof listResponses>>[number];

/** Ordered by uid, which is the order of the primary key. */
export const listResponses = (
  read: Reader,
  scope: ProjectScope,
  form: string,
  after: string | undefined,
  limit: number,
) =>
  read
    .selectFrom('form_responses')
    .innerJoin('people', 'people.uid', 'form_responses.uid')
    .select([
      'form_responses.uid',
      'people.name',
      'form_responses.answers',
      'form_responses.created_at',
      'form_responses.updated_at',
    ])
    .where('form_responses.pid', '=', scope.pid)
    .where('form_responses.form', '=', form)
    .where('form_responses.uid', '>', after ?? '')
    .orderBy('form_responses.uid')
    .limit(limit)
    .execute();

/** Saving an answer locks the form first, so deleting answers does as well. */
export async function lockAnsweredForms(trx: Trx, uid: string): Promise<void> {
  const answered = trx.selectFrom('form_responses').select(['pid', 'form']).where('uid', '=', uid);
  await lockRows(
    trx,
    trx
      .selectFrom('forms')
      .select('form')
      .where((eb) => eb(eb.refTuple('pid', 'form'), 'in', answered.$asTuple('pid', 'form')))
      .orderBy('pid')
      .orderBy('form'),
  );
}

export const deleteResponsesOf = (trx: Trx, uid: string) =>
  trx.deleteFrom('form_responses').where('uid', '=', uid).returning(['pid', 'form']).execute();

export async function countDown(trx: Trx, forms: readonly { pid: string; form: string }[]): Promise<void> {
  await trx
    .updateTable('forms')
    .set((eb) => ({ response_count: eb('response_count', '-', 1) }))
    .where((eb) => eb.or(forms.map(({ pid, form }) => eb.and({ pid, form }))))
    .execute();
}
