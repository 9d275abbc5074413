import { expect, test } from 'vitest';
import { projectRoleQueries } from '../src/server/auth/auth.queries.ts';
import type { Db } from '../src/server/db/db.ts';
import { waitingForms } from '../src/server/features/forms/answers/waiting.queries.ts';
import { ownPlaces } from '../src/server/features/me/me.queries.ts';
import { startTestApp } from './support/app.ts';
import { emptyDatabase, migratedAt } from './support/database.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from './support/factories.ts';

/** Groups of prepared reads: in each group the same query with different values. */
function readsFor(db: Db, pids: readonly string[], uids: readonly string[]): (() => Promise<unknown>)[][] {
  const projectRole = projectRoleQueries(db);
  const own = ownPlaces(db);
  const missing = waitingForms(db);
  const pairs = pids.flatMap((pid) => uids.map((uid) => ({ pid, uid })));
  const times = ['2020-01-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
  return [
    pairs.flatMap(({ pid, uid }) =>
      ['one', 'two', ''].map((tid) => () => projectRole.projectAndTeam({ pid, tid, uid })),
    ),
    pairs.flatMap((pair) => times.map((now) => () => projectRole.roles({ ...pair, now }))),
    uids.flatMap((uid) => times.map((now) => () => own.teams({ uid, now }))),
    uids.flatMap((uid) => times.map((now) => () => own.owned({ uid, now }))),
    uids.map((uid) => () => own.privateData({ uid })),
    uids.flatMap((uid) => times.map((now) => () => missing({ uid, now, today: now.slice(0, 10) }))),
  ];
}

test('prepared reads that run at the same time return what each returns alone, in the same order', async () => {
  await using muster = await startTestApp();
  const people = await Promise.all(Array.from({ length: 9 }, () => createPerson(muster)));
  const pids = [
    await createProject(muster, { owners: people.slice(0, 2) }),
    await createProject(muster, { owners: people.slice(1, 4) }),
  ];
  for (const pid of pids) {
    await createTeam(muster, pid, { tid: 'one', members: people.slice(1, 6), chiefs: people.slice(0, 1) });
    await createTeam(muster, pid, { tid: 'two', members: people.slice(3, 8) });
    const headers = bearer(await tokenOf(muster, people[1] ?? { uid: '' }));
    const row = { pid, uid: people[8]?.uid ?? '', message: '', language: 'en', created_at: '2026-01-01T00:00:00.000Z' };
    const applications = ['one', 'two'].map((tid) => ({ ...row, tid, expires_at: '2027-01-01T00:00:00.000Z' }));
    await muster.db.transaction((trx) => trx.insertInto('applications').values(applications).execute());
    const question = { key: 'why', label: 'Why', type: 'text' };
    for (const [form, dates] of [
      ['always', {}],
      ['past', { closes_at: '2025-01-01T00:00:00.000Z' }],
      ['coming', { opens_at: '2098-01-01T00:00:00.000Z' }],
    ] as const) {
      const payload = { form, kind: 'custom', title: form, enabled: true, fields: [question], ...dates };
      const made = await muster.app.inject({ method: 'POST', url: `/api/projects/${pid}/forms`, headers, payload });
      expect(made.statusCode).toBe(201);
    }
  }
  const uids = [...people.map(({ uid }) => uid), 'nobody'];
  let rows = 0;
  for (const reads of readsFor(muster.db, [...pids, 'nowhere'], uids)) {
    const alone: unknown[] = [];
    for (const read of reads) alone.push(await read());
    expect(await Promise.all(reads.map((read) => read()))).toEqual(alone);
    rows += alone.flat().length;
  }
  expect(rows).toBeGreaterThan(100);
});

test('a prepared read after the database was closed fails', async () => {
  await using place = await emptyDatabase();
  const { db } = await migratedAt(place);
  const { privateData: read } = ownPlaces(db);
  expect(await read({ uid: 'nobody' })).toEqual([]);
  await db.close();
  await expect(read({ uid: 'nobody' })).rejects.toThrow(/closed|not open|finalized/);
});
