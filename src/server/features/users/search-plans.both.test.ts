import { CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { planOf } from '../../../../test/support/query-plan.ts';
import { migrate } from '../../db/migrate.ts';
import { digestOf } from '../../db/transfer.ts';
import { insertWords } from '../../db/words.ts';
import { selectUsers } from './users.queries.ts';

const muster = useApp();

/** Every other name has its number first. */
async function createMany(): Promise<void> {
  const at = muster.clock.now().toISOString();
  const row = (i: number) => {
    const number = String(i).padStart(6, '0');
    return {
      uid: `many${i}`,
      email: `many-${i}@example.org`,
      name: `Many ${i}`,
      sort_key: i % 2 === 0 ? `many ${number}` : `${number} many`,
      listing: 'public' as const,
      suspended_at: i % 5000 === 0 ? at : null,
      created_at: at,
    };
  };
  for (let i = 0; i < 20_000; i += 500) {
    const rows = Array.from({ length: 500 }, (_, j) => row(i + j));
    await muster.db.transaction(async (trx) => {
      await trx.insertInto('people').values(rows).execute();
      await insertWords(trx, rows);
    });
  }
  await muster.db.transaction((trx) => trx.executeQuery(CompiledQuery.raw('analyze')));
}

test('with many people the search and every page use index ranges, not a scan', async () => {
  await createMany();
  const { read } = muster.db;
  const everybody = { prefix: '', words: undefined, suspended: false, limit: 50, after: undefined } as const;
  const byName = /SEARCH people USING INDEX people_by_name|Index Scan using people_by_name/;
  const byWord = /SEARCH person_words USING PRIMARY KEY|Index (Only )?Scan using person_words_pkey/;
  const walk = /SCAN (people|person_words)(?! USING INDEX people_suspended)|Seq Scan/;
  const sorting = /TEMP B-TREE|Sort Key/;
  const nextPage = { ...everybody, after: { key: 'many 019900', uid: 'x' } } as const;
  for (const [selection, range] of [
    [everybody, 'people_by_name'],
    [nextPage, muster.db.engine === 'sqlite' ? '(sort_key,uid)>(?,?)' : 'people_by_name'],
  ] as const) {
    const plan = await planOf(muster.db, selectUsers(read, selection));
    expect(plan).toMatch(byName);
    expect(plan).not.toMatch(walk);
    expect(plan).not.toMatch(sorting);
    expect(plan).toContain(range);
  }
  const found = { ...everybody, words: { pieces: ['many'], lead: 'many' } };
  const later = { ...found, after: { key: 'many 000500', uid: 'x' } } as const;
  const several = { ...found, words: { pieces: ['m', '0199', 'x'], lead: '0199' } };
  for (const selection of [found, later, { ...found, suspended: undefined }]) {
    const plan = await planOf(muster.db, selectUsers(read, selection));
    expect(plan).toMatch(byWord);
    expect(plan).not.toMatch(walk);
    expect(plan).not.toMatch(sorting);
  }
  // For a rare word PostgreSQL may collect the few rows in a bitmap and sort them.
  const rare = await planOf(muster.db, selectUsers(read, several));
  expect(rare).toMatch(/SEARCH person_words USING PRIMARY KEY|Scan (using|on) person_words_pkey/);
  expect(rare).not.toMatch(walk);
  for (const selection of [everybody, found]) {
    const plan = await planOf(muster.db, selectUsers(read, { ...selection, suspended: true }));
    expect(plan).toMatch(/(SCAN|SEARCH) people USING INDEX people_suspended|Index Scan using people_suspended/);
    expect(plan).not.toMatch(walk);
  }
  // Somebody who sees only the people of their projects gets them without a walk over all others.
  for (const selection of [everybody, nextPage, found, several]) {
    const plan = await planOf(muster.db, selectUsers(read, { ...selection, viewer: { uid: 'ada', knownOnly: true } }));
    expect(plan).not.toMatch(/SCAN people|SEARCH people USING INDEX people_by_name|Seq Scan on people/);
  }
});

test('people created before the word search are found by words after an upgrade', async () => {
  const { db } = muster;
  const before = await digestOf(db.read, 'person_words');
  expect(before.rows).toBeGreaterThan(20_000);
  await db.transaction(async (trx) => {
    await sql`drop table person_words`.execute(trx);
    await sql`drop index audit_private_reads`.execute(trx);
    await sql`delete from schema_migrations where name in ('0008_words', '0009_lookups')`.execute(trx);
  });
  expect(await migrate(db, muster.clock.now().toISOString())).toEqual(['0008_words', '0009_lookups']);
  expect(await digestOf(db.read, 'person_words')).toEqual(before);
});
