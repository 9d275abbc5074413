import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function leaving(context: MigrationContext): Promise<void> {
  await releasePlaces(context);
  await askWhoEats(context);
  await payments(context);
}

/** When a person is erased, or their answers expire, the payment stays without the person, for the accounts. */
async function payments({ db, table, column }: MigrationContext): Promise<void> {
  await table('payments')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('form', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('amount', column.integer, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('currency', column.text, (c) => c.notNull())
    .addColumn('batch', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('paid_at', column.time, (c) => c.notNull())
    .addColumn('paid_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('undone_at', column.time)
    .addColumn('undone_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .execute();
  await sql`create unique index payments_once on payments (pid, form, uid) where undone_at is null`.execute(db);
  // Used when an account is erased.
  await db.schema.createIndex('payments_by_person').on('payments').column('uid').execute();
  await db.schema.createIndex('payments_by_payer').on('payments').column('paid_by').execute();
  await db.schema.createIndex('payments_by_undoer').on('payments').column('undone_by').execute();
}

/**
 * Releases places in tasks that have not started, of people who were suspended or had left the project before leaving
 * released them.
 */
export async function releasePlaces({ db, engine }: MigrationContext): Promise<void> {
  const now = engine === 'postgres' ? sql`now()` : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
  await sql`delete from attendances where exists (
    select 1 from tasks where tasks.id = attendances.task_id and tasks.starts_at > ${now}
      and (exists (select 1 from people where people.uid = attendances.uid and people.suspended_at is not null)
        or not exists (
            select 1 from memberships
            join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
            where memberships.pid = tasks.pid and memberships.uid = attendances.uid and teams.disabled_at is null)
          and not exists (
            select 1 from project_owners
            where project_owners.pid = tasks.pid and project_owners.uid = attendances.uid)))`.execute(db);
  await sql`update tasks
    set attendee_count = (select count(*) from attendances where attendances.task_id = tasks.id)
    where starts_at > ${now}`.execute(db);
}

type Json = Record<string, unknown>;

/**
 * Meals forms used to have no required question, so an empty answer counted. They now ask first whether one eats with
 * us. Answers that say nothing are deleted, so that those people are asked again.
 */
export async function askWhoEats({ db }: MigrationContext): Promise<void> {
  const forms = await sql<{
    pid: string;
    form: string;
    fields: string;
  }>`select pid, form, fields from forms where kind = 'meals'`.execute(db);
  for (const { pid, form, fields } of forms.rows) {
    const asked = withEats(JSON.parse(fields) as Json[]);
    if (asked === undefined) continue;
    await sql`update forms set fields = ${JSON.stringify(asked)} where pid = ${pid} and form = ${form}`.execute(db);
    const responses = await sql<{
      uid: string;
      answers: string;
    }>`select uid, answers from form_responses where pid = ${pid} and form = ${form}`.execute(db);
    for (const { uid, answers } of responses.rows) {
      const given = JSON.parse(answers) as Json;
      const days = Array.isArray(given['days']) ? given['days'] : [];
      const row = sql`where pid = ${pid} and form = ${form} and uid = ${uid}`;
      if (days.length > 0)
        await sql`update form_responses set answers = ${JSON.stringify({ eats: true, ...given })} ${row}`.execute(db);
      else if (Object.values(given).every(isEmpty)) await sql`delete from form_responses ${row}`.execute(db);
    }
    await sql`update forms set response_count = (
      select count(*) from form_responses where form_responses.pid = forms.pid and form_responses.form = forms.form)
      where pid = ${pid} and form = ${form}`.execute(db);
  }
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

function withEats(fields: readonly Json[]): Json[] | undefined {
  const [first] = fields;
  if (first === undefined || fields.some((field) => field['key'] === 'eats')) return undefined;
  const only_when = { field: 'eats', values: [true] };
  const eats = {
    ...first,
    key: 'eats',
    label: 'Do you eat with us?',
    type: 'yes_no',
    required: true,
    private: false,
    options: null,
    only_when: null,
  };
  return [
    eats,
    ...fields.map((field) => ({ ...field, only_when, ...(field['key'] === 'days' ? { required: true } : {}) })),
  ];
}
