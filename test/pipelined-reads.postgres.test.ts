import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import { bearer, createPerson, tokenOf } from './support/factories.ts';

const callers = 20;

async function startWithCallers() {
  const muster = await startTestApp();
  const people = await Promise.all(
    Array.from({ length: callers }, async () => {
      const person = await createPerson(muster);
      return { uid: person.uid, headers: bearer(await tokenOf(muster, person)) };
    }),
  );
  const askAll = (times: number) =>
    Promise.all(
      Array.from({ length: times * callers }, async (_, i) => {
        const { uid, headers } = people[i % callers] ?? { uid: '', headers: {} };
        const answer = await muster.app.inject({ url: '/api/me', headers });
        return { status: answer.statusCode, isOwn: answer.json().uid === uid };
      }),
    );
  const operator = new pg.Client(muster.place.databaseUrl);
  await operator.connect();
  return {
    askAll,
    connections: async (what: string) =>
      (
        await operator.query(
          `select ${what} from pg_stat_activity where application_name = 'muster' and datname = current_database()`,
        )
      ).rows.length,
    [Symbol.asyncDispose]: async () => {
      await operator.end();
      await muster[Symbol.asyncDispose]();
    },
  };
}

test('concurrent reads share a few connections, and each caller gets their own result', async () => {
  await using site = await startWithCallers();
  expect(await site.askAll(1)).toEqual(Array.from({ length: callers }, () => ({ status: 200, isOwn: true })));
  const before = await site.connections('pid');
  expect(await site.askAll(20)).toEqual(Array.from({ length: 20 * callers }, () => ({ status: 200, isOwn: true })));
  expect(await site.connections('pid')).toBeLessThanOrEqual(before + 3);
});

test('when connections break during reads, nobody gets the result of another read or a 500', async () => {
  await using site = await startWithCallers();
  for (let round = 0; round < 5; round += 1) {
    const asked = site.askAll(10);
    await site.connections('pg_terminate_backend(pid)');
    for (const { status, isOwn } of await asked)
      expect([status, isOwn]).toEqual(status === 200 ? [200, true] : [503, false]);
  }
  expect(await site.askAll(1)).toEqual(Array.from({ length: callers }, () => ({ status: 200, isOwn: true })));
});
