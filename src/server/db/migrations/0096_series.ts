import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * The year of the same event before a project. A copy follows its source, also those made before: the audit log has their
 * source. A source is older than its copies, so no project comes to follow itself.
 */
export async function series({ db, column, engine }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('projects')
    .addColumn('follows', column.text, (c) => c.references('projects.pid').onDelete('set null'))
    .execute();
  await db.schema.createIndex('projects_by_followed').on('projects').column('follows').execute();
  const source =
    engine === 'sqlite' ? sql`audit.detail ->> '$."copy_from"'` : sql`audit.detail::json #>> '{copy_from}'`;
  await sql`
    update projects set follows = (
      select source.pid from audit
      join projects as source on source.pid = ${source}
      where audit.kind = 'project.created' and audit.pid = projects.pid and source.created_at < projects.created_at
      order by audit.id desc limit 1)`.execute(db);
}
