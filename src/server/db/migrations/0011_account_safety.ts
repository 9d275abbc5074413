import type { MigrationContext } from '../columns.ts';

export async function accountSafety({ db, column }: MigrationContext): Promise<void> {
  // Hash of the cookie of the browser that requested the link; null for links that were not requested in a browser.
  await db.schema.alterTable('sign_in_links').addColumn('browser_hash', column.text).execute();
}
