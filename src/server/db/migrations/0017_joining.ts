import type { MigrationContext } from '../columns.ts';

export async function joining(context: MigrationContext): Promise<void> {
  await signInCodes(context);
}

async function signInCodes({ db, column }: MigrationContext): Promise<void> {
  const links = () => db.schema.alterTable('sign_in_links');
  // Hash of the code together with the secret of the browser, so that the database alone does not give it away.
  await links().addColumn('code_hash', column.text).execute();
  await links()
    .addColumn('code_attempts', column.integer, (c) => c.notNull().defaultTo(0))
    .execute();
  // The page that the person wanted: the link may be opened in another browser than the one that requested it.
  await links().addColumn('next_path', column.text).execute();
  await db.schema
    .createIndex('sign_in_links_by_browser')
    .on('sign_in_links')
    .columns(['browser_hash', 'created_at'])
    .execute();
}
