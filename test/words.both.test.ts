import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrationContext } from '../src/server/db/columns.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { words } from '../src/server/db/migrations/0008_words.ts';
import type { Db } from '../src/server/db/db.ts';
import { digestOf } from '../src/server/db/transfer.ts';
import { insertWords } from '../src/server/db/words.ts';
import { sortKey } from '../src/server/lib/text.ts';
import { emptyDatabase, migratedAt } from './support/database.ts';

const at = '2026-01-01T00:00:00.000Z';
const names = [
  'Ada',
  'Ada Ada Adam',
  'Zoë O’Brien-Müller 3rd',
  '王小明',
  '溫美玲Mei-Ling Wen',
  '김민',
  'ジョン・スミス',
  'สมชาย',
  '🎉 Ann',
  '%',
  Array.from('abcdefghijklmnopqrstuvwxyz').join(' '),
];

async function createNamed(db: Db): Promise<void> {
  const rows = names.map((name, i) => ({
    uid: `u${String(i).padStart(2, '0')}`,
    email: `u${i}@example.org`,
    name,
    sort_key: sortKey(name),
    listing: 'public' as const,
    created_at: at,
  }));
  await db.transaction(async (trx) => {
    await trx.insertInto('people').values(rows).execute();
    await insertWords(trx, rows);
  });
}

const wordsOf = async (db: Db) =>
  (
    await sql<{ uid: string; word: string; repeats: number }>`
      select uid, word, repeats from person_words where uid < 'u10' order by uid, word`.execute(db.read)
  ).rows.map(({ uid, word, repeats }) => `${uid} ${repeats} ${word.normalize('NFC').replace('\t', '|')}`);

test('the words migration still writes what it wrote at its release, and the next one what the search expects', async () => {
  await using place = await emptyDatabase();
  const { db } = await migratedAt(place);
  await createNamed(db);
  const now = await digestOf(db.read, 'person_words');
  await db.transaction(async (trx) => {
    await sql`drop table person_words`.execute(trx);
    await sql`drop index audit_private_reads`.execute(trx);
    await sql`delete from schema_migrations where name = '0009_lookups'`.execute(trx);
    await words(migrationContext(trx, db.engine));
  });
  expect(await wordsOf(db)).toEqual([
    'u01 7 ada adam',
    'u01 3 adam',
    'u02 0 3rd',
    'u02 0 brien-muller 3rd',
    'u02 0 muller 3rd',
    'u02 0 o’brien-muller 3rd',
    'u03 0 小明',
    'u03 0 明',
    'u04 0 ling wen',
    'u04 0 mei-ling wen',
    'u04 0 wen',
    'u04 0 玲mei-ling wen',
    'u04 0 美玲mei-ling wen',
    'u05 0 민',
    'u06 1 ス',
    'u06 0 スミス',
    'u06 0 ミス',
    'u06 0 ョン・スミス',
    'u06 0 ン・スミス',
    'u06 0 ・スミス',
    'u07 0 ชาย',
    'u07 0 มชาย',
    'u07 0 ย',
    'u07 0 าย',
    'u08 0 ann',
  ]);
  expect((await digestOf(db.read, 'person_words')).rows).toBe(45);
  expect(await migrate(db, at)).toEqual(['0009_lookups']);
  expect(await digestOf(db.read, 'person_words')).toEqual(now);
  expect((await wordsOf(db)).slice(0, 8)).toEqual([
    'u00 0 ada',
    'u01 0 ada ada adam',
    'u01 7 ada adam| ada',
    'u01 3 adam| ada ada',
    'u02 0 3rd| zoe o brien muller',
    'u02 0 brien muller 3rd| zoe o',
    'u02 0 muller 3rd| zoe o brien',
    'u02 0 o brien muller 3rd| zoe',
  ]);
  await db.close();
});
