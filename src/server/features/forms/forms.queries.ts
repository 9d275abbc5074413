import { sql } from 'kysely';
import type { ExpressionBuilder, Insertable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { changedOne } from '../../db/changed-one.ts';
import { countRows } from '../../db/count-rows.ts';
import { lockProject } from '../../db/lock-project.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { FormsTable, Tables } from '../../db/tables.ts';
import { isInFormAudience, isNonOwnerInFormAudience } from '../../db/form-audience.ts';

const columns = [
  'forms.pid',
  'forms.form',
  'forms.kind',
  'forms.title',
  'forms.description',
  'forms.audience',
  'forms.audience_tids',
  'forms.fields',
  'forms.opens_at',
  'forms.closes_at',
  'forms.remind_days',
  'forms.enabled_at',
  'forms.created_at',
  'forms.revision',
  'forms.response_count',
  'forms.expired_through',
  'forms.passes_on',
  'forms.passes_until',
] as const;

export type FormRow = NonNullable<Awaited<ReturnType<typeof lockForm>>>;

/** How many answers are of people whom the form no longer asks. */
const leftCount = () =>
  sql<number>`(
    select count(*) from form_responses as answers join people on people.uid = answers.uid
    where answers.pid = forms.pid and answers.form = forms.form
      and (people.suspended_at is not null or not (forms.audience = 'applicants' or ${isInFormAudience(sql`answers.uid`)})))`.as(
    'left_count',
  );

/** Forms with `answered_by`, which is null if the person has not answered; for owners with `left_count`. */
const selectForms = (read: Reader, scope: ProjectScope, uid: string, asOwner: boolean) =>
  read
    .selectFrom('forms')
    .leftJoin('form_responses', (join) =>
      join
        .onRef('form_responses.pid', '=', 'forms.pid')
        .onRef('form_responses.form', '=', 'forms.form')
        .on('form_responses.uid', '=', uid),
    )
    .select([...columns, 'form_responses.uid as answered_by'])
    .$if(asOwner, (query) => query.select(leftCount()))
    .where('forms.pid', '=', scope.pid);

export const findForm = (read: Reader, scope: ProjectScope, form: string, uid: string, asOwner: boolean) =>
  selectForms(read, scope, uid, asOwner).where('forms.form', '=', form).executeTakeFirst();

/** The list is in the order of the slugs. With `openAt`, only forms that are open then and ask the person, who is not an owner; owners see all. */
export function listForms(
  read: Reader,
  scope: ProjectScope,
  uid: string,
  openAt: string | undefined,
  after: string | undefined,
  limit: number,
) {
  let query = selectForms(read, scope, uid, openAt === undefined);
  if (after !== undefined) query = query.where('forms.form', '>', after);
  if (openAt !== undefined) query = query.where(isOpenTo(uid, openAt));
  return query.orderBy('forms.form').limit(limit).execute();
}

const isOpenTo = (uid: string, at: string) => (eb: ExpressionBuilder<Tables, 'forms'>) =>
  eb.and([
    isNonOwnerInFormAudience(uid),
    eb('forms.enabled_at', 'is not', null),
    eb.or([eb('forms.opens_at', 'is', null), eb('forms.opens_at', '<=', at)]),
    eb.or([eb('forms.closes_at', 'is', null), eb('forms.closes_at', '>', at)]),
  ]);

/** The same forms, without what it takes to count their answers. */
export const listTitles = (read: Reader, { pid }: ProjectScope, uid: string, openAt: string | undefined) =>
  read
    .selectFrom('forms')
    .select(['forms.form', 'forms.title'])
    .where('forms.pid', '=', pid)
    .$if(openAt !== undefined, (query) => query.where(isOpenTo(uid, openAt ?? '')))
    .orderBy('forms.form')
    .execute();

/** Locks the project, so that its forms are created one after the other. */
export async function countFormsLocked(trx: Trx, { pid }: ProjectScope): Promise<number> {
  await lockProject(trx, pid);
  return countRows(trx.selectFrom('forms').where('pid', '=', pid));
}

/** False when the slug is taken. */
export async function insertForm(trx: Trx, row: Insertable<FormsTable>): Promise<boolean> {
  return changedOne(
    trx
      .insertInto('forms')
      .values(row)
      .onConflict((conflict) => conflict.columns(['pid', 'form']).doNothing()),
  );
}

export const findStoredForm = (read: Reader, { pid }: ProjectScope, form: string) =>
  read.selectFrom('forms').select(columns).where('pid', '=', pid).where('form', '=', form).executeTakeFirst();

/** Locks the form without changing it. */
export const lockForm = (trx: Trx, scope: ProjectScope, form: string) =>
  trx
    .updateTable('forms')
    .set((eb) => ({ response_count: eb.ref('response_count') }))
    .where('pid', '=', scope.pid)
    .where('form', '=', form)
    .returning(columns)
    .executeTakeFirst();

export type FormValues = Omit<FormRow, 'pid' | 'form' | 'kind' | 'created_at' | 'response_count' | 'expired_through'>;

export async function updateForm(trx: Trx, scope: ProjectScope, form: string, values: FormValues): Promise<void> {
  await trx.updateTable('forms').set(values).where('pid', '=', scope.pid).where('form', '=', form).execute();
}

export async function deleteForm(trx: Trx, scope: ProjectScope, form: string): Promise<void> {
  await trx.deleteFrom('forms').where('pid', '=', scope.pid).where('form', '=', form).execute();
}

export const findDates = (read: Reader, scope: ProjectScope) =>
  read
    .selectFrom('projects')
    .select(['starts_on', 'ends_on', 'timezone'])
    .where('pid', '=', scope.pid)
    .executeTakeFirstOrThrow();

/** The subsidy table with its currency, by location; one row with a null location if it is empty. */
export const listSubsidies = (read: Reader, scope: ProjectScope) =>
  read
    .selectFrom('projects')
    .leftJoin('traffic_subsidies', 'traffic_subsidies.pid', 'projects.pid')
    .select(['projects.subsidy_currency as currency', 'traffic_subsidies.location', 'traffic_subsidies.amount'])
    .where('projects.pid', '=', scope.pid)
    .orderBy('traffic_subsidies.sort_key')
    .orderBy('traffic_subsidies.location')
    .execute();
