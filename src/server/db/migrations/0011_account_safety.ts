import type { MigrationContext } from '../columns.ts';

export async function accountSafety({ db, column }: MigrationContext): Promise<void> {
  // Hash of the cookie of the browser that requested the link; null for links that were not requested in a browser.
  await db.schema.alterTable('sign_in_links').addColumn('browser_hash', column.text).execute();
  // Whether the provider was told how recently the person must have signed in there.
  await db.schema
    .alterTable('provider_visits')
    .addColumn('step_up', column.integer, (c) => c.notNull().defaultTo(0))
    .execute();
}
