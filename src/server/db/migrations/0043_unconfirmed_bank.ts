import type { MigrationContext } from '../columns.ts';

/** When a bank account was changed with a token or an old session. Null once the person has confirmed it. */
export async function unconfirmedBank({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('private_data').addColumn('unconfirmed_at', column.time).execute();
}
