import { beforeEach, afterEach, expect, test } from 'vitest';
import { limits } from '../src/server/auth/rate-limits.ts';
import { touchListing } from '../src/server/features/members/members.service.ts';
import { realLimits, startTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { migratedAt } from './support/database.ts';
import { bearer, browserOf, createPerson, createProject, createTeam, tokenOf } from './support/factories.ts';

const hour = 3600;
const day = 24 * hour;
let muster: TestApp;
beforeEach(async () => {
  muster = await startTestApp({ env: realLimits });
});
afterEach(() => muster[Symbol.asyncDispose]());

/** The clean-up that the service runs every minute. */
const cleanUp = () => muster.services.runExpiry();
const requestLink = (email: string) => muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email } });
const exchange = () =>
  muster.call({ method: 'POST', url: '/api/token', payload: { username: 'x-nobody', password: 'guess' } });

test('sessions and tokens survive clock jumps in both directions', async () => {
  const person = await createPerson(muster);
  const credentials = [await browserOf(muster, person), bearer(await tokenOf(muster, person))];
  for (const jump of [day, -hour, -day, day]) {
    muster.clock.advance(jump);
    await cleanUp();
    await muster.services.authenticator.flush();
    for (const headers of credentials) expect((await muster.call({ url: '/api/me', headers })).statusCode).toBe(200);
  }
});

test('a fresh sign-in does not stay fresh when the clock goes back', async () => {
  const headers = await browserOf(muster, await createPerson(muster));
  const ask = async () => {
    const answer = await muster.call({ method: 'POST', url: '/api/me/passkeys/challenge', headers });
    return [answer.statusCode, answer.json().code];
  };
  expect(await ask()).toEqual([200, undefined]);
  muster.clock.advance(-hour);
  expect(await ask()).toEqual([403, 'sign_in_again']);
});

test('a used-up rate limit does not last longer when the clock goes back', async () => {
  for (let i = 0; i < limits.token.max; i += 1) expect((await exchange()).statusCode).toBe(401);
  expect((await exchange()).statusCode).toBe(429);
  muster.clock.advance(-hour);
  expect((await exchange()).statusCode).toBe(401);
  muster.clock.advance(day);
  expect((await exchange()).statusCode).toBe(401);
});

test('rate limits counted in memory also recover when the clock goes back', async () => {
  const headers = bearer(await tokenOf(muster, await createPerson(muster)));
  const ask = async () => (await muster.app.inject({ url: '/api/me', headers })).statusCode;
  let status = 200;
  for (let i = 0; i <= limits.general.max && status === 200; i += 1) status = await ask();
  expect(status).toBe(429);
  muster.clock.advance(-hour);
  expect(await ask()).toBe(200);
});

test('the listing shows a change by another process even when the clock goes back', async () => {
  const pid = await createProject(muster);
  await createTeam(muster, pid, { tid: 'a', name: 'Before' });
  const shown = async () => (await muster.call(`/members/${pid}`)).json().data[0].name;
  expect(await shown()).toBe('Before');
  muster.clock.advance(-hour);
  await using elsewhere = await migratedAt(muster.place);
  await elsewhere.db.transaction(async (trx) => {
    await trx.updateTable('teams').set({ name: 'After' }).where('pid', '=', pid).execute();
    await touchListing(trx, pid);
  });
  expect(await shown()).toBe('After');
});

test('waiting mail is sent exactly once after clock jumps in both directions', async () => {
  await requestLink('back@example.org');
  muster.clock.advance(-hour);
  expect((await muster.deliver()).map(({ to }) => to)).toEqual(['back@example.org']);
  const lasting = { to: 'ahead@example.org', subject: 'Hello', text: 'Hello' };
  await muster.db.transaction((trx) => muster.services.mailQueue.add(trx, 'ahead', { ...lasting, for: null }));
  await requestLink('expired@example.org');
  muster.clock.advance(day);
  expect(await muster.deliver()).toEqual([lasting]);
  muster.clock.advance(-day);
  expect(await muster.deliver()).toEqual([]);
});

test('a mail retry waits at most an hour, even when the clock goes back', async () => {
  await requestLink('again@example.org');
  const failedOnce = { attempts: 1, last_error: 'ECONNREFUSED' };
  const due_at = new Date(muster.clock.now().getTime() + hour * 1000).toISOString();
  await muster.db.transaction((trx) =>
    trx
      .updateTable('outbox')
      .set({ ...failedOnce, due_at })
      .execute(),
  );
  expect(await muster.deliver()).toEqual([]);
  muster.clock.advance(-day);
  expect((await muster.deliver()).map(({ to }) => to)).toEqual(['again@example.org']);
  expect(await muster.deliver()).toEqual([]);
});

test('a link that expires by a clock jump is rejected, and a new one works', async () => {
  const tokenFor = async (email: string) => {
    await requestLink(email);
    return /#token=(\w+)/.exec((await muster.deliver())[0]?.text ?? '')?.[1];
  };
  const signIn = async (token: string | undefined) =>
    (await muster.call({ method: 'POST', url: '/api/sign-in', payload: { token, confirmed: true } })).statusCode;
  const early = await tokenFor('ada@example.org');
  muster.clock.advance(day);
  expect(await signIn(early)).toBe(401);
  const late = await tokenFor('ada@example.org');
  muster.clock.advance(-hour);
  expect(await signIn(late)).toBe(200);
});
