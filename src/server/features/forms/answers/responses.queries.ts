import type { Selectable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { isReadableSince } from '../../../db/applications.ts';
import { countRows } from '../../../db/count-rows.ts';
import { lockRows } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { CursorKey } from '../../../http/paging.ts';
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

/** The answers of these people to all forms of a kind, the newest last. */
export const listAnswersOfKind = (read: Reader, { pid }: ProjectScope, kind: string, uids: readonly string[]) =>
  read
    .selectFrom('form_responses')
    .innerJoin('forms', (join) =>
      join.onRef('forms.pid', '=', 'form_responses.pid').onRef('forms.form', '=', 'form_responses.form'),
    )
    .select(['form_responses.uid', 'form_responses.form', 'form_responses.answers'])
    .where('form_responses.pid', '=', pid)
    .where('form_responses.uid', 'in', uids)
    .where('forms.kind', '=', kind)
    .orderBy('form_responses.updated_at')
    .orderBy('form_responses.form')
    .execute();

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
  values: Omit<Answer, 'revision'> & Partial<Pick<Answer, 'revision'>>,
): Promise<void> {
  await trx
    .updateTable('form_responses')
    .set((eb) => ({ revision: eb('revision', '+', 1), ...values }))
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
const responses = (read: Reader, scope: ProjectScope, form: string, applied: string) =>
  read
    .selectFrom('form_responses')
    .innerJoin('people', 'people.uid', 'form_responses.uid')
    .select([
      'form_responses.uid',
      'people.name',
      'people.sort_key',
      'form_responses.answers',
      'form_responses.created_at',
      'form_responses.updated_at',
    ])
    .where('form_responses.pid', '=', scope.pid)
    .where('form_responses.form', '=', form)
    // Answers to the questions of an application are read as long as the application.
    .where((eb) =>
      eb.or([
        eb.not(
          eb.exists(
            eb
              .selectFrom('forms')
              .select('forms.form')
              .where('forms.pid', '=', scope.pid)
              .where('forms.form', '=', form)
              .where('forms.kind', '=', 'application'),
          ),
        ),
        eb.exists(
          eb
            .selectFrom('applications')
            .select('applications.uid')
            .where('applications.pid', '=', scope.pid)
            .whereRef('applications.uid', '=', 'form_responses.uid')
            .where(isReadableSince(applied)),
        ),
      ]),
    );

type Wanted<After> = {
  form: string;
  after: After | undefined;
  limit: number;
  /** Applications that ended before then are no longer read. */
  applied: string;
};

export const listResponses = (read: Reader, scope: ProjectScope, { form, after, limit, applied }: Wanted<string>) =>
  responses(read, scope, form, applied)
    .where('form_responses.uid', '>', after ?? '')
    .orderBy('form_responses.uid')
    .limit(limit)
    .execute();

/** How many of the answers are read. */
export const countResponses = (read: Reader, scope: ProjectScope, form: string, applied: string) =>
  countRows(responses(read, scope, form, applied));

export const listResponsesByName = (
  read: Reader,
  scope: ProjectScope,
  { form, after, limit, applied }: Wanted<CursorKey<'sort_key' | 'uid'>>,
) =>
  responses(read, scope, form, applied)
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
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
