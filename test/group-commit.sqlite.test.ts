import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../src/server/db/db.ts';
import { migratedDb } from './support/database.ts';
import type { TestDb } from './support/database.ts';

/** One row a transaction; `fails` says of which of them something else goes wrong afterwards. */
const write = (db: Db, key: string, fails = false, filler = '') =>
  db.transaction(async (trx) => {
    await trx
      .insertInto('rate_limits')
      .values({ key: key + filler, count: 1, ends_at: '2030-01-01T00:00:00.000Z' })
      .execute();
    if (fails) throw new Error('on purpose');
  });

/** What somebody else sees in the file. */
function onDisk({ place }: TestDb): string[] {
  using file = new DatabaseSync(join(place.folder, 'muster.db'), { readOnly: true });
  return file
    .prepare('select key from rate_limits order by key')
    .all()
    .map(({ key }) => String(key).slice(0, 2));
}

const keys = Array.from({ length: 20 }, (_, i) => String(i).padStart(2, '0'));

test('transactions that come together are on disk together, each before it is told', async () => {
  await using place = await migratedDb('sqlite');
  const together: number[] = [];
  await Promise.all(
    keys.map(async (key) => {
      await write(place.db, key);
      const there = onDisk(place);
      expect(there).toContain(key);
      together.push(there.length);
    }),
  );
  // On a busy machine they may be more than one commit, but never one for each.
  expect(together[0]).toBeGreaterThan(1);
  expect(onDisk(place)).toEqual(keys);
});

test('each fails for itself, also the first and the last', async () => {
  await using place = await migratedDb('sqlite');
  const failing = new Set(['00', '07', '08', '19']);
  const results = await Promise.allSettled(keys.map((key) => write(place.db, key, failing.has(key))));
  expect(results.map(({ status }) => status === 'rejected')).toEqual(keys.map((key) => failing.has(key)));
  expect(onDisk(place)).toEqual(keys.filter((key) => !failing.has(key)));
});

test('when all of them fail nothing is left, and the next one is written', async () => {
  await using place = await migratedDb('sqlite');
  const results = await Promise.allSettled(keys.map((key) => write(place.db, key, true)));
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  await write(place.db, '42');
  expect(onDisk(place)).toEqual(['42']);
});

test('when there is no room in the midst of it, exactly those are there who were told so', async () => {
  await using place = await migratedDb('sqlite');
  const { db } = place;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db.read);
  await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + 8))}`.execute(db.handle.write);
  const big = 'x'.repeat(3000);
  const results = await Promise.allSettled(keys.map((key) => write(db, key, false, big)));
  const told = keys.filter((_, i) => results[i]?.status === 'fulfilled');
  expect(told.length).toBeLessThan(keys.length);
  expect(onDisk(place)).toEqual(told);
  await sql`pragma max_page_count = 1000000`.execute(db.handle.write);
  await write(db, '42');
  expect(onDisk(place)).toContain('42');
});

test('a statement outside a transaction finds none open', async () => {
  await using place = await migratedDb('sqlite');
  const writing = keys.map((key) => write(place.db, key));
  await sql`pragma wal_checkpoint(truncate)`.execute(place.db.handle.write);
  expect(onDisk(place)).toEqual(keys);
  await Promise.all(writing);
});
