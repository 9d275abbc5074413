import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * A subscription belongs to a session, so that signing out, suspension and erasure end it too. `push_due_at` is set only
 * for people with a subscription. `push_private` is sealed.
 */
export async function push({ db, table, column }: MigrationContext): Promise<void> {
  await table('push_subscriptions')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('session_id', column.text, (c) => c.notNull().unique().references('sessions.id').onDelete('cascade'))
    .addColumn('endpoint', column.text, (c) => c.notNull().unique())
    .addColumn('p256dh', column.text, (c) => c.notNull())
    .addColumn('auth', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('last_success_at', column.time)
    .addColumn('failing_since', column.time)
    .execute();
  await db.schema.createIndex('push_subscriptions_by_person').on('push_subscriptions').columns(['uid', 'id']).execute();
  for (const name of ['push_public', 'push_private'])
    await db.schema.alterTable('installation').addColumn(name, column.text).execute();
  for (const name of ['push_due_at', 'pushed_at'])
    await db.schema.alterTable('notices').addColumn(name, column.time).execute();
  await sql`create index notices_push_due on notices (push_due_at) where push_due_at is not null`.execute(db);
}
