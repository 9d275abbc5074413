import type { MigrationContext } from '../columns.ts';

/** HMACs of the identifiers of erased people, to erase them again after an older backup was restored. */
export async function erasedPeople({ table, column }: MigrationContext): Promise<void> {
  await table('erased_people')
    .addColumn('hmac', column.text, (c) => c.primaryKey())
    .addColumn('erased_at', column.time, (c) => c.notNull())
    .execute();
}
