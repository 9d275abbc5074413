import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../test/support/app.ts';
import { createPerson, createProject, createTeam } from '../../../../test/support/factories.ts';
import { limits } from '../../auth/rate-limits.ts';
import { touchListing } from './members.service.ts';

const muster = useApp();
let pid: string;
beforeAll(async () => {
  pid = await projectOf(50);
});

/** A project with one team of `count` people. */
async function projectOf(count: number): Promise<string> {
  const pid = await createProject(muster);
  const people = [];
  for (let i = 0; i < count; i += 1) people.push(await createPerson(muster));
  await createTeam(muster, pid, { tid: 'all', chiefs: people.slice(0, 1), members: people.slice(1) });
  return pid;
}

const fetchAs = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  muster.app.inject({ method, url: `/members/${pid}`, headers });

test('each encoding decompresses to the same bytes and has its own strong ETag', async () => {
  const plain = await fetchAs();
  const zipped = await fetchAs({ 'accept-encoding': 'gzip' });
  const brotli = await fetchAs({ 'accept-encoding': 'gzip, deflate, br' });
  expect([plain, zipped, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
  expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
  const tags = [plain, zipped, brotli].map(({ headers }) => String(headers['etag']));
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  expect(new Set(tags).size).toBe(3);
  for (const { headers, rawPayload } of [plain, zipped, brotli]) {
    expect(headers['vary']).toBe('accept-encoding');
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
  }
});

test.each([
  ['', undefined],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['br;q=0, gzip;q=0.000', undefined],
  ['gzip ; q=0.5 , br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.1', 'br'],
  ['x-gzip, brotli', undefined],
  ['br;level=4', 'br'],
  [`br${' '.repeat(4000)}x`, undefined],
])('Accept-Encoding %j gets %s', async (header, encoding) => {
  expect((await fetchAs({ 'accept-encoding': header })).headers['content-encoding']).toBe(encoding);
});

test('a request with the current ETag gets 304 without a body', async () => {
  const { headers } = await fetchAs();
  const tag = String(headers['etag']);
  for (const named of [tag, `W/${tag}`, '*', `"other", ${tag}`, `"other",W/${tag} , "third"`]) {
    const response = await fetchAs({ 'if-none-match': named });
    expect({ named, status: response.statusCode, body: response.body }).toEqual({ named, status: 304, body: '' });
    expect(response.headers['etag']).toBe(tag);
    expect(response.headers['cache-control']).toBe(headers['cache-control']);
    expect(response.headers['vary']).toBe('accept-encoding');
    expect(response.headers['content-length']).toBeUndefined();
  }
  for (const other of ['"other"', tag.slice(1, -1), `${tag.slice(0, -2)}"`, '', '"*"']) {
    const response = await fetchAs({ 'if-none-match': other });
    expect({ other, status: response.statusCode }).toEqual({ other, status: 200 });
  }
});

test('a compressed response is validated by its own ETag', async () => {
  for (const encoding of ['gzip', 'br']) {
    const tag = String((await fetchAs({ 'accept-encoding': encoding })).headers['etag']);
    const again = await fetchAs({ 'accept-encoding': encoding, 'if-none-match': tag });
    expect({ status: again.statusCode, tag: again.headers['etag'] }).toEqual({ status: 304, tag });
  }
});

test('HEAD returns the headers of GET without a body', async () => {
  const [get, head] = [await fetchAs(), await fetchAs({}, 'HEAD')];
  expect({ status: head.statusCode, body: head.body }).toEqual({ status: 200, body: '' });
  const without = ({ ['x-request-id']: _id, date: _date, ...headers }: Record<string, unknown>) => headers;
  expect(without(head.headers)).toEqual(without(get.headers));
});

test('any site may read the listing and its errors, and preflight requests work', async () => {
  const origin = { origin: 'https://staff.example' };
  for (const url of [`/members/${pid}`, `/api/members/${pid}`, `/api/members?pid=${pid}`]) {
    expect((await muster.call({ url, headers: origin })).headers['access-control-allow-origin']).toBe('*');
    const asked = await muster.call({
      method: 'OPTIONS',
      url,
      headers: {
        ...origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,if-none-match',
      },
    });
    expect(asked.statusCode).toBe(204);
    expect(asked.headers['access-control-allow-origin']).toBe('*');
    expect(asked.headers['access-control-allow-methods']).toBe('GET');
    expect(asked.headers['access-control-allow-headers']).toBe('authorization, if-none-match');
    expect(asked.headers['access-control-allow-credentials']).toBeUndefined();
  }
  const bad = { ...origin, authorization: 'Bearer nonsense' };
  const errors = [
    await muster.call({ url: '/members/nobody', headers: origin }),
    await muster.call({ url: '/api/members', headers: origin }),
    await muster.call({ url: `/members/${pid}`, headers: bad }),
  ];
  expect(errors.map(({ statusCode, headers }) => [statusCode, headers['access-control-allow-origin']])).toEqual([
    [404, '*'],
    [400, '*'],
    [401, '*'],
  ]);
});

test('no other route allows cross-origin reads', async () => {
  const headers = { origin: 'https://staff.example' };
  for (const url of ['/api/me', '/api/me/tokens', '/healthz', '/api/nothing']) {
    expect((await muster.call({ url, headers })).headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('a change is in the next response, and a rolled back one is not', async () => {
  const one = await createProject(muster);
  await createTeam(muster, one, { tid: 'a', name: 'Before' });
  const rename = (name: string, then: () => void = () => {}) =>
    muster.db.transaction(async (trx) => {
      await trx.updateTable('teams').set({ name }).where('pid', '=', one).execute();
      await touchListing(trx, one);
      then();
    });
  const shown = async () => (await muster.call(`/members/${one}`)).json().data[0].name;
  expect(await shown()).toBe('Before');
  const tag = (await muster.call(`/members/${one}`)).headers['etag'];
  await rename('After');
  expect(await shown()).toBe('After');
  const stale = await muster.call({ url: `/members/${one}`, headers: { 'if-none-match': String(tag) } });
  expect(stale.statusCode).toBe(200);
  const undone = rename('Never', () => {
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  expect(await shown()).toBe('After');
});

test('while changes and readers race, a reader that starts after a change sees it', async () => {
  const one = await createProject(muster);
  await createTeam(muster, one, { tid: 'a', name: '0' });
  const seen = async () => Number((await muster.call(`/members/${one}`)).json().data[0].name);
  const background: Promise<number>[] = [];
  for (let i = 1; i <= 20; i += 1) {
    background.push(seen(), seen());
    await muster.db.transaction(async (trx) => {
      await trx
        .updateTable('teams')
        .set({ name: String(i) })
        .where('pid', '=', one)
        .execute();
      await touchListing(trx, one);
    });
    background.push(seen());
    expect(await seen()).toBe(i);
  }
  await Promise.all(background);
  expect(await seen()).toBe(20);
});

test('a listing of 50 people takes as many queries as one of a single person, and none while it is fresh', async () => {
  const counted = async (project: string) => {
    const before = muster.db.queryCount();
    expect((await muster.call(`/members/${project}`)).statusCode).toBe(200);
    return muster.db.queryCount() - before;
  };
  const [single, many] = [await projectOf(1), await projectOf(50)];
  expect([await counted(single), await counted(many)]).toEqual([3, 3]);
  expect([await counted(single), await counted(many)]).toEqual([0, 0]);
  muster.clock.advance(0.6);
  expect([await counted(many), await counted(many)]).toEqual([1, 0]);
});

test('requests for unknown projects do not evict cached listings', async () => {
  const one = await projectOf(1);
  await Promise.all([
    muster.call(`/members/${one}`),
    ...Array.from({ length: 5 }, (_, i) => muster.call(`/members/nobody-${i}`)),
  ]);
  const before = muster.db.queryCount();
  await muster.call(`/members/${one}`);
  expect(muster.db.queryCount() - before).toBe(0);
});

test('past the limit the listing returns 429 with Retry-After, and guessed tokens count', async () => {
  await using small = await startTestApp({ place: muster.place, env: realLimits });
  using _still = small.clock.freeze();
  const ask = (headers: Record<string, string>) =>
    small.call({ url: `/members/${pid}`, headers, remoteAddress: '10.1.1.1' });
  const guess = await ask({ authorization: 'Bearer guess' });
  expect(guess.statusCode).toBe(401);
  for (let i = 1; i < limits.listing.max; i += 1) small.services.limiter.quietly(limits.listing, '10.1.1.1');
  const refused = await ask({});
  expect(refused.statusCode).toBe(429);
  expect(refused.json().code).toBe('too_many_requests');
  expect(Number(refused.headers['retry-after'])).toBe(60);
  expect((await small.call({ url: `/members/${pid}`, remoteAddress: '10.1.1.2' })).statusCode).toBe(200);
  small.clock.advance(60);
  expect((await ask({})).statusCode).toBe(200);
});
