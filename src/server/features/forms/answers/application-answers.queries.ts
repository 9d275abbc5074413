import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';

/** The forms of applications that are switched on, by slug. */
export const listApplicationForms = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('forms')
    .select(['form', 'title', 'description', 'audience', 'audience_tids', 'fields'])
    .where('pid', '=', pid)
    .where('kind', '=', 'application')
    .where('enabled_at', 'is not', null)
    .orderBy('form')
    .execute();

/** Includes the answers to forms that have been switched off since. */
export const listApplicationAnswers = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  read
    .selectFrom('form_responses')
    .innerJoin('forms', (join) =>
      join.onRef('forms.pid', '=', 'form_responses.pid').onRef('forms.form', '=', 'form_responses.form'),
    )
    .select(['form_responses.uid', 'form_responses.form', 'form_responses.answers'])
    .where('form_responses.pid', '=', pid)
    .where('form_responses.uid', 'in', uids)
    .where('forms.kind', '=', 'application')
    .orderBy('form_responses.form')
    .execute();

export async function deleteAnswersTo(trx: Trx, { pid }: ProjectScope, form: string, uids: readonly string[]) {
  const deleted = await trx
    .deleteFrom('form_responses')
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', 'in', uids)
    .returning('uid')
    .execute();
  await trx
    .updateTable('forms')
    .set((eb) => ({ response_count: eb('response_count', '-', deleted.length) }))
    .where('pid', '=', pid)
    .where('form', '=', form)
    .execute();
}
