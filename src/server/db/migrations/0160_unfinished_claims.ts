import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * Lines of drafts keep what has been entered so far: without a date, a purpose or an amount. `amount_text`: what was typed as
 * the amount as long as it is none. `claims.note`: what will be sent with the claim.
 */
export async function unfinishedClaims(context: MigrationContext): Promise<void> {
  const { db, engine, column } = context;
  await db.schema
    .alterTable('claims')
    .addColumn('note', column.text, (c) => c.notNull().defaultTo(''))
    .execute();
  if (engine === 'sqlite') return rebuildLines(context);
  await db.schema
    .alterTable('claim_lines')
    .addColumn('amount_text', column.text, (c) => c.notNull().defaultTo(''))
    .alterColumn('date', (c) => c.dropNotNull())
    .alterColumn('amount', (c) => c.dropNotNull())
    .execute();
}

/** SQLite cannot change a constraint of an existing table. */
async function rebuildLines({ db, table, column }: MigrationContext): Promise<void> {
  await table('claim_lines_next')
    .addColumn('claim_id', column.text, (c) => c.notNull().references('claims.id').onDelete('cascade'))
    .addColumn('position', column.integer, (c) => c.notNull())
    .addColumn('date', column.date)
    .addColumn('what', column.text, (c) => c.notNull())
    .addColumn('amount', column.integer, (c) => c.check(sql`amount > 0`))
    .addColumn('file_id', column.text, (c) => c.references('claim_files.id').onDelete('set null'))
    .addColumn('amount_text', column.text, (c) => c.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('claim_lines_key', ['claim_id', 'position'])
    .execute();
  const columns = sql.raw('claim_id, position, date, what, amount, file_id');
  await sql`insert into claim_lines_next (${columns}) select ${columns} from claim_lines`.execute(db);
  await db.schema.dropTable('claim_lines').execute();
  await db.schema.alterTable('claim_lines_next').renameTo('claim_lines').execute();
  await db.schema.createIndex('claim_lines_by_file').on('claim_lines').column('file_id').execute();
}
