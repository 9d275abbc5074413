import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * Whether a notice arrived. `mail_key`: the job of the outbox that sends its mail. `push_sent_at`: when a push service
 * accepted it.
 */
export async function deliveries({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('notices').addColumn('mail_key', column.text).execute();
  await db.schema.alterTable('notices').addColumn('push_sent_at', column.time).execute();
  await sql`create index notices_of_messages on notices (subject, uid) where kind = 'message'`.execute(db);
}
