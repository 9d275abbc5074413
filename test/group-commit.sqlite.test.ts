import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../src/server/db/db.ts';
import { migratedDb } from './support/database.ts';
import type { TestDb } from './support/database.ts';

/** Inserts one row in a transaction of its own, which then fails if asked to. */
const write = (db: Db, key: string, fails = false, filler = '') =>
  db.transaction(async (trx) => {
    await trx
      .insertInto('rate_limits')
      .values({ key: key + filler, count: 1, ends_at: '2030-01-01T00:00:00.000Z' })
      .execute();
    if (fails) throw new Error('on purpose');
  });

/** What another connection sees in the file. */
function onDisk({ place }: TestDb): string[] {
  using file = new DatabaseSync(join(place.folder, 'muster.db'), { readOnly: true });
  return file
    .prepare('select key from rate_limits order by key')
    .all()
    .map(({ key }) => String(key).slice(0, 2));
}

const keys = Array.from({ length: 20 }, (_, i) => String(i).padStart(2, '0'));

test('concurrent transactions are committed together, and none resolves before its commit', async () => {
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
  // On a busy machine there may be several commits, but not one per transaction.
  expect(together[0]).toBeGreaterThan(1);
  expect(onDisk(place)).toEqual(keys);
});

test('a failing transaction rolls back alone, also the first and the last of a group', async () => {
  await using place = await migratedDb('sqlite');
  const failing = new Set(['00', '07', '08', '19']);
  const results = await Promise.allSettled(keys.map((key) => write(place.db, key, failing.has(key))));
  expect(results.map(({ status }) => status === 'rejected')).toEqual(keys.map((key) => failing.has(key)));
  expect(onDisk(place)).toEqual(keys.filter((key) => !failing.has(key)));
});

test('when all of them fail nothing is written, and the next one succeeds', async () => {
  await using place = await migratedDb('sqlite');
  const results = await Promise.allSettled(keys.map((key) => write(place.db, key, true)));
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  await write(place.db, '42');
  expect(onDisk(place)).toEqual(['42']);
});

test('when the disk is full in the middle of a group, exactly those are written that resolved', async () => {
  await using place = await migratedDb('sqlite');
  const { db } = place;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db.read);
  await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + 8))}`.execute(db.handle.write);
  const big = 'x'.repeat(3000);
  const results = await Promise.allSettled(keys.map((key) => write(db, key, false, big)));
  const resolved = keys.filter((_, i) => results[i]?.status === 'fulfilled');
  expect(resolved.length).toBeLessThan(keys.length);
  expect(onDisk(place)).toEqual(resolved);
  await sql`pragma max_page_count = 1000000`.execute(db.handle.write);
  await write(db, '42');
  expect(onDisk(place)).toContain('42');
});

test('a statement outside a transaction runs after the open group was committed', async () => {
  await using place = await migratedDb('sqlite');
  const writing = keys.map((key) => write(place.db, key));
  await sql`pragma wal_checkpoint(truncate)`.execute(place.db.handle.write);
  expect(onDisk(place)).toEqual(keys);
  await Promise.all(writing);
});
