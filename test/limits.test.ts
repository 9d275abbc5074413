import { expect, test } from 'vitest';
import { limits, personKey } from '../src/server/auth/rate-limits.ts';
import { realLimits, startTestApp, useApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { bearer, createPerson, createTask, tokenOf } from './support/factories.ts';
import { createCrew } from './support/world.ts';

const muster = useApp({ env: realLimits });

type Limited = { statusCode: number; headers: Record<string, unknown>; json: () => { code?: string } };

function expectTooMany(response: Limited, name: string, { max, seconds }: { max: number; seconds: number }): void {
  expect(response.statusCode).toBe(429);
  expect(response.json().code).toBe('too_many_requests');
  expect(response.headers['retry-after']).toBe(String(seconds));
  expect(response.headers['ratelimit-policy']).toBe(`"${name}";q=${max};w=${seconds}`);
  expect(response.headers['ratelimit']).toBe(`"${name}";r=0;t=${seconds}`);
}

const exchange = (remoteAddress: string, app = muster) =>
  app.call({
    method: 'POST',
    url: '/api/token',
    payload: { username: 'x-nobody', password: 'guess' },
    remoteAddress,
  });

const countedAlready = (key: string, count: number) =>
  muster.db.transaction((trx) => trx.updateTable('rate_limits').set({ count }).where('key', '=', key).execute());

test('the exchange of credentials is limited by address across processes, and starts again after a minute', async () => {
  await using other = await startTestApp({ place: muster.place, clock: muster.clock, env: realLimits });
  const first = await exchange('10.0.0.1');
  expect(first.statusCode).toBe(401);
  expect(first.headers['ratelimit-policy']).toBe('"token";q=60;w=60');
  expect(first.headers['ratelimit']).toBe('"token";r=59;t=60');
  await countedAlready('token:10.0.0.1', 58);
  expect((await exchange('10.0.0.1', other)).headers['ratelimit']).toBe('"token";r=1;t=60');
  expect((await exchange('10.0.0.1')).statusCode).toBe(401);
  expectTooMany(await exchange('10.0.0.1'), 'token', limits.token);
  expectTooMany(await exchange('10.0.0.1', other), 'token', limits.token);
  expect((await exchange('10.0.0.2')).statusCode).toBe(401);
  muster.clock.advance(60);
  expect((await exchange('10.0.0.1')).statusCode).toBe(401);
});

test('one address gets four links in fifteen minutes, known or not, wherever the requests come from', async () => {
  const person = await createPerson(muster);
  for (const email of [person.email, 'nobody@example.org']) {
    const ask = (spelling: string, remoteAddress: string) =>
      muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email: spelling }, remoteAddress });
    for (let i = 0; i < 4; i += 1) expect((await ask(email, `10.0.1.${i}`)).statusCode).toBe(202);
    expectTooMany(await ask(` ${email.toUpperCase()}`, '10.0.1.9'), 'mail-links', limits.mailByAddress);
  }
  expect(await muster.deliver()).toHaveLength(8);
});

const askFor = (email: string, remoteAddress: string) =>
  muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email }, remoteAddress });

const chargedMails = async (): Promise<number> => {
  const rows = muster.db.read.selectFrom('rate_limits').select('count').where('key', 'like', 'mail-links%');
  return (await rows.execute()).reduce((sum, { count }) => sum + count, 0);
};

test('one sender cannot lock anybody out: their own limits are charged first, and no address without a mail', async () => {
  await muster.db.transaction((trx) => trx.deleteFrom('rate_limits').execute());
  const attacker = '10.0.5.1';
  for (let i = 0; i < 6; i += 1) await askFor('victim@example.org', attacker);
  expect(await muster.deliver()).toHaveLength(limits.mailBySender.max);
  expect((await askFor('victim@example.org', '10.0.5.2')).statusCode).toBe(202);

  await countedAlready(`sign-in:${attacker}`, limits.signIn.max);
  const before = await chargedMails();
  for (let i = 0; i < 20; i += 1) expect((await askFor(`person-${i}@example.org`, attacker)).statusCode).toBe(429);
  expect(await chargedMails()).toBe(before);
  expect(await muster.deliver()).toHaveLength(1);
});

test('a refused request does not count against the mailbox, and tags after a plus count as the same mailbox', async () => {
  const spellings = ['boxed', 'boxed+a', 'boxed+b', 'BOXED+c+d'].map((name) => `${name}@example.org`);
  for (const [i, email] of spellings.entries()) expect((await askFor(email, `10.0.6.${i}`)).statusCode).toBe(202);
  const before = await chargedMails();
  for (const i of [1, 2]) expect((await askFor('boxed+e@example.org', `10.0.7.${i}`)).statusCode).toBe(429);
  expect(await chargedMails()).toBe(before);
  expect(await muster.deliver()).toHaveLength(4);
});

test('of more than four links in an hour that nobody uses, only the first in fifteen minutes is sent; using one ends that', async () => {
  const [owner, other] = ['asks@example.org', 'ignores@example.org'];
  for (let i = 0; i < 4; i += 1)
    for (const email of [owner, other]) expect((await askFor(email, `10.0.8.${i}`)).statusCode).toBe(202);
  muster.clock.advance(limits.mailByAddress.seconds);
  const statuses = async (...emails: string[]) => {
    const all = [];
    for (const email of emails) all.push((await askFor(email, `10.0.9.${all.length}`)).statusCode);
    return all;
  };
  expect(await statuses(owner, owner, other, other)).toEqual([202, 429, 202, 429]);
  const mail = (await muster.deliver()).findLast(({ to }) => to === owner)?.text ?? '';
  const payload = { token: /#token=(\w+)/.exec(mail)?.[1], confirmed: true };
  expect((await muster.call({ method: 'POST', url: '/api/sign-in', payload })).statusCode).toBe(200);
  expect(await statuses(owner, other)).toEqual([202, 429]);
});

test('using sign-in links is limited by address', async () => {
  const guess = () =>
    muster.call({ method: 'POST', url: '/api/sign-in', payload: { token: 'guess' }, remoteAddress: '10.0.2.1' });
  expect((await guess()).statusCode).toBe(401);
  await countedAlready('sign-in:10.0.2.1', 59);
  expect((await guess()).statusCode).toBe(401);
  expectTooMany(await guess(), 'sign-in', limits.signIn);
});

test('other requests are limited by person, whatever the credential, and guessed tokens by address', async () => {
  using _still = muster.clock.freeze();
  const person = await createPerson(muster);
  const tokens = [await tokenOf(muster, person), await tokenOf(muster, person)];
  const ask = (headers: Record<string, string>, remoteAddress: string) =>
    muster.call({ url: '/api/me', headers, remoteAddress });
  const first = await ask(bearer(tokens[0] ?? ''), '10.0.3.1');
  expect(first.headers['ratelimit']).toBe('"general";r=1199;t=60');
  for (let i = 1; i < 1200; i += 1) {
    await muster.app.inject({
      url: '/api/me',
      headers: bearer(tokens[i % 2] ?? ''),
      remoteAddress: `10.0.3.${i % 250}`,
    });
  }
  expectTooMany(await ask(bearer(tokens[0] ?? ''), '10.0.3.1'), 'general', limits.general);

  for (let i = 0; i < 1200; i += 1) {
    await muster.app.inject({ url: '/api/me', headers: bearer(`guess-${i}`), remoteAddress: '10.0.4.1' });
  }
  expectTooMany(await ask(bearer('guess'), '10.0.4.1'), 'general', limits.general);
});

test.each([
  ['2001:db8:0:1::5', '2001:db8:0:1:ffff::6', true],
  ['2001:db8::1', '2001:db8::2', true],
  ['2001:db8::1', '2001:db8:0:0:9:9:9:9', true],
  ['2001:db8:0:1::5', '2001:db8:0:2::5', false],
  ['2001:db8::1', '2001:db9::1', false],
  ['fe80::1%eth0', 'fe80::2%eth0', true],
  ['::1', '::2', true],
  ['10.0.5.1', '10.0.5.2', false],
  ['::ffff:10.0.6.1', '10.0.6.1', true],
])('%s and %s are counted together: %s', async (one, two, together) => {
  muster.clock.advance(3600);
  const left = (response: { headers: Record<string, unknown> }) =>
    /r=(\d+)/.exec(String(response.headers['ratelimit']))?.[1];
  const first = left(await muster.call({ url: '/api/me', remoteAddress: one }));
  const second = left(await muster.call({ url: '/api/me', remoteAddress: two }));
  expect([first, second]).toEqual(['1199', together ? '1198' : '1199']);
});

test('X-Forwarded-For counts only behind the configured number of proxies', async () => {
  const left = async (app: TestApp, forwarded: string) => {
    const response = await app.call({ url: '/api/me', headers: { 'x-forwarded-for': forwarded } });
    return /r=(\d+)/.exec(String(response.headers['ratelimit']))?.[1];
  };
  await using direct = await startTestApp({ place: muster.place, env: realLimits });
  expect([await left(direct, '1.1.1.1'), await left(direct, '2.2.2.2')]).toEqual(['1199', '1198']);
  await using behind = await startTestApp({ place: muster.place, env: { ...realLimits, TRUST_PROXY: '1' } });
  expect([await left(behind, '1.1.1.1'), await left(behind, '2.2.2.2')]).toEqual(['1199', '1199']);
  expect(await left(behind, '9.9.9.9, 1.1.1.1')).toBe('1198');
  expect(await left(behind, '1.1.1.1:5001')).toBe('1197');
  expect(await left(behind, '1.1.1.1:5002')).toBe('1196');
});

test('the general limit is counted in the memory of each process, and starts again after a minute', async () => {
  const { clock, place } = muster;
  using _still = clock.freeze();
  await using other = await startTestApp({ place, clock, env: realLimits });
  const ask = (from: TestApp, remoteAddress = '10.0.9.1') =>
    from.app.inject({ url: '/api/sign-in/ways', remoteAddress });
  for (let i = 0; i < limits.general.max; i += 1) expect((await ask(muster)).statusCode).toBe(200);
  clock.advance(20);
  const refused = await ask(muster);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '40']);
  expect((await ask(other)).headers['ratelimit']).toBe('"general";r=1199;t=60');
  expect((await ask(muster, '10.0.9.2')).statusCode).toBe(200);
  clock.advance(40);
  expect((await ask(muster)).headers['ratelimit']).toBe('"general";r=1199;t=60');
  const counted = muster.db.read.selectFrom('rate_limits').select('key');
  expect(await counted.where('key', 'like', 'general:%').execute()).toEqual([]);
});

test('places are offered to single people and in swaps up to ten times an hour, and to anybody without a limit', async () => {
  const crew = await createCrew(muster);
  const id = await createTask(muster, crew.pid, { tid: 'venue' });
  await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const offer = (body: object) => crew.as(crew.member, 'PUT', `tasks/${id}/attendance/offer`, body);
  await offer({ to: crew.chief.uid });
  await countedAlready(`place-offers:${personKey(crew.member)}`, 10);
  expectTooMany(await offer({ to: crew.owner.uid }), 'place-offers', limits.placeOffers);
  expectTooMany(await offer({ for: id }), 'place-offers', limits.placeOffers);
  expect((await offer({})).statusCode).toBe(204);
});
