import { expect, test } from 'vitest';
import { catalogue } from '../src/server/errors.ts';
import { connectionLimits } from '../src/server/http/connections.ts';
import { useApp } from './support/app.ts';
import type { Call } from './support/app.ts';
import { badBodies, badCursors, badSegments, bodySchemas, inTurn, noBodies } from './support/bad-input.ts';
import type { Json } from './support/bad-input.ts';
import { everyCell } from './support/database.ts';
import { isForDevices, operationsOf, requestIn } from './support/operations.ts';
import type { Operation } from './support/operations.ts';
import { createCaller, createCrew } from './support/world.ts';
import { keptWorlds } from './support/world/kept-worlds.ts';
import { browserOf } from './support/factories.ts';

const muster = useApp();

/** Seconds on a machine that has nothing else to do. */
const patience = 240_000;

const roleFor = ({ path, operationId }: Operation) =>
  /admin|audit|suspension|users\/\{uid\}\/released/.test(path) || operationId === 'create_project'
    ? 'administrator'
    : 'owner';

const withBodies = () => operationsOf(muster).filter((one) => one.body !== undefined && !isForDevices(one));

/** Where anybody may send a body, it is small or it is not read. */
const isLargeFor = ({ access }: Operation, payload: string | Buffer) =>
  access === 'public' && Buffer.byteLength(payload) > connectionLimits.visitorBodyBytes;

/** What routes answer whose body is optional. A draft is applied once. */
const withoutBody: Record<string, number[]> = {
  join_task: [204],
  apply_allocation: [200, 409],
  create_exchange_credentials: [201],
};

type Refusal = { status: number; pointers: string[] };

/** Sends it past the check against the document, which is asked elsewhere; anything refused must say so in our words. */
async function send(call: Call): Promise<Refusal> {
  const { statusCode: status, headers, body } = await muster.app.inject(call);
  const what = `${call.method ?? 'GET'} ${call.url.slice(0, 200)} with ${(JSON.stringify(call.payload) ?? '').slice(0, 300)}: ${status} ${body.slice(0, 300)}`;
  expect(status, what).toBeLessThan(500);
  if (status < 400) return { status, pointers: [] };
  expect(headers['content-type'], what).toBe('application/problem+json; charset=utf-8');
  const problem = JSON.parse(body) as { code: string; errors?: { pointer: string; detail: string }[] };
  expect(Object.keys(catalogue), what).toContain(problem.code);
  const pointers = (problem.errors ?? []).map(({ pointer }) => pointer);
  expect(problem.code === 'invalid_input' && pointers.length === 0, what).toBe(false);
  return { status, pointers };
}

const everything = async () => (await everyCell(muster.db)).join('\u0001');

test(
  'every field of every body refuses what the document refuses, with its pointer, and changes nothing',
  async () => {
    const schemas = bodySchemas(muster);
    const worlds = keptWorlds(muster);
    const attacksOn = async (operation: Operation) => {
      const { payload, ...request } = requestIn(await worlds.of(roleFor(operation)), operation);
      const headers = { ...request.headers, 'content-type': 'application/json' };
      return badBodies(schemas, operation, payload).map((bad) => ({
        ...bad,
        call: { ...request, headers, payload: bad.payload },
      }));
    };
    for (const role of ['owner', 'administrator'] as const) await worlds.of(role);
    const before = await everything();
    for (const operation of withBodies()) {
      for (const { call, wrong, payload } of await attacksOn(operation)) {
        if (wrong.length === 0) continue;
        const { status, pointers } = await send(call);
        const what = `${call.url} ${payload.slice(0, 200)} -> ${pointers.join(' ')}`;
        const large = isLargeFor(operation, payload);
        expect(status, what).toBe(large ? 413 : 400);
        if (large) continue;
        const named = pointers.some((pointer) => wrong.some((place) => pointer.startsWith(place)));
        expect(named, what).toBe(true);
      }
    }
    expect(await everything()).toBe(before);
    for (const operation of withBodies()) {
      for (const { call, wrong } of await attacksOn(operation)) {
        if (wrong.length > 0) continue;
        const { status } = await send(call);
        worlds.noteAnswer(roleFor(operation), operation.method, status);
      }
    }
  },
  patience,
);

/** Pictures and tables are larger than other bodies. */
const takesLargeBodies = new Set(['set_project_picture', 'import_people', 'import_responses']);

test(
  'a body that is none, or of another type, is refused by every write',
  async () => {
    const worlds = keptWorlds(muster);
    for (const operation of withBodies()) {
      const { payload: _, ...request } = requestIn(await worlds.of(roleFor(operation)), operation);
      for (const { type, payload, answers } of noBodies) {
        const { status } = await send({ ...request, headers: { ...request.headers, 'content-type': type }, payload });
        worlds.noteAnswer(roleFor(operation), operation.method, status);
        const what = `${operation.operationId} ${type} ${payload.toString().slice(0, 60)}: ${status}`;
        const also = isLargeFor(operation, payload)
          ? [413]
          : takesLargeBodies.has(operation.operationId)
            ? [400]
            : (withoutBody[operation.operationId] ?? []);
        expect([...answers, ...also], what).toContain(status);
      }
    }
  },
  patience,
);

test('only POST /api/token accepts form-encoded bodies', async () => {
  const { headers } = await createCaller(muster);
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  const put = await muster.call({ method: 'PUT', url: '/api/me/resume', headers: form, payload: 'markdown=x' });
  expect(put.statusCode).toBe(415);
  const mail = { 'content-type': 'application/x-www-form-urlencoded' };
  const asked = await muster.call({
    method: 'POST',
    url: '/api/sign-in/email',
    headers: mail,
    payload: 'email=a@b.org',
  });
  expect(asked.statusCode).toBe(415);
  const token = await muster.call({
    method: 'POST',
    url: '/api/token',
    headers: mail,
    payload: 'username=a&password=b',
  });
  expect(token.statusCode).toBe(401);
});

test(
  'no query and no made-up cursor makes a route fail',
  async () => {
    const worlds = keptWorlds(muster);
    for (const [turn, operation] of operationsOf(muster)
      .filter((one) => !isForDevices(one))
      .entries()) {
      if (operation.parameters.every((one) => one.in !== 'query')) continue;
      const { url, payload: _, ...request } = requestIn(await worlds.of(roleFor(operation)), operation);
      const get = (search: string) => send({ ...request, url: `${url}${url.includes('?') ? '&' : '?'}${search}` });
      const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
      for (const name of names.filter((one) => one === 'limit')) {
        for (const endless of ['Infinity', '1e999']) expect((await get(`${name}=${endless}`)).status).toBe(400);
      }
      if (operation.method !== 'GET') {
        for (const name of names) {
          const { status } = await send({ ...request, url: `${url}?${name}=x&${name}[]=1` });
          worlds.noteAnswer(roleFor(operation), operation.method, status);
        }
        continue;
      }
      for (const name of names) {
        const values = [
          '%00',
          '%ED%A0%80',
          '%FF',
          '',
          'NaN',
          '1e308',
          '1e999',
          '-Infinity',
          '-0',
          '2026-02-30',
          '2999-12-31',
          '1970-01-01',
          "'",
        ];
        for (const value of values) await get(`${name}=${value}`);
        expect((await get(`${name}=1&${name}=2`)).status, `${operation.operationId} ${name} twice`).toBe(400);
        expect(
          (await get(`${name}=${'x'.repeat(4000)}`)).status,
          `${operation.operationId} ${name} long`,
        ).toBeGreaterThan(399);
        await get(`${name}[a]=1`);
      }
      if (names.includes('cursor')) for (const cursor of inTurn(badCursors, turn)) await get(`cursor=${cursor}`);
    }
  },
  patience,
);

test(
  'no part of an address makes a route fail',
  async () => {
    const worlds = keptWorlds(muster);
    for (const [turn, operation] of operationsOf(muster)
      // Calendars and feeds are outside the API: an address that is none of theirs is a page.
      .filter(({ path }) => path.includes('{') && !/^\/(?:calendar|feeds)\//.test(path))
      .entries()) {
      const world = await worlds.of(roleFor(operation));
      for (const name of operation.path.matchAll(/\{(\w+)\}/g)) {
        for (const segment of inTurn(badSegments, turn)) {
          const path = operation.path.replace(name[0], segment);
          const { status } = await send(requestIn(world, { ...operation, path }));
          worlds.noteAnswer(roleFor(operation), operation.method, status);
        }
      }
    }
  },
  patience,
);

test('lists of unique items have types that can be compared without quadratic time', () => {
  const { document, resolve } = bodySchemas(muster);
  const loose: string[] = [];
  const walk = (schema: unknown, where: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { uniqueItems, items } = schema as { uniqueItems?: boolean; items?: Json };
    if (uniqueItems === true && typeof resolve(items ?? {})['type'] !== 'string') loose.push(where);
    for (const [name, inside] of Object.entries(schema)) walk(inside, `${where}/${name}`);
  };
  walk(document, '');
  expect(loose).toEqual([]);
});

test('a list of many invalid items is rejected at the first error', async () => {
  const { headers } = await createCaller(muster);
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const many = JSON.stringify(Array.from({ length: 30_000 }, (_, index) => index));
  for (const selected of [many, `[${deep},${deep}]`]) {
    const payload = `{"selected":${selected},"note":""}`;
    const json = { ...headers, 'content-type': 'application/json' };
    const { status, pointers } = await send({ method: 'PUT', url: '/api/me/dietary-habits', headers: json, payload });
    expect(status).toBe(400);
    expect(pointers).toHaveLength(1);
  }
});

test('lists of the longest names in any script can be paged through', async () => {
  const { as, owner, pid } = await createCrew(muster);
  const names = ['가'.repeat(100), '王'.repeat(100), '😀'.repeat(100), `ﷺa${'😀'.repeat(98)}`, `"\\${'"'.repeat(98)}`];
  const headers = await browserOf(muster, owner);
  for (const name of names) {
    const { uid } = await createCaller(muster, name);
    await muster.call({ method: 'PUT', url: `/api/projects/${pid}/owners/${uid}`, headers });
  }
  const data = names.map((location, index) => ({ location, amount: index + 1 }));
  expect((await as(owner, 'PUT', 'traffic-subsidies', { currency: 'TWD', data })).statusCode).toBe(204);
  for (const [list, count] of [
    ['owners', 6],
    ['traffic-subsidies', 5],
    ['people', 9],
  ] as const) {
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const search: string = next === '' ? '' : `&cursor=${next}`;
      const page = await muster.call({ url: `/api/projects/${pid}/${list}?limit=1${search}`, headers: owner.headers });
      expect(page.statusCode, page.body).toBe(200);
      seen.push(JSON.stringify(page.json().data[0]));
      ({ next } = page.json());
    }
    expect(new Set(seen).size, list).toBe(count);
  }
});
