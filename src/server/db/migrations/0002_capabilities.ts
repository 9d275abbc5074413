import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function capabilities(context: MigrationContext): Promise<void> {
  await peopleColumns(context);
  await projectColumns(context);
  await forms(context);
  await tasks(context);
  await idempotency(context);
}

/** Joining a task updates `plan_revision`, which serialises concurrent joins of one person. */
async function peopleColumns({ db, table, column }: MigrationContext): Promise<void> {
  for (const name of ['intro', 'resume']) {
    await db.schema
      .alterTable('people')
      .addColumn(name, column.text, (c) => c.notNull().defaultTo(''))
      .execute();
  }
  for (const name of ['resume_public_at', 'history_public_at']) {
    await db.schema.alterTable('people').addColumn(name, column.time).execute();
  }
  for (const name of ['profile_revision', 'resume_revision', 'plan_revision']) {
    await db.schema
      .alterTable('people')
      .addColumn(name, column.integer, (c) => c.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.createIndex('people_by_name').on('people').columns(['sort_key', 'uid']).execute();
  // Partial index: suspended people are few, and without it finding them scans the whole table.
  await sql`create index people_suspended on people (sort_key, uid) where suspended_at is not null`.execute(db);
  // Erasure, export and "remove all sessions" query by person.
  await db.schema.createIndex('audit_by_subject').on('audit').columns(['subject', 'id']).execute();
  await db.schema.createIndex('sign_in_links_by_address').on('sign_in_links').column('email').execute();

  // `fields` is JSON with sealed values; `key_id` finds the rows that are not yet sealed with a new key.
  await table('private_data')
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('kind', column.text, (c) =>
      c.notNull().check(sql`kind in ('bank', 'address', 'dietary_habits', 'real_profile')`),
    )
    .addColumn('fields', column.text, (c) => c.notNull())
    .addColumn('key_id', column.text, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull())
    .addColumn('updated_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('private_data_pkey', ['uid', 'kind'])
    .execute();
  await db.schema.createIndex('private_data_by_key').on('private_data').columns(['key_id', 'uid', 'kind']).execute();
}

async function projectColumns({ db, table, column }: MigrationContext): Promise<void> {
  for (const name of ['projects', 'teams']) {
    await db.schema
      .alterTable(name)
      .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
      .execute();
  }
  // The count is in the row so that one statement can check the headcount and increase the count.
  await db.schema
    .alterTable('teams')
    .addColumn('member_count', column.integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`
    update teams set member_count = (
      select count(*) from memberships where memberships.pid = teams.pid and memberships.tid = teams.tid
    )`.execute(db);
  await db.schema
    .alterTable('projects')
    .addColumn('subsidy_revision', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('projects').addColumn('subsidy_currency', column.text).execute();
  await db.schema.createIndex('teams_by_name').on('teams').columns(['pid', 'sort_key', 'tid']).execute();

  await table('traffic_subsidies')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('location', column.text, (c) => c.notNull())
    .addColumn('sort_key', column.text, (c) => c.notNull())
    .addColumn('amount', column.integer, (c) => c.notNull().check(sql`amount > 0`))
    .addPrimaryKeyConstraint('traffic_subsidies_pkey', ['pid', 'location'])
    .execute();
}

/** Answers are JSON in which each value of a private field is sealed. */
async function forms({ db, table, column }: MigrationContext): Promise<void> {
  await table('forms')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('form', column.text, (c) => c.notNull())
    .addColumn('kind', column.text, (c) => c.notNull())
    .addColumn('title', column.text, (c) => c.notNull())
    .addColumn('description', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('audience', column.text, (c) => c.notNull().check(sql`audience in ('people', 'chiefs', 'signed_in')`))
    .addColumn('fields', column.text, (c) => c.notNull())
    .addColumn('opens_at', column.time)
    .addColumn('closes_at', column.time)
    .addColumn('enabled_at', column.time)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addColumn('response_count', column.integer, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('forms_pkey', ['pid', 'form'])
    .addCheckConstraint('forms_window_in_order', sql`closes_at > opens_at`)
    .execute();

  await table('form_responses')
    .addColumn('pid', column.text, (c) => c.notNull())
    .addColumn('form', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid'))
    .addColumn('answers', column.text, (c) => c.notNull())
    .addColumn('key_id', column.text, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('updated_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('form_responses_pkey', ['pid', 'form', 'uid'])
    .addForeignKeyConstraint('form_responses_form', ['pid', 'form'], 'forms', ['pid', 'form'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('form_responses_by_person')
    .on('form_responses')
    .columns(['uid', 'pid', 'form'])
    .execute();
  await db.schema
    .createIndex('form_responses_by_key')
    .on('form_responses')
    .columns(['key_id', 'pid', 'form', 'uid'])
    .execute();
}

async function tasks({ db, table, column }: MigrationContext): Promise<void> {
  await table('tasks')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('tid', column.text)
    .addColumn('title', column.text, (c) => c.notNull())
    .addColumn('description', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('category', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('starts_at', column.time, (c) => c.notNull())
    .addColumn('ends_at', column.time, (c) => c.notNull())
    .addColumn('capacity', column.integer, (c) => c.notNull().check(sql`capacity > 0`))
    .addColumn('attendee_count', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addCheckConstraint('tasks_end_after_start', sql`ends_at > starts_at`)
    .addCheckConstraint('tasks_not_overfull', sql`attendee_count between 0 and capacity`)
    .addForeignKeyConstraint('tasks_team', ['pid', 'tid'], 'teams', ['pid', 'tid'])
    .execute();
  // Used when the creator's account is erased.
  await db.schema.createIndex('tasks_by_creator').on('tasks').column('created_by').execute();
  await db.schema.createIndex('tasks_by_start').on('tasks').columns(['pid', 'starts_at', 'id']).execute();
  await db.schema.createIndex('tasks_by_team').on('tasks').columns(['pid', 'tid', 'starts_at', 'id']).execute();
  await db.schema
    .createIndex('tasks_by_category')
    .on('tasks')
    .columns(['pid', 'category', 'starts_at', 'id'])
    .execute();

  await table('attendances')
    .addColumn('task_id', column.text, (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('attendances_pkey', ['task_id', 'uid'])
    .execute();
  await db.schema.createIndex('attendances_by_person').on('attendances').columns(['uid', 'task_id']).execute();
}

/** The sealed response is stored in the same transaction as the change it reports. */
async function idempotency({ db, table, column }: MigrationContext): Promise<void> {
  await table('idempotency_keys')
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('key', column.text, (c) => c.notNull())
    .addColumn('request_hash', column.text, (c) => c.notNull())
    .addColumn('answer', column.text, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pkey', ['uid', 'key'])
    .execute();
  await db.schema.createIndex('idempotency_keys_by_end').on('idempotency_keys').column('expires_at').execute();
}
