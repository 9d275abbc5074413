import { keyset } from '../../../db/keyset.ts';
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { lockRows } from '../../../db/db.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { CursorKey } from '../../../http/paging.ts';
import { isInFormAudience } from '../../../db/form-audience.ts';

const ended = ['pid', 'form', 'uid', 'kind'] as const;
export type EndedConsent = Awaited<ReturnType<typeof deleteConsentsToForm>>[number];

/** Answering locks the form as well, so nobody consents while consents end. */
export async function lockDisclosingForms(trx: Trx, scope: ProjectScope): Promise<void> {
  await lockRows(
    trx,
    trx.selectFrom('forms').select('form').where('pid', '=', scope.pid).where('passes_on', '!=', '[]').orderBy('form'),
  );
}

export const deleteConsentsToForm = (trx: Trx, scope: ProjectScope, form: string) =>
  trx.deleteFrom('form_consents').where('pid', '=', scope.pid).where('form', '=', form).returning(ended).execute();

export const deleteConsentsInProject = (trx: Trx, scope: ProjectScope) =>
  trx.deleteFrom('form_consents').where('pid', '=', scope.pid).returning(ended).execute();

export const deleteConsentsOfPerson = (trx: Trx, uid: string) =>
  trx.deleteFrom('form_consents').where('uid', '=', uid).returning(ended).execute();

/** Consents in a project of people whom the form no longer asks. */
export const deleteConsentsOfLeavers = (trx: Trx, scope: ProjectScope, uid: string | undefined) =>
  trx
    .deleteFrom('form_consents')
    .where('pid', '=', scope.pid)
    .$if(uid !== undefined, (query) => query.where('uid', '=', uid ?? ''))
    .where(
      sql<SqlBool>`exists (
        select 1 from forms
        where forms.pid = form_consents.pid and forms.form = form_consents.form
          and not ${isInFormAudience(sql`form_consents.uid`)})`,
    )
    .returning(ended)
    .execute();

/** Shortens consents, so that they do not last longer again if the form's day is moved back. */
export async function shortenConsents(trx: Trx, scope: ProjectScope, form: string, until: string): Promise<void> {
  await trx
    .updateTable('form_consents')
    .set({ until })
    .where('pid', '=', scope.pid)
    .where('form', '=', form)
    .where('until', '>', until)
    .execute();
}

/** One row per form, with its consents, which are at most one per kind. */
export const listOwnConsents = (
  read: Reader,
  uid: string,
  today: string,
  after: CursorKey<'pid' | 'form'> | undefined,
  limit: number,
) =>
  read
    .selectFrom('form_consents as c')
    .innerJoin('forms', (join) => join.onRef('forms.pid', '=', 'c.pid').onRef('forms.form', '=', 'c.form'))
    .innerJoin('projects', 'projects.pid', 'c.pid')
    .select((eb) => [
      'c.pid',
      'c.form',
      'projects.name as project_name',
      'forms.title as form_title',
      sql<string>`min(${eb.ref('c.until')})`.as('until'),
      sql<string>`min(${eb.ref('c.agreed_at')})`.as('agreed_at'),
      sql<string>`string_agg(${eb.ref('c.kind')}, ' ')`.as('kinds'),
    ])
    .where('c.uid', '=', uid)
    .where('c.until', '>=', today)
    .groupBy(['c.pid', 'c.form', 'projects.name', 'forms.title'])
    .$call(keyset(['c.pid', 'c.form'], after && [after.pid, after.form]))
    .limit(limit)
    .execute();

export async function findProjectName(trx: Trx, { pid }: ProjectScope): Promise<string> {
  const { name } = await trx.selectFrom('projects').select('name').where('pid', '=', pid).executeTakeFirstOrThrow();
  return name;
}
