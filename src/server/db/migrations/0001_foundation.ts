import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function foundation(context: MigrationContext): Promise<void> {
  await people(context);
  await projects(context);
  await credentials(context);
  await bookkeeping(context);
}

async function people({ db, table, column }: MigrationContext): Promise<void> {
  await table('installation')
    .addColumn('id', column.integer, (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('set_up_at', column.time)
    .execute();
  await sql`insert into installation (id) values (1)`.execute(db);

  await table('people')
    .addColumn('uid', column.text, (c) => c.primaryKey())
    .addColumn('email', column.text, (c) => c.notNull().unique())
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('sort_key', column.text, (c) => c.notNull())
    .addColumn('listing', column.text, (c) => c.notNull().check(sql`listing in ('public', 'keyed', 'hidden')`))
    .addColumn('administrator_since', column.time)
    .addColumn('suspended_at', column.time)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addCheckConstraint('people_email_normalised', sql`email = lower(email) and length(email) between 3 and 254`)
    .execute();
}

async function projects({ db, table, column }: MigrationContext): Promise<void> {
  await table('projects')
    .addColumn('pid', column.text, (c) => c.primaryKey())
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('description', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('starts_on', column.date)
    .addColumn('ends_on', column.date)
    .addColumn('timezone', column.text, (c) => c.notNull())
    .addColumn('listing_version', column.integer, (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addCheckConstraint('projects_dates_in_order', sql`ends_on >= starts_on`)
    .execute();

  await table('project_owners')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('project_owners_pkey', ['pid', 'uid'])
    .execute();
  await db.schema.createIndex('project_owners_by_person').on('project_owners').columns(['uid', 'pid']).execute();

  await table('teams')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('tid', column.text, (c) => c.notNull())
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('sort_key', column.text, (c) => c.notNull())
    .addColumn('description', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('public_description', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('mailing_list', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('headcount', column.integer, (c) => c.check(sql`headcount >= 0`))
    .addColumn('disabled_at', column.time)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('teams_pkey', ['pid', 'tid'])
    .execute();

  // One row per person and team: a chief is also a member and must not appear twice.
  await table('memberships')
    .addColumn('pid', column.text, (c) => c.notNull())
    .addColumn('tid', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid'))
    .addColumn('role', column.text, (c) => c.notNull().check(sql`role in ('chief', 'member')`))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('memberships_pkey', ['pid', 'tid', 'uid'])
    .addForeignKeyConstraint('memberships_team', ['pid', 'tid'], 'teams', ['pid', 'tid'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('memberships_by_person').on('memberships').columns(['uid', 'pid', 'tid']).execute();
}

async function credentials({ db, table, column }: MigrationContext): Promise<void> {
  await table('sessions')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('token_hash', column.text, (c) => c.notNull().unique())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('device', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('last_seen_at', column.time, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_person').on('sessions').columns(['uid', 'id']).execute();
  await db.schema.createIndex('sessions_by_end').on('sessions').column('expires_at').execute();

  // No reference to a person: for a new address the account is created when the link is used.
  await table('sign_in_links')
    .addColumn('token_hash', column.text, (c) => c.primaryKey())
    .addColumn('purpose', column.text, (c) => c.notNull().check(sql`purpose in ('sign_in', 'set_up')`))
    .addColumn('email', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .addColumn('used_at', column.time)
    .execute();
  await db.schema.createIndex('sign_in_links_by_end').on('sign_in_links').column('expires_at').execute();

  await table('exchange_credentials')
    .addColumn('username', column.text, (c) => c.primaryKey())
    .addColumn('password_hash', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .addColumn('used_at', column.time)
    .addColumn('failures', column.integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('exchange_credentials_by_end').on('exchange_credentials').column('expires_at').execute();
  await db.schema.createIndex('exchange_credentials_by_person').on('exchange_credentials').column('uid').execute();

  await table('api_tokens')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('token_hash', column.text, (c) => c.notNull().unique())
    .addColumn('prefix', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('scope', column.text, (c) => c.notNull().check(sql`scope in ('read', 'write')`))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('last_used_at', column.time)
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .addColumn('revoked_at', column.time)
    .execute();
  await db.schema.createIndex('api_tokens_by_person').on('api_tokens').columns(['uid', 'id']).execute();
}

async function bookkeeping({ db, table, column }: MigrationContext): Promise<void> {
  // The actor is not a foreign key: an entry outlives the person.
  await table('audit')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('at', column.time, (c) => c.notNull())
    .addColumn('actor', column.text)
    .addColumn('kind', column.text, (c) => c.notNull())
    .addColumn('pid', column.text)
    .addColumn('subject', column.text, (c) => c.notNull())
    .addColumn('detail', column.text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('audit_by_project').on('audit').columns(['pid', 'id']).execute();
  await db.schema.createIndex('audit_by_actor').on('audit').columns(['actor', 'id']).execute();
  await db.schema.createIndex('audit_by_kind').on('audit').columns(['kind', 'id']).execute();

  await table('outbox')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('key', column.text, (c) => c.notNull().unique())
    .addColumn('kind', column.text, (c) => c.notNull())
    .addColumn('payload', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('due_at', column.time, (c) => c.notNull())
    .addColumn('attempts', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('last_error', column.text)
    .addColumn('done_at', column.time)
    .addColumn('dead_at', column.time)
    .execute();
  await sql`create index outbox_due on outbox (due_at) where done_at is null and dead_at is null`.execute(db);
  await db.schema.createIndex('outbox_done').on('outbox').column('done_at').execute();

  await table('rate_limits')
    .addColumn('key', column.text, (c) => c.primaryKey())
    .addColumn('count', column.integer, (c) => c.notNull())
    .addColumn('ends_at', column.time, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('rate_limits_by_end').on('rate_limits').column('ends_at').execute();
}
