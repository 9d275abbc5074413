import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function notices(context: MigrationContext): Promise<void> {
  await noticeTable(context);
  await settingsTable(context);
}

/**
 * `occasion` is set where the same notice must not be created twice, such as a reminder. `due_at` is when the mail is
 * due; null if none is pending. Kinds have no check, so that a new one needs no migration.
 */
async function noticeTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('notices')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('kind', column.text, (c) => c.notNull())
    .addColumn('pid', column.text, (c) => c.references('projects.pid').onDelete('cascade'))
    .addColumn('subject', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('occasion', column.text)
    .addColumn('actor', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('previous', column.text, (c) => c.notNull().defaultTo('{}'))
    .addColumn('detail', column.text, (c) => c.notNull().defaultTo('{}'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('due_at', column.time)
    .addColumn('mailed_at', column.time)
    .addColumn('dropped_at', column.time)
    .addColumn('read_at', column.time)
    .execute();
  await db.schema.createIndex('notices_by_person').on('notices').columns(['uid', 'id']).execute();
  await sql`create index notices_due on notices (due_at) where due_at is not null`.execute(db);
  await sql`create unique index notices_once on notices (uid, kind, pid, subject, occasion)
    where occasion is not null`.execute(db);
}

/** No row: the defaults. `mail` and `push` are JSON: the kinds that the person turned on or off. */
async function settingsTable({ table, column }: MigrationContext): Promise<void> {
  await table('notice_settings')
    .addColumn('uid', column.text, (c) => c.primaryKey().references('people.uid').onDelete('cascade'))
    .addColumn('mail', column.text, (c) => c.notNull().defaultTo('{}'))
    .addColumn('push', column.text, (c) => c.notNull().defaultTo('{}'))
    .addColumn('digest', column.text, (c) =>
      c
        .notNull()
        .defaultTo('daily')
        .check(sql`digest in ('off', 'daily', 'weekly')`),
    )
    .addColumn('quiet_starts', column.text)
    .addColumn('quiet_ends', column.text)
    .addColumn('timezone', column.text)
    .addColumn('updated_at', column.time, (c) => c.notNull())
    .execute();
}
