import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** Invitations to a draft are not sent until it is public. */
export async function heldInvitations({ db, column }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('invitations')
    .addColumn('held', column.integer, (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`held in (0, 1)`),
    )
    .execute();
}
