import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function certificates(context: MigrationContext): Promise<void> {
  await certificateTable(context);
  await settings(context);
  await batches(context);
  // A message that people get once: nobody who got one before is in its audience.
  await context.db.schema
    .alterTable('messages')
    .addColumn('is_thanks', context.column.integer, (c) => c.notNull().defaultTo(0))
    .execute();
}

/**
 * `name` and `minutes` are what was printed. After an erasure `uid` is null and `name` empty: the number still says that
 * the certificate was withdrawn.
 */
async function certificateTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('certificates')
    .addColumn('number', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('language', column.text, (c) => c.notNull())
    .addColumn('minutes', column.integer, (c) => c.notNull().check(sql`minutes > 0`))
    .addColumn('issued_at', column.time, (c) => c.notNull())
    .addColumn('revoked_at', column.time)
    .addColumn('reason', column.text, (c) => c.notNull().defaultTo(''))
    .execute();
  await sql`create unique index certificates_valid on certificates (pid, uid)
    where revoked_at is null and uid is not null`.execute(db);
  await db.schema.createIndex('certificates_by_person').on('certificates').columns(['uid', 'pid']).execute();
  await db.schema.createIndex('certificates_of_project').on('certificates').columns(['pid', 'number']).execute();
}

async function settings({ table, column }: MigrationContext): Promise<void> {
  await table('certificate_settings')
    .addColumn('pid', column.text, (c) => c.primaryKey().references('projects.pid').onDelete('cascade'))
    .addColumn('text', column.text, (c) => c.notNull())
    .addColumn('max_minutes', column.integer, (c) => c.check(sql`max_minutes > 0`))
    .execute();
}

/** Certificates for everybody are issued in steps. `position` is the last person who was considered. */
async function batches({ db, table, column }: MigrationContext): Promise<void> {
  await table('certificate_batches')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('state', column.text, (c) => c.notNull().check(sql`state in ('running', 'done', 'failed')`))
    .addColumn('position', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('total', column.integer, (c) => c.notNull())
    .addColumn('considered', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('issued', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('unprintable', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('ended_at', column.time)
    .execute();
  await db.schema
    .createIndex('certificate_batches_of_project')
    .on('certificate_batches')
    .columns(['pid', 'id'])
    .execute();
  await sql`create unique index certificate_batches_running on certificate_batches (pid)
    where state = 'running'`.execute(db);
  await db.schema
    .createIndex('certificate_batches_by_creator')
    .on('certificate_batches')
    .column('created_by')
    .execute();
}
