import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function eventDayPages({ db, column }: MigrationContext): Promise<void> {
  // The place of somebody who did not come was opened for somebody else: once, however often planners ask for it.
  await db.schema.alterTable('attendances').addColumn('replaced_at', column.time).execute();
  await db.schema
    .alterTable('devices')
    .addColumn('purpose', column.text, (c) =>
      c
        .notNull()
        .defaultTo('desk')
        .check(sql`purpose in ('desk', 'screen')`),
    )
    .execute();
}
