import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * Organisers see what became of each invitation, and not only of those that wait for an answer. An invitation has the
 * language in which it was asked for, and counts its reminders.
 */
export async function pastInvitations(context: MigrationContext): Promise<void> {
  const { db, column } = context;
  const invitations = () => db.schema.alterTable('invitations');
  await invitations().addColumn('language', column.text).execute();
  await invitations()
    .addColumn('reminders', column.integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update invitations set reminders = 1 where reminded_at is not null`.execute(db);
  await pastTable(context);
}

/** The last invitation of an address to a team, since it was answered or has expired. Those who declined are known before. */
async function pastTable({ db, engine, table, column }: MigrationContext): Promise<void> {
  const name = 'past_invitations';
  await table(name)
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull())
    .addColumn('tid', column.text, (c) => c.notNull())
    .addColumn('email', column.text, (c) => c.notNull())
    .addColumn('name', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('role', column.text, (c) =>
      c
        .notNull()
        .defaultTo('member')
        .check(sql`role in ('member', 'chief', 'owner')`),
    )
    .addColumn('state', column.text, (c) => c.notNull().check(sql`state in ('accepted', 'declined', 'expired')`))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('cascade'))
    .addColumn('invited_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('sent_at', column.time)
    .addColumn('reminded_at', column.time)
    .addColumn('reminders', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('ended_at', column.time, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .addUniqueConstraint('past_invitations_once', ['pid', 'tid', 'email'])
    .addForeignKeyConstraint('past_invitations_team', ['pid', 'tid'], 'teams', ['pid', 'tid'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  // They were kept for a year.
  const ended =
    engine === 'sqlite'
      ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', expires_at, '-365 days')`
      : sql`expires_at - interval '365 days'`;
  await sql`insert into past_invitations (id, pid, tid, email, state, uid, ended_at, expires_at)
    select 'declined' || row_number() over (order by pid, tid, email), pid, tid, email, 'declined', uid, ${ended}, expires_at
    from declined_invitations`.execute(db);
  await db.schema.dropTable('declined_invitations').execute();
  const index = (suffix: string, columns: string[]) =>
    db.schema.createIndex(`past_invitations_by_${suffix}`).on(name).columns(columns).execute();
  await index('project', ['pid', 'state', 'email', 'id']);
  await index('address', ['email']);
  await index('person', ['uid']);
  await index('sender', ['invited_by']);
  await index('end', ['expires_at']);
}
