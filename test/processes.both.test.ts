import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { touchListing } from '../src/server/features/members/members.service.ts';
import { testClock } from './support/app.ts';
import { engine, emptyDatabase, openAt } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import {
  bearer,
  browserOf,
  createPerson,
  createProject,
  createRows,
  createTeam,
  tokenOf,
} from './support/factories.ts';
import type { TestContext } from './support/factories.ts';
import { send, setUp, startServer } from './support/processes.ts';
import type { ServerProcess } from './support/processes.ts';
import { raceAtDesk } from './support/races/desk-races.ts';
import { raceForBeds } from './support/races/room-races.ts';
import { overProcesses, raceForOffers, raceForPlaces } from './support/races/sign-up-races.ts';
import { startMailServer } from './support/servers/smtp.ts';
import type { MailServer } from './support/servers/smtp.ts';
import { createCaller, createMembers } from './support/world.ts';

let place: TestDatabase;
let mail: MailServer;
let servers: ServerProcess[];
let one: ServerProcess;
let two: ServerProcess;
let context: TestContext;

beforeAll(async () => {
  place = await emptyDatabase();
  mail = await startMailServer();
  // On SQLite without a key, so that they also race to create it.
  const env = { RATE_LIMIT_SCALE: '1000', SMTP_URL: mail.url, ...(engine === 'sqlite' ? { MUSTER_KEY: '' } : {}) };
  servers = await Promise.all(Array.from({ length: 4 }, () => startServer(place, env)));
  [one, two] = servers as [ServerProcess, ServerProcess];
  context = { db: openAt(place), clock: testClock(new Date()) };
});
afterAll(async () => {
  await context.db.close();
  for (const server of servers) await server[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

const statusOf = async (server: ServerProcess, path: string, headers: Record<string, string>) =>
  (await send(server, 'GET', path, { headers })).status;

test('four processes that start together on an empty database migrate it once, share one key, and all serve', async () => {
  for (const server of servers) expect(await statusOf(server, '/readyz', {})).toBe(200);
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
    context.db.read,
  );
  expect(rows.map(({ name }) => name)).toEqual([...new Set(rows.map(({ name }) => name))]);
  expect(rows[0]).toEqual({ name: '0001_foundation' });
  const keys = readdirSync(place.folder).filter((name) => name.startsWith('muster.key'));
  expect(keys).toEqual(engine === 'sqlite' ? ['muster.key'] : []);
  const endings = await Promise.all(servers.slice(2).map((server) => server.stop()));
  expect(endings.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: 0, stderr: '' },
    { code: 0, stderr: '' },
  ]);
});

test('of the set-up links printed by different processes only one works', async () => {
  await setUp(one);
  await expect(setUp(two)).rejects.toThrow('sign-in answered 401');
});

test('a change made by another process shows without a restart', async () => {
  const pid = await createProject(context);
  await createTeam(context, pid, { tid: 'a', name: '0' });
  const shown = async (server: ServerProcess) => {
    const listing = (await (await send(server, 'GET', `/members/${pid}`)).json()) as { data: { name: string }[] };
    return listing.data[0]?.name;
  };
  for (const server of [one, two]) expect(await shown(server)).toBe('0');
  for (const name of ['1', '2', '3']) {
    await context.db.transaction(async (trx) => {
      await trx.updateTable('teams').set({ name }).where('pid', '=', pid).execute();
      await touchListing(trx, pid);
    });
    // Processes look for changes twice a second; how long that takes here depends on the machine.
    for (const server of [one, two]) while ((await shown(server)) !== name) await sleep(20);
  }
});

test('the time of a deputy ends in all processes, without anybody ending it', async () => {
  const pid = await createProject(context);
  const { uid, headers } = await createCaller(context);
  const ends_at = new Date(Date.now() + 3000).toISOString();
  await createRows(context, { grants: [{ pid, uid, role: 'finance', ends_at }] });
  const statuses = () =>
    Promise.all([one, two].map((server) => statusOf(server, `/api/projects/${pid}/payouts`, headers)));
  expect(await statuses()).toEqual([200, 200]);
  await expect.poll(statuses).toEqual([403, 403]);
  expect(new Date().toISOString() >= ends_at).toBe(true);
});

test('of a hundred concurrent exchanges of one credential over two processes, one succeeds', async () => {
  const headers = await browserOf(context, await createPerson(context));
  const made = await send(one, 'POST', '/api/me/exchange-credentials', { headers });
  const { username, password } = (await made.json()) as { username: string; password: string };
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      send(i % 2 === 0 ? one : two, 'POST', '/api/token', { body: { username, password } }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 401)).toHaveLength(99);
});

test('of many who join over two processes, the places go to as many as there are, and the others wait in one order', async () => {
  const owner = await createCaller(context);
  const pid = await createProject(context, { owners: [owner] });
  const people = await createMembers(context, pid, await createTeam(context, pid), 40);
  const race = { pid, owner, people, send: overProcesses([one.url, two.url]) };
  const { joins, full, leaves, left } = await raceForPlaces(race, 6, 20);
  const inOrder = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  expect([joins, full]).toEqual([
    { 204: 6, 202: 34 },
    { joined: 6, people: 40, positions: inOrder(34) },
  ]);
  expect([leaves, left]).toEqual([{ 204: 20 }, { joined: 6, people: 20, positions: inOrder(14) }]);
  expect(await raceForOffers({ ...race, people: people.slice(0, 30) }, 5)).toEqual({
    taken: 5,
    broken: 0,
    takers: 5,
    places: 5,
  });
});

test('scans of the same people by two devices over two processes count once, and a thing is handed out once', async () => {
  const owner = await createCaller(context);
  const pid = await createProject(context, { owners: [owner] });
  const people = await createMembers(context, pid, await createTeam(context, pid), 15);
  const inBrowser = { headers: await browserOf(context, owner) };
  const ended = await raceAtDesk({ pid, owner: inBrowser, people, send: overProcesses([one.url, two.url]) });
  const times = (count: number, word: string) => Array.from({ length: count }, () => word);
  expect(ended).toEqual({
    arrivals: ['accepted'],
    departures: ['accepted'],
    handOuts: [...times(15, 'accepted'), ...times(15, 'repeated')],
    given: people.map(({ uid }) => uid).toSorted(),
    marked: 15,
    states: ['left_early'],
  });
  const scans = await context.db.read.selectFrom('scans').select('id').where('pid', '=', pid).execute();
  expect(scans).toHaveLength(60);
});

test('two owners over two processes give no room more people than beds, and nobody two beds', async () => {
  const owner = await createCaller(context);
  const pid = await createProject(context, { owners: [owner] });
  const people = await createMembers(context, pid, await createTeam(context, pid), 12);
  const inBrowser = { headers: await browserOf(context, owner) };
  const race = { pid, owner: inBrowser, people, send: overProcesses([one.url, two.url]) };
  expect(await raceForBeds(race, 3)).toEqual({ added: [201, 409], rooms: 2, mostInARoom: 3, twice: 0 });
});

test('of twenty concurrent uses of one sign-in link over two processes, one succeeds', async () => {
  await send(one, 'POST', '/api/sign-in/email', { body: { email: 'race@example.org' } });
  // Tests before this one may have sent mails to others.
  const sent = () => mail.mails.find(({ to }) => to.includes('race@example.org'));
  while (sent() === undefined) await sleep(20);
  const source = sent()?.source ?? '';
  const token = /#token=3D(\w+)|#token=(\w+)/.exec(source.replace(/=\r\n/g, ''));
  const body = { token: token?.[1] ?? token?.[2] ?? '', confirmed: true };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => send(i % 2 === 0 ? one : two, 'POST', '/api/sign-in', { body })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
});

test('a token revoked and a session ended through one process are rejected by the other at the next request', async () => {
  const person = await createPerson(context);
  const token = await tokenOf(context, person);
  const headers = await browserOf(context, person);
  expect(await statusOf(two, '/api/me', bearer(token))).toBe(200);
  expect(await statusOf(two, '/api/me', headers)).toBe(200);
  const listed = await send(one, 'GET', '/api/me/tokens', { headers });
  const { data } = (await listed.json()) as { data: { id: string }[] };
  expect((await send(one, 'DELETE', `/api/me/tokens/${data[0]?.id ?? ''}`, { headers })).status).toBe(204);
  expect(await statusOf(two, '/api/me', bearer(token))).toBe(401);
  expect((await send(one, 'POST', '/api/sign-out', { headers })).status).toBe(204);
  expect(await statusOf(two, '/api/me', headers)).toBe(401);
});

test('a person suspended through one process is rejected by the others at the next request', async () => {
  const person = await createPerson(context);
  const token = await tokenOf(context, person);
  const session = await browserOf(context, person);
  for (const server of [one, two]) expect(await statusOf(server, '/api/me', bearer(token))).toBe(200);
  await context.db.transaction((trx) =>
    trx.updateTable('people').set({ suspended_at: new Date().toISOString() }).where('uid', '=', person.uid).execute(),
  );
  for (const server of [one, two]) {
    expect(await statusOf(server, '/api/me', bearer(token))).toBe(401);
    expect(await statusOf(server, '/api/me', session)).toBe(401);
  }
});

test('two processes send each mail once', async () => {
  const before = mail.mails.length;
  const asked = Array.from({ length: 12 }, (_, i) => `mail-${i}@example.org`);
  await Promise.all(
    asked.map((email, i) => send(i % 2 === 0 ? one : two, 'POST', '/api/sign-in/email', { body: { email } })),
  );
  const waiting = () => context.db.read.selectFrom('outbox').select('id').where('done_at', 'is', null).execute();
  while ((await waiting()).length > 0) await sleep(50);
  const received = mail.mails.slice(before).flatMap(({ to }) => to.filter((address) => address.startsWith('mail-')));
  expect(received.toSorted()).toEqual(asked.toSorted());
});

test('of concurrent acceptances and refusals of one application over two processes, one succeeds', async () => {
  const chief = await createPerson(context);
  const pid = await createProject(context);
  await createTeam(context, pid, { tid: 'open', chiefs: [chief] });
  const url = `/api/projects/${pid}/teams/open`;
  const headers = bearer(await tokenOf(context, chief));
  await send(one, 'PATCH', url, { headers, body: { takes_applications: true } });
  for (let round = 0; round < 5; round += 1) {
    const person = await createPerson(context);
    const own = bearer(await tokenOf(context, person));
    expect((await send(one, 'PUT', `${url}/application`, { headers: own, body: {} })).status).toBe(200);
    const theirs = `${url}/applications/${person.uid}`;
    const answers = await Promise.all(
      [one, two, one, two].flatMap((server) => [
        send(server, 'PUT', `${theirs}/acceptance`, { headers }),
        send(server, 'DELETE', theirs, { headers }),
      ]),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(7);
    const { member_count: count } = await context.db.read
      .selectFrom('teams')
      .select('member_count')
      .where('pid', '=', pid)
      .executeTakeFirstOrThrow();
    const members = await context.db.read.selectFrom('memberships').select('uid').where('pid', '=', pid).execute();
    expect(count).toBe(members.length);
  }
});

test('changes of one series through two processes run one after the other, and a step is undone once', async () => {
  const owner = await createPerson(context);
  const pid = await createProject(context, { owners: [owner] });
  const headers = bearer(await tokenOf(context, owner));
  const call = (server: ServerProcess, method: 'POST' | 'PATCH' | 'GET', path: string, body?: object) =>
    send(server, method, `/api/projects/${pid}/${path}`, { headers, ...(body && { body }) });
  const desk = { title: 'Desk', days: ['2099-08-08'], from: '08:00', to: '12:00', every_minutes: 60, capacity: 2 };
  const created = await (await call(one, 'POST', 'task-series', desk)).json();
  const url = `task-series/${created.series.id}`;
  const changes = [
    { to: '18:00' },
    { from: '06:00' },
    { every_minutes: 120 },
    { days: ['2099-08-09'] },
    { to: '10:00' },
  ];
  const answers = await Promise.all(
    changes.flatMap((change) => [call(one, 'PATCH', url, change), call(two, 'PATCH', url, { capacity: 3, ...change })]),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { days, from, to, every_minutes } = await (await call(two, 'GET', url)).json();
  const wanted = await (
    await call(one, 'POST', 'task-series?dry_run=true', { ...desk, days, from, to, every_minutes })
  ).json();
  const tasks = await context.db.read
    .selectFrom('tasks')
    .select(['starts_at', 'ends_at'])
    .where('pid', '=', pid)
    .orderBy('starts_at')
    .execute();
  expect(tasks).toEqual(
    wanted.tasks.map(({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({ starts_at, ends_at })),
  );
  const { step } = await (await call(one, 'PATCH', url, { title: 'Welcome' })).json();
  const undone = await Promise.all(
    [one, two, one, two].map((server) => call(server, 'POST', `planning-steps/${step}/undo`, {})),
  );
  expect(undone.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409, 409, 409]);
});
