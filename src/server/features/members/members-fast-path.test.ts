import { get } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { realLimits, useApp } from '../../../../test/support/app.ts';
import { createPerson, createProject, createTeam } from '../../../../test/support/factories.ts';
import { limits } from '../../auth/rate-limits.ts';
import { touchListing } from './members.service.ts';

const muster = useApp({ env: { ...realLimits, TRUST_PROXY: '1' } });
let pid: string;
let port: number;
beforeAll(async () => {
  pid = await createProject(muster);
  await createTeam(muster, pid, { name: '場地', chiefs: [await createPerson(muster)] });
  await muster.app.listen({ port: 0 });
  ({ port } = muster.app.server.address() as AddressInfo);
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Over a socket, which the fast path needs; inject() goes to the routes. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers, method, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString('latin1'),
        });
      });
    }).once('error', reject);
  });
}

const lasting = (headers: object) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['x-request-id', 'date', 'connection', 'keep-alive'].includes(name)),
  );

test('the fast path responds like the routes for every URL, encoding and ETag', async () => {
  for (const url of [`/api/members/${pid}`, `/members/${pid}`, `/api/members?pid=${pid}`]) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const plain = { 'accept-encoding': encoding };
      const tag = String((await muster.app.inject({ url, headers: plain })).headers['etag']);
      for (const headers of [plain, { ...plain, 'if-none-match': tag }, { ...plain, 'if-none-match': '"other"' }]) {
        const byRoute = await muster.app.inject({ url, headers });
        const queries = muster.db.queryCount();
        const byFastPath = await ask(url, headers);
        expect(muster.db.queryCount()).toBe(queries);
        expect(byFastPath.status).toBe(byRoute.statusCode);
        expect(lasting(byFastPath.headers)).toEqual(lasting(byRoute.headers));
        expect(byFastPath.body).toBe(byRoute.rawPayload.toString('latin1'));
        expect(byFastPath.headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
      }
    }
  }
});

test('what the fast path cannot answer goes through the routes', async () => {
  await ask(`/members/${pid}`);
  expect((await ask(`/members/${pid}`, { authorization: 'Bearer nonsense' })).status).toBe(401);
  expect((await ask(`/members/${pid}`, {}, 'HEAD')).body).toBe('');
  expect((await ask(`/members/${pid}`, {}, 'POST')).status).toBe(405);
  expect((await ask('/members/nobody')).status).toBe(404);
  expect((await ask(`/api/members?pid=${pid}&extra=1`)).status).toBe(400);
  expect((await ask(`/api/members?%70id=${pid}`)).status).toBe(200);
});

test('a change is in the next response of the fast path', async () => {
  const before = (await ask(`/members/${pid}`)).headers['etag'];
  await muster.db.transaction(async (trx) => {
    await trx.updateTable('teams').set({ name: 'Renamed' }).where('pid', '=', pid).execute();
    await touchListing(trx, pid);
  });
  const after = await ask(`/members/${pid}`);
  expect(after.headers['etag']).not.toBe(before);
  expect(JSON.parse(after.body).data[0].name).toBe('Renamed');
});

test('responses of the fast path are counted, logged and rate limited like all others', async () => {
  await ask(`/members/${pid}`);
  const lines = muster.logs.length;
  const visitor = { 'x-forwarded-for': '10.9.9.9, 10.1.1.7' };
  const { headers } = await ask(`/members/${pid}`, visitor);
  await expect.poll(() => muster.logs.length).toBe(lines + 1);
  expect(JSON.parse(muster.logs.at(-1) ?? '')).toMatchObject({
    level: 30,
    request_id: headers['x-request-id'],
    method: 'GET',
    route: '/members/:pid',
    status: 200,
    msg: 'request',
  });
  const { body } = await ask('/metrics');
  expect(body).toMatch(/^muster_http_request_seconds_count\{method="GET",route="\/members\/:pid",status="200"\} \d+$/m);
  expect(body).toMatch(
    /^muster_http_request_seconds_bucket\{le="\+Inf",method="GET",route="\/members\/:pid",status="200"\} \d+$/m,
  );

  // The address that our own proxy added counts, not what the visitor sent.
  for (let i = 1; i < limits.listing.max; i += 1) muster.services.limiter.quietly(limits.listing, '10.1.1.7');
  expect((await ask(`/members/${pid}`, visitor)).status).toBe(429);
  expect((await ask(`/members/${pid}`, { 'x-forwarded-for': '10.1.1.7, 10.1.1.8' })).status).toBe(200);
});
