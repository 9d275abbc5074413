import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function announcements(context: MigrationContext): Promise<void> {
  await announcementTable(context);
  await feedTable(context);
  await removalTables(context);
  await context.db.schema.alterTable('tasks').addColumn('changed_at', context.column.time).execute();
}

/** Without a team: for the project. `audience`: everybody who may see the project, or only its (or the team's) people. */
async function announcementTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('announcements')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('tid', column.text)
    .addColumn('title', column.text, (c) => c.notNull())
    .addColumn('body', column.text, (c) => c.notNull())
    .addColumn('audience', column.text, (c) => c.notNull().check(sql`audience in ('public', 'people')`))
    .addColumn('pinned_until', column.time)
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('updated_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addForeignKeyConstraint('announcements_team', ['pid', 'tid'], 'teams', ['pid', 'tid'], (c) =>
      c.onDelete('cascade'),
    )
    .addCheckConstraint('announcements_of_teams_are_not_public', sql`tid is null or audience = 'people'`)
    .execute();
  await db.schema.createIndex('announcements_by_project').on('announcements').columns(['pid', 'id']).execute();
  await db.schema.createIndex('announcements_by_author').on('announcements').column('created_by').execute();
}

/** Without a project: the person's own tasks. One address for each person and subject. */
async function feedTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('calendar_feeds')
    .addColumn('secret_hash', column.text, (c) => c.primaryKey())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('pid', column.text, (c) => c.references('projects.pid').onDelete('cascade'))
    .addColumn('tid', column.text)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addForeignKeyConstraint('calendar_feeds_team', ['pid', 'tid'], 'teams', ['pid', 'tid'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await sql`create unique index calendar_feeds_once on calendar_feeds (uid, coalesce(pid, ''), coalesce(tid, ''))`.execute(
    db,
  );
}

/**
 * What calendars show as cancelled. `left_tasks`: tasks that a person was on; `changes` is added to the revision of the
 * task, so that its number in a calendar grows when the person leaves and when they join again. `removed_tasks`: tasks
 * that were deleted, or moved to another team; `tid` is empty for those of the whole project. The tasks may be gone, so
 * nothing refers to them.
 */
async function removalTables({ db, table, column }: MigrationContext): Promise<void> {
  const taskTable = (name: string) =>
    table(name)
      .addColumn('task_id', column.text, (c) => c.notNull())
      .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
      .addColumn('title', column.text, (c) => c.notNull())
      .addColumn('starts_at', column.time, (c) => c.notNull())
      .addColumn('ends_at', column.time, (c) => c.notNull())
      .addColumn('revision', column.integer, (c) => c.notNull())
      .addColumn('removed_at', column.time, (c) => c.notNull());
  await taskTable('left_tasks')
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('changes', column.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('left_tasks_key', ['task_id', 'uid'])
    .execute();
  await taskTable('removed_tasks')
    .addColumn('tid', column.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('removed_tasks_key', ['task_id', 'tid'])
    .execute();
  await db.schema.createIndex('left_tasks_by_person').on('left_tasks').columns(['uid', 'ends_at']).execute();
  await db.schema.createIndex('left_tasks_by_end').on('left_tasks').column('ends_at').execute();
  await db.schema.createIndex('removed_tasks_by_project').on('removed_tasks').columns(['pid', 'ends_at']).execute();
  await db.schema.createIndex('removed_tasks_by_end').on('removed_tasks').column('ends_at').execute();
}
