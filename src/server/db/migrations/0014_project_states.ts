import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** Projects of earlier releases are public. New ones start as drafts, which the service decides. */
export async function projectStates({ db, column }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('projects')
    .addColumn('state', column.text, (c) =>
      c
        .notNull()
        .defaultTo('public')
        .check(sql`state in ('draft', 'public', 'archived')`),
    )
    .execute();
}
