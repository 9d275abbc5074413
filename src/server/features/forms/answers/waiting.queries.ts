import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Db, Parameter, Reader } from '../../../db/db.ts';
import { jsonOn } from '../../../db/json.ts';

export type WaitingRow = Awaited<ReturnType<ReturnType<typeof waitingForms>>>[number];

/**
 * For `GET /api/me`: one read from the projects that the person takes part in, compiled once, of the forms that they have
 * not answered and of those that ask for more since. All is decided by the engine: whatever was read in vain would
 * count, and who has answered very many forms would miss the next one.
 */
export const waitingForms = (db: Db) =>
  db.prepare((read, parameter: Parameter<'uid' | 'now' | 'today'>) => {
    const memberships = enabledMemberships(read, parameter('uid'));
    const owned = read.selectFrom('project_owners').select('pid').where('uid', '=', parameter('uid'));
    const led = memberships.select('memberships.pid').where('memberships.role', '=', 'chief');
    const now = parameter('now');
    return read
      .selectFrom('forms')
      .leftJoin('form_responses', (join) =>
        join
          .onRef('form_responses.pid', '=', 'forms.pid')
          .onRef('form_responses.form', '=', 'forms.form')
          .on('form_responses.uid', '=', parameter('uid')),
      )
      .select(['forms.pid', 'forms.form', 'forms.title', 'forms.closes_at', 'form_responses.uid as answered_by'])
      .where('forms.pid', 'in', memberships.select('memberships.pid').union(owned))
      .where('forms.enabled_at', 'is not', null)
      .where((eb) => eb.or([eb('forms.opens_at', 'is', null), eb('forms.opens_at', '<=', now)]))
      .where((eb) => eb.or([eb('forms.closes_at', 'is', null), eb('forms.closes_at', '>', now)]))
      .where((eb) => eb.or([eb('forms.audience', '!=', 'chiefs'), eb('forms.pid', 'in', led)]))
      .where((eb) =>
        eb.or([
          eb('form_responses.uid', 'is', null),
          // As it is written of a question that came later: no text of a question can hold a bare quotation mark. Not
          // as a parameter: SQLite compiles the whole query again whenever a value is bound to such a one.
          eb('forms.fields', 'like', sql.lit('%"added_at":"%')).and(hasNewerQuestion(db)),
          eb('forms.passes_on', '!=', '[]')
            .and('forms.passes_until', '>=', parameter('today'))
            .and(isNotAgreedTo(db))
            .and(eb.not(isDeclined(db))),
        ]),
      )
      .orderBy('forms.pid', 'desc')
      .orderBy('forms.form')
      .limit(200);
  });

const enabledMemberships = (read: Reader, uid: string) =>
  read
    .selectFrom('memberships')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
    )
    .where('memberships.uid', '=', uid)
    .where('teams.disabled_at', 'is', null);

/** A question that came after the answer, and is still asked. */
function hasNewerQuestion({ engine }: Db) {
  const { items, as } = jsonOn(engine);
  const [addedAt, eraseAfter] = [sql`field.value ->> 'added_at'`, sql`field.value ->> 'erase_after'`];
  return sql<SqlBool>`exists (
    select 1 from ${items(sql`forms.fields`)} as field
    where ${as('time', addedAt)} > form_responses.updated_at
      and (forms.expired_through is null or ${eraseAfter} is null or ${as('date', eraseAfter)} > forms.expired_through))`;
}

/** Something to pass on that the person did not agree to, for as long as the form says. */
const isNotAgreedTo = ({ engine }: Db) => sql<SqlBool>`(
    select count(*) from form_consents
    where form_consents.pid = forms.pid and form_consents.form = forms.form
      and form_consents.uid = form_responses.uid and form_consents.until >= forms.passes_until
  ) < (select count(*) from ${jsonOn(engine).items(sql`forms.passes_on`)} as kind)`;

/** The same rule as `declines` of the policy: there are conditions, and the answer meets none. */
function isDeclined({ engine }: Db) {
  const { items, plainItems, parsed } = jsonOn(engine);
  const condition = sql`field.value -> 'only_when'`;
  return sql<SqlBool>`(
    exists (select 1 from ${items(sql`forms.fields`)} as field where field.value ->> 'only_when' is not null)
    and not exists (
      select 1 from ${items(sql`forms.fields`)} as field, ${plainItems(sql`${condition} -> 'values'`)} as wanted
      where wanted.value = ${parsed(sql`form_responses.answers`)} ->> (${condition} ->> 'field')))`;
}
