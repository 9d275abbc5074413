import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * Roles that owners give to somebody until a moment. Ending one early moves `ends_at`; `ended_at` says that somebody did.
 * `reminded_at` and `end_noticed_at`: when the people concerned were notified that it is about to end, and that it ended.
 */
export async function grants({ db, table, column }: MigrationContext): Promise<void> {
  await table('grants')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('role', column.text, (c) =>
      c.notNull().check(sql`role in ('finance', 'recruiting', 'desk', 'writer', 'safety', 'viewer', 'chief')`),
    )
    .addColumn('tid', column.text)
    .addColumn('starts_at', column.time, (c) => c.notNull())
    .addColumn('ends_at', column.time, (c) => c.notNull())
    .addColumn('reason', column.text, (c) => c.notNull())
    .addColumn('granted_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('ended_at', column.time)
    .addColumn('reminded_at', column.time)
    .addColumn('end_noticed_at', column.time)
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addForeignKeyConstraint('grants_team', ['pid', 'tid'], 'teams', ['pid', 'tid'], (c) => c.onDelete('cascade'))
    .addCheckConstraint('grants_team_of_chief', sql`(role = 'chief') = (tid is not null)`)
    .execute();
  await db.schema.createIndex('grants_by_person').on('grants').columns(['uid', 'pid', 'ends_at']).execute();
  await db.schema.createIndex('grants_by_project').on('grants').columns(['pid', 'ends_at']).execute();
  await db.schema.createIndex('grants_by_team').on('grants').columns(['pid', 'tid']).execute();
  await db.schema.createIndex('grants_by_owner').on('grants').columns(['granted_by', 'pid']).execute();
  await db.schema.createIndex('grants_by_end').on('grants').columns(['end_noticed_at', 'ends_at']).execute();
}
