import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

const batch = 2000;
const rowsAtOnce = 3000;

/**
 * Index of the further words of names; the first is covered by the index on names. Queries need the key only, so on
 * SQLite the table has no rowid.
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
  await fillWords(db, 'person_words', furtherWords);
  await db.schema.createIndex('person_words_by_person').on('person_words').column('uid').execute();
}

type Word = { word: string; repeats: number };

/** The splitting rule is the migration's own copy: the application's may change later. */
export async function fillWords(
  db: MigrationContext['db'],
  table: string,
  wordsOf: (sortKey: string) => Word[],
): Promise<void> {
  for (let last = ''; ;) {
    const { rows } = await sql<{ uid: string; sort_key: string }>`
      select uid, sort_key from people where uid > ${last} order by uid limit ${batch}`.execute(db);
    const values = rows.flatMap(({ uid, sort_key }) =>
      wordsOf(sort_key).map(({ word, repeats }) => sql`(${word}, ${uid}, ${repeats})`),
    );
    for (let start = 0; start < values.length; start += rowsAtOnce) {
      const some = sql.join(values.slice(start, start + rowsAtOnce));
      await sql`insert into ${sql.table(table)} (word, uid, repeats) values ${some}`.execute(db);
    }
    if (rows.length < batch) return;
    last = rows.at(-1)?.uid ?? '';
  }
}

const unspaced = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const spaced = String.raw`[[\p{L}\p{N}]--${unspaced}]`;
const restOfSyllable = String.raw`[\u1160-\u11ff\ud7b0-\ud7ff]`;
const beginning = new RegExp(`(?<!${spaced})${spaced}|[${unspaced}--${restOfSyllable}]`, 'gv');

/** The sort key from its second, third... word on, with the length of the prefix shared with an earlier one. */
function furtherWords(sortKey: string): Word[] {
  const starts = Array.from(sortKey.matchAll(beginning), ({ index }) => index).filter((index) => index > 0);
  const found = starts.slice(0, 20).map((index) => sortKey.slice(index));
  return found.map((word, place) => ({
    word,
    repeats: Math.max(...[sortKey, ...found.slice(0, place)].map((earlier) => sharedLength(earlier, word))),
  }));
}

export function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a[length] === b[length]) length += 1;
  return length;
}
