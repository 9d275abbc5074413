import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, tokenOf } from '../../../../test/support/factories.ts';
import { readPackage } from '../../lib/package.ts';

const muster = useApp();

const ask = async (administrator: boolean) => {
  const headers = bearer(await tokenOf(muster, await createPerson(muster, { administrator })));
  return muster.call({ url: '/api/admin/health', headers });
};

test('only administrators can read the state of the service', async () => {
  expect((await muster.call('/api/admin/health')).statusCode).toBe(401);
  const refused = await ask(false);
  expect({ status: refused.statusCode, code: refused.json().code }).toEqual({ status: 403, code: 'forbidden' });
});

test('an administrator reads the version, waiting and failed jobs, without addresses', async () => {
  const quiet = (await ask(true)).json();
  expect(quiet).toEqual({
    version: readPackage().version,
    database: muster.config.databaseUrl === undefined ? 'sqlite' : 'postgresql',
    mail: 'files',
    jobs: { waiting: 0, dead: 0 },
    failures: [],
    chores: [
      'token-endings',
      'checklists',
      'skills',
      'new-tasks',
      'places',
      'attendance',
      'hand-outs',
      'chat',
      'form-notices',
      'notices',
      'changes',
      'groups',
      'retention',
    ].map((name) => expect.objectContaining({ name, running: false, failures: 0, reason: null })),
  });
  for (const email of ['later@example.org', 'never@example.org', 'fresh@example.org']) {
    await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email } });
    muster.clock.advance(1);
  }
  const jobs = await muster.db.read.selectFrom('outbox').select(['id', 'created_at']).orderBy('id').execute();
  const [later, never] = jobs;
  if (later === undefined || never === undefined) throw new Error('three jobs wait');
  const due_at = '2026-07-01T00:00:00.000Z';
  await muster.db.transaction(async (trx) => {
    const failed = (id: string) => trx.updateTable('outbox').where('id', '=', id);
    await failed(later.id).set({ attempts: 2, last_error: 'ECONNREFUSED', due_at }).execute();
    await failed(never.id).set({ attempts: 30, last_error: 'EENVELOPE', dead_at: due_at }).execute();
  });
  const response = await ask(true);
  expect(response.json()).toEqual({
    ...quiet,
    chores: expect.any(Array),
    jobs: { waiting: 2, dead: 1 },
    failures: [
      { kind: 'mail', attempts: 30, reason: 'EENVELOPE', created_at: never.created_at, next_at: null },
      { kind: 'mail', attempts: 2, reason: 'ECONNREFUSED', created_at: later.created_at, next_at: due_at },
    ],
  });
  expect(response.body).not.toContain('@example.org');
});
