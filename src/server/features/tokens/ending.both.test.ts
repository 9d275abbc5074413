import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { browserOf } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});

const inDays = (days: number) => new Date(muster.clock.now().getTime() + days * 86_400_000).toISOString();
const run = () =>
  muster.services.jobList.find(({ name }) => name === 'token-endings')?.run(new AbortController().signal);
const endings = (uid: string) =>
  muster.db.read
    .selectFrom('notices')
    .select(['kind', 'subject', 'occasion', 'detail'])
    .where('uid', '=', uid)
    .where('kind', 'in', ['token.ending', 'service_account.ending'])
    .orderBy('id')
    .execute();

async function createToken(more: object): Promise<string> {
  const headers = await browserOf(muster, crew.member);
  const url = '/api/me/exchange-credentials';
  const { username, password } = (await muster.call({ method: 'POST', url, headers })).json();
  await muster.call({ method: 'POST', url: '/api/token', payload: { username, password, ...more } });
  const [token] = (await muster.call({ url: '/api/me/tokens', headers })).json().data;
  return token.id;
}

/** Runs the job twice a day. */
async function pass(days: number): Promise<void> {
  for (let half = 0; half < days * 2; half += 1) {
    muster.clock.advance(12 * 3600);
    await run();
  }
}

test('the person is notified 14 and 3 days before a token ends, once each, with its name', async () => {
  const id = await createToken({ name: 'staff page', expires_in_days: 30 });
  await pass(15);
  expect(await endings(crew.member.uid)).toEqual([]);
  await pass(2);
  expect((await endings(crew.member.uid)).map(({ occasion }) => occasion)).toEqual(['14 days']);
  await pass(12);
  const found = await endings(crew.member.uid);
  expect(found.map(({ kind, subject, occasion }) => [kind, subject, occasion])).toEqual([
    ['token.ending', id, '14 days'],
    ['token.ending', id, '3 days'],
  ]);
  expect(JSON.parse(found[0]?.detail ?? '')).toMatchObject({ what: 'staff page' });
});

test('a token without a name is named by its first characters; a short one, a revoked one and a renewed one cause nothing', async () => {
  await createToken({ expires_in_days: 3 });
  const revoked = await createToken({ expires_in_days: 20 });
  const renewed = await createToken({ expires_in_days: 20 });
  const headers = await browserOf(muster, crew.member);
  await muster.call({ method: 'DELETE', url: `/api/me/tokens/${revoked}`, headers });
  await muster.call({ method: 'POST', url: `/api/me/tokens/${renewed}/renewal`, headers });
  const unnamed = await createToken({ expires_in_days: 7 });
  await pass(5);
  const found = await endings(crew.member.uid);
  expect(found.map(({ subject, occasion }) => [subject, occasion])).toEqual([[unnamed, '3 days']]);
  expect(JSON.parse(found[0]?.detail ?? '').what).toMatch(/^mst_/);
});

test('all owners are notified before a service account ends, again after a renewal, and not while the project is archived', async () => {
  const { owner, pid } = crew;
  const headers = await browserOf(muster, owner);
  const url = `/api/projects/${pid}/service-accounts`;
  const payload = { name: 'Sync', scopes: ['tasks:read'], ends_at: inDays(5) };
  const { id } = (await muster.call({ method: 'POST', url, headers, payload })).json();
  await pass(3);
  const occasions = async () => (await endings(owner.uid)).map(({ kind, subject }) => [kind, subject]);
  expect(await occasions()).toEqual([['service_account.ending', id]]);
  expect(await endings(crew.chief.uid)).toEqual([]);
  const again = { method: 'POST', url: `${url}/${id}/renewal`, headers: await browserOf(muster, owner) } as const;
  expect((await muster.call({ ...again, payload: { ends_at: inDays(4) } })).statusCode).toBe(201);
  await pass(2);
  expect(await occasions()).toHaveLength(2);
  const last = { ...again, headers: await browserOf(muster, owner), payload: { ends_at: inDays(4) } };
  expect((await muster.call(last)).statusCode).toBe(201);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ state: 'archived' }).where('pid', '=', pid).execute(),
  );
  await pass(2);
  expect(await occasions()).toHaveLength(2);
});
