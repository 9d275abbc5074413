import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function webhooks(context: MigrationContext): Promise<void> {
  await chatTable(context);
  await webhookTable(context);
  await deliveryTable(context);
  await feedTable(context);
}

/**
 * `url` is sealed: anyone who has it can write to the channel. `hint` is what is shown of it. `topics` is a JSON list.
 * `tasks_seen` is JSON: how many people the tasks of the next 24 hours had when they were last looked at.
 */
async function chatTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('chat_channels')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('tid', column.text)
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('format', column.text, (c) =>
      c.notNull().check(sql`format in ('slack', 'mattermost', 'discord', 'matrix')`),
    )
    .addColumn('url', column.text, (c) => c.notNull())
    .addColumn('key_id', column.text, (c) => c.notNull())
    .addColumn('hint', column.text, (c) => c.notNull())
    .addColumn('topics', column.text, (c) => c.notNull())
    .addColumn('language', column.text, (c) => c.notNull())
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('disabled_at', column.time)
    .addColumn('disabled_for', column.text)
    .addColumn('failing_since', column.time)
    .addColumn('tried_at', column.time)
    .addColumn('outcome', column.text)
    .addColumn('summary_on', column.text)
    .addColumn('tasks_seen', column.text, (c) => c.notNull().defaultTo('{}'))
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addForeignKeyConstraint('chat_channels_team', ['pid', 'tid'], 'teams', ['pid', 'tid'], (f) =>
      f.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('chat_channels_by_project').on('chat_channels').columns(['pid', 'id']).execute();
  await db.schema.createIndex('chat_channels_by_key').on('chat_channels').column('key_id').execute();
  await db.schema.createIndex('chat_channels_by_creator').on('chat_channels').column('created_by').execute();
}

/**
 * `secrets` is sealed JSON: the signing secrets, newest first. `kinds` is a JSON list; empty means all.
 * Changes before `active_since` are not sent.
 */
async function webhookTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('webhooks')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('url', column.text, (c) => c.notNull())
    .addColumn('kinds', column.text, (c) => c.notNull())
    .addColumn('secrets', column.text, (c) => c.notNull())
    .addColumn('key_id', column.text, (c) => c.notNull())
    .addColumn('old_secret_until', column.time)
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('active_since', column.time, (c) => c.notNull())
    .addColumn('disabled_at', column.time)
    .addColumn('disabled_for', column.text)
    .addColumn('failing_since', column.time)
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex('webhooks_by_project').on('webhooks').columns(['pid', 'id']).execute();
  await db.schema.createIndex('webhooks_by_key').on('webhooks').column('key_id').execute();
  await db.schema.createIndex('webhooks_by_creator').on('webhooks').column('created_by').execute();
}

/**
 * `id` is the webhook-id that receivers see. `uid` is the person in `body`, for erasure. `due_at` is null once nothing is
 * left to do.
 */
async function deliveryTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('webhook_deliveries')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('webhook_id', column.text, (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('kind', column.text, (c) => c.notNull())
    .addColumn('body', column.text, (c) => c.notNull())
    .addColumn('uid', column.text)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('due_at', column.time)
    .addColumn('attempts', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('tried_at', column.time)
    .addColumn('delivered_at', column.time)
    .addColumn('outcome', column.text)
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_log')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'id'])
    .execute();
  await sql`create index webhook_deliveries_of_person on webhook_deliveries (uid) where uid is not null`.execute(db);
  await sql`create index webhook_deliveries_due on webhook_deliveries (due_at) where due_at is not null`.execute(db);
}

/** One row: up to which change deliveries have been created. */
async function feedTable({ table, column }: MigrationContext): Promise<void> {
  await table('webhook_feed')
    .addColumn('id', column.integer, (c) => c.notNull().primaryKey())
    .addColumn('seq', column.integer, (c) => c.notNull())
    .execute();
}
