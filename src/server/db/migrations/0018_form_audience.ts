import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** Forms can ask only owners or only plain members, and only some teams. `audience_tids`: JSON; `[]` means all teams. */
export async function formAudience({ db, column }: MigrationContext): Promise<void> {
  const forms = () => db.schema.alterTable('forms');
  // SQLite cannot change a check, and rebuilding the table would delete the answers that refer to it.
  await forms()
    .addColumn('asked', column.text, (c) =>
      c
        .notNull()
        .defaultTo('people')
        .check(sql`asked in ('people', 'owners', 'chiefs', 'members', 'signed_in')`),
    )
    .execute();
  await sql`update forms set asked = audience`.execute(db);
  await forms().dropColumn('audience').execute();
  await forms().renameColumn('asked', 'audience').execute();
  await forms()
    .addColumn('audience_tids', column.text, (c) => c.notNull().defaultTo('[]'))
    .execute();
}
