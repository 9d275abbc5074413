import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function messages(context: MigrationContext): Promise<void> {
  await messageTable(context);
  await recipientTable(context);
}

/**
 * `reply_to` is null, `sender`, or `team:` and a team whose mailing list gets the answers: no address is kept here.
 * `planned_at` is when the sender asked for it to be sent, and counts for the limits. `stopped` says why a message
 * that was due was not sent.
 */
async function messageTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('messages')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('sender', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('state', column.text, (c) =>
      c.notNull().check(sql`state in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')`),
    )
    .addColumn('stopped', column.text, (c) =>
      c.check(sql`stopped in ('not_allowed', 'empty_audience', 'project_closed')`),
    )
    .addColumn('audience', column.text, (c) => c.notNull())
    .addColumn('to_everyone', column.integer, (c) => c.notNull())
    .addColumn('subject', column.text, (c) => c.notNull())
    .addColumn('body', column.text, (c) => c.notNull())
    .addColumn('reply_to', column.text)
    .addColumn('send_at', column.time)
    .addColumn('planned_at', column.time)
    .addColumn('started_at', column.time)
    .addColumn('ended_at', column.time)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('updated_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex('messages_by_project').on('messages').columns(['pid', 'id']).execute();
  await db.schema.createIndex('messages_by_sender').on('messages').columns(['sender', 'planned_at']).execute();
  await sql`create index messages_active on messages (state, send_at) where state in ('scheduled', 'sending')`.execute(
    db,
  );
}

/**
 * `uid` is null after the person was erased. `admitted_at` is when the mail was counted for the mailbox, `changed_at`
 * when the state changed.
 */
async function recipientTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('message_recipients')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('message_id', column.text, (c) => c.notNull().references('messages.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('state', column.text, (c) =>
      c
        .notNull()
        .check(sql`state in ('waiting', 'sending', 'sent', 'skipped', 'refused', 'failed', 'in_doubt', 'cancelled')`),
    )
    .addColumn('reason', column.text)
    .addColumn('attempts', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', column.time, (c) => c.notNull())
    .addColumn('admitted_at', column.time)
    .addColumn('changed_at', column.time, (c) => c.notNull())
    .execute();
  await sql`create unique index message_recipients_once on message_recipients (message_id, uid)
    where uid is not null`.execute(db);
  await db.schema
    .createIndex('message_recipients_by_message')
    .on('message_recipients')
    .columns(['message_id', 'id'])
    .execute();
  await db.schema.createIndex('message_recipients_by_person').on('message_recipients').columns(['uid']).execute();
  await sql`create index message_recipients_due on message_recipients (due_at, id) where state = 'waiting'`.execute(db);
  await sql`create index message_recipients_under_way on message_recipients (changed_at)
    where state = 'sending'`.execute(db);
}
