import { sql } from 'kysely';
import type { ExpressionBuilder, Nullable, SqlBool } from 'kysely';
import type { Db, Parameter } from '../../../db/db.ts';
import { jsonOn } from '../../../db/json.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { Tables } from '../../../db/tables.ts';
import { isInFormAudience } from '../../../db/form-audience.ts';

type Joined = ExpressionBuilder<
  Tables & { form_responses: Nullable<Tables['form_responses']> },
  'forms' | 'projects' | 'form_responses'
>;

/**
 * For `GET /api/me`: the open forms of the person's projects that they have not answered, or that ask for more since
 * their answer (`waits`), and forms to which they agreed to pass on private data. The conditions are all in SQL, because
 * rows filtered out later would count against the limit.
 */
export const waitingForms = (db: Db) =>
  db.prepare((read, parameter: Parameter<'uid' | 'now' | 'today'>) => {
    const memberships = enabledMemberships(read).where('memberships.uid', '=', parameter('uid'));
    const owned = read.selectFrom('project_owners').select('pid').where('uid', '=', parameter('uid'));
    const now = parameter('now');
    const waits = (eb: Joined) =>
      eb.and([
        eb('forms.enabled_at', 'is not', null),
        eb.or([eb('forms.opens_at', 'is', null), eb('forms.opens_at', '<=', now)]),
        eb.or([eb('forms.closes_at', 'is', null), eb('forms.closes_at', '>', now)]),
        isInFormAudience(parameter('uid')),
        eb.or([
          eb('form_responses.uid', 'is', null),
          // Matches fields with a time; texts of questions cannot contain a bare quotation mark. A literal, because
          // SQLite recompiles the query for each value bound to a LIKE parameter.
          eb('forms.fields', 'like', sql.lit('%"added_at":"%')).and(hasNewerQuestion(db)),
          eb('forms.passes_on', '!=', '[]')
            .and('forms.passes_until', '>=', parameter('today'))
            .and(isNotAgreedTo(db))
            .and(eb.not(isDeclined(db))),
        ]),
      ]);
    return read
      .selectFrom('forms')
      .innerJoin('projects', 'projects.pid', 'forms.pid')
      .leftJoin('form_responses', (join) =>
        join
          .onRef('form_responses.pid', '=', 'forms.pid')
          .onRef('form_responses.form', '=', 'forms.form')
          .on('form_responses.uid', '=', parameter('uid')),
      )
      .select((eb) => [
        'forms.pid',
        'forms.form',
        'forms.title',
        'forms.closes_at',
        'forms.passes_on',
        'form_responses.uid as answered_by',
        eb.case().when(waits(eb)).then(1).else(0).end().as('waits'),
        eb
          .case()
          .when(isAgreedTo(parameter('today')))
          .then(1)
          .else(0)
          .end()
          .as('agreed'),
      ])
      .where('forms.pid', 'in', memberships.select('memberships.pid').union(owned))
      .where('projects.state', '=', 'public')
      .where((eb) => eb.or([waits(eb), eb('forms.passes_on', '!=', '[]').and(isAgreedTo(parameter('today')))]))
      .orderBy('forms.pid', 'desc')
      .orderBy('forms.form')
      .limit(200);
  });

/** Whether a question was added after the answer and is still asked. */
function hasNewerQuestion({ engine }: Db) {
  const { items, as } = jsonOn(engine);
  const [addedAt, eraseAfter] = [sql`field.value ->> 'added_at'`, sql`field.value ->> 'erase_after'`];
  return sql<SqlBool>`exists (
    select 1 from ${items(sql`forms.fields`)} as field
    where ${as('time', addedAt)} > form_responses.updated_at
      and (forms.expired_through is null or ${eraseAfter} is null or ${as('date', eraseAfter)} > forms.expired_through))`;
}

/** Whether the person has agreed to pass on something that is still passed on. */
const isAgreedTo = (today: string) => sql<SqlBool>`exists (
    select 1 from form_consents
    where form_consents.pid = forms.pid and form_consents.form = forms.form
      and form_consents.uid = form_responses.uid and form_consents.until >= ${today})`;

/** Whether the person has not agreed to all kinds until the day that the form states. */
const isNotAgreedTo = ({ engine }: Db) => sql<SqlBool>`(
    select count(*) from form_consents
    where form_consents.pid = forms.pid and form_consents.form = forms.form
      and form_consents.uid = form_responses.uid and form_consents.until >= forms.passes_until
  ) < (select count(*) from ${jsonOn(engine).items(sql`forms.passes_on`)} as kind)`;

/** The same rule as `declines` in the policy: there are conditions, and the answer meets none. */
function isDeclined({ engine }: Db) {
  const { items, plainItems, parsed } = jsonOn(engine);
  const condition = sql`field.value -> 'only_when'`;
  return sql<SqlBool>`(
    exists (select 1 from ${items(sql`forms.fields`)} as field where field.value ->> 'only_when' is not null)
    and not exists (
      select 1 from ${items(sql`forms.fields`)} as field, ${plainItems(sql`${condition} -> 'values'`)} as wanted
      where wanted.value = ${parsed(sql`form_responses.answers`)} ->> (${condition} ->> 'field')))`;
}
