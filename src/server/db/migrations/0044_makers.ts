import type { MigrationContext } from '../columns.ts';

const tables = [
  'allocations',
  'certificate_batches',
  'chat_channels',
  'devices',
  'invitations',
  'messages',
  'service_accounts',
  'webhooks',
] as const;

/**
 * With which credential and rights something was made that works later. Unknown for what was made before: then only what
 * its maker may do now counts.
 */
export async function makers({ db, column }: MigrationContext): Promise<void> {
  for (const table of tables) await db.schema.alterTable(table).addColumn('made_with', column.text).execute();
}
