import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';
import { insertWords } from '../words.ts';

const batch = 2000;

/**
 * Where a name can be looked up apart from its beginning, which the index of names knows. Its key is all that is asked
 * of it, so on SQLite the key is the table.
 */
export async function words({ db, column, engine }: MigrationContext): Promise<void> {
  await db.schema
    .createTable('person_words')
    .addColumn('word', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('repeats', column.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('person_words_pkey', ['word', 'uid'])
    .$call((table) => (engine === 'sqlite' ? table.modifyEnd(sql`strict, without rowid`) : table))
    .execute();
  await fill(db);
  await db.schema.createIndex('person_words_by_person').on('person_words').column('uid').execute();
}

async function fill(db: MigrationContext['db']): Promise<void> {
  for (let last = ''; ;) {
    const { rows } = await sql<{ uid: string; sort_key: string }>`
      select uid, sort_key from people where uid > ${last} order by uid limit ${batch}`.execute(db);
    await insertWords(db, rows);
    if (rows.length < batch) return;
    last = rows.at(-1)?.uid ?? '';
  }
}
