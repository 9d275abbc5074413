import type { MigrationContext } from '../columns.ts';

/** Where answers to a message go, as its email says. Unknown for messages that were sent before. */
export async function replyAddresses({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('messages').addColumn('reply_address', column.text).execute();
}
