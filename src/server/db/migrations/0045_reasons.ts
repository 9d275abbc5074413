import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * Stored drafts no longer say who is too young or has entered no birthday. `by_themselves`: nobody else decided that the
 * hours of this person count.
 */
export async function reasons({ db, column }: MigrationContext): Promise<void> {
  for (const [before, after] of [
    ['"too_young"', '"not_possible"'],
    ['"birthday_unknown"', '"not_possible"'],
    ['"ask_birthday"', '"ask_them"'],
  ])
    await sql`update allocations set result = replace(result, ${before}, ${after}) where result is not null`.execute(
      db,
    );
  await db.schema
    .alterTable('attendances')
    .addColumn('by_themselves', column.integer, (c) => c.notNull().defaultTo(0))
    .execute();
}
