import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';

/** What people answered to forms of a kind, the latest of each person last. `uids`: of these people only. */
export const listAnswersToKind = (
  read: Reader,
  { pid }: Pick<ProjectScope, 'pid'>,
  kind: string,
  uids?: readonly string[],
) =>
  read
    .selectFrom('forms')
    .innerJoin('form_responses', (join) =>
      join.onRef('form_responses.pid', '=', 'forms.pid').onRef('form_responses.form', '=', 'forms.form'),
    )
    .select(['form_responses.uid', 'form_responses.form', 'form_responses.answers', 'form_responses.updated_at'])
    .where('forms.pid', '=', pid)
    .where('forms.kind', '=', kind)
    .$if(uids !== undefined, (query) => query.where('form_responses.uid', 'in', uids ?? []))
    .orderBy('form_responses.updated_at')
    .orderBy('form_responses.form')
    .execute();
