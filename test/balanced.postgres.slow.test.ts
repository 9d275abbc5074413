import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../src/server/auth/rate-limits.ts';
import { testClock } from './support/app.ts';
import { emptyDatabase, openAt } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { bearer, browserOf, createPerson, createProject, createTeam, tokenOf } from './support/factories.ts';
import type { TestContext } from './support/factories.ts';
import { send, signInWith, startServer } from './support/processes.ts';
import type { ServerProcess } from './support/processes.ts';
import { startBalancer } from './support/servers/relay.ts';
import { startMailServer } from './support/servers/smtp.ts';
import type { MailServer } from './support/servers/smtp.ts';
import { expectWhole } from './support/races/whole.ts';
import { createWriteScenario, startWriting } from './support/races/writers.ts';

const scale = 2;
const maxExchanges = 60 * scale;
const tasksOf = (pid: string) => `/api/projects/${pid}/tasks`;
const task = { title: 'Desk', starts_at: '2099-01-01T09:00:00Z', ends_at: '2099-01-01T10:00:00Z', capacity: 1 };

let place: TestDatabase;
let mail: MailServer;
let balancer: Awaited<ReturnType<typeof startBalancer>>;
let servers: ServerProcess[] = [];
let context: TestContext;

const start = async () => {
  const server = await startServer(place, { RATE_LIMIT_SCALE: String(scale), SMTP_URL: mail.url });
  balancer.add(server.url);
  return server;
};

beforeAll(async () => {
  place = await emptyDatabase();
  mail = await startMailServer();
  balancer = await startBalancer();
  servers = [await start(), ...(await Promise.all([start(), start(), start()]))];
  context = { db: openAt(place), clock: testClock(new Date()) };
});
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await context.db.close();
  for (const one of [balancer, mail, place]) await one[Symbol.asyncDispose]();
});

/** The status that each of the four processes answers with. */
const statuses = async (path: string, headers: Record<string, string>) =>
  Promise.all(servers.map(async (server) => (await send(server, 'GET', path, { headers })).status));

const through = (index: number): ServerProcess => servers[index % servers.length] ?? expect.unreachable();

test('a sign-in link, a session, credentials and a token made through one process work in the others', async () => {
  await send(through(0), 'POST', '/api/sign-in/email', { body: { email: 'crossing@example.org' } });
  const { source } = await mail.next();
  const [, token = ''] = /#token=(?:3D)?(\w+)/.exec(source.replace(/=\r\n/g, '')) ?? [];
  const headers = await signInWith(through(1), { token, confirmed: true });
  expect(await statuses('/api/me', headers)).toEqual([200, 200, 200, 200]);
  const made = await send(through(2), 'POST', '/api/me/exchange-credentials', { headers });
  const { username, password } = (await made.json()) as { username: string; password: string };
  const given = await send(through(3), 'POST', '/api/token', { body: { username, password } });
  const { access_token } = (await given.json()) as { access_token: string };
  expect(await statuses('/api/me', bearer(access_token))).toEqual([200, 200, 200, 200]);
  const again = servers.map((server) => send(server, 'POST', '/api/sign-in', { body: { token } }));
  expect((await Promise.all(again)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  // Another test counts exchanges from zero.
  await context.db.transaction((trx) => trx.deleteFrom('rate_limits').execute());
});

test('a session works in every process, and after signing out in none', async () => {
  const person = await createPerson(context);
  for (const at of servers.keys()) {
    const [headers, other] = [await browserOf(context, person), await browserOf(context, person)];
    const token = bearer(await tokenOf(context, person));
    for (const one of [headers, other, token]) expect(await statuses('/api/me', one)).toEqual([200, 200, 200, 200]);
    expect((await send(through(at), 'DELETE', '/api/me/sessions', { headers })).status).toBe(204);
    for (const one of [headers, other, token]) expect(await statuses('/api/me', one)).toEqual([401, 401, 401, 401]);
  }
});

test('each process counts the general limit for itself: used up at one, the others still answer', async () => {
  const headers = bearer(await tokenOf(context, await createPerson(context)));
  const ask = async () => (await send(through(0), 'GET', '/api/me', { headers })).status;
  for (let sent = 0; sent < limits.general.max * scale; sent += 50) await Promise.all(Array.from({ length: 50 }, ask));
  expect(await statuses('/api/me', headers)).toEqual([429, 200, 200, 200]);
  const other = bearer(await tokenOf(context, await createPerson(context)));
  expect(await statuses('/api/me', other)).toEqual([200, 200, 200, 200]);
});

test('a person suspended through one process is rejected by all at the next request and leaves every listing', async () => {
  const admin = await browserOf(context, await createPerson(context, { administrator: true }));
  const person = await createPerson(context, { name: 'Mallory' });
  const token = bearer(await tokenOf(context, person));
  const pid = await createProject(context);
  await createTeam(context, pid, { tid: 'a', members: [person, await createPerson(context, { name: 'Nora' })] });
  const listed = async (server: ServerProcess) => (await send(server, 'GET', `/members/${pid}`)).text();
  for (const server of servers) expect(await listed(server)).toContain('Mallory');
  expect(await statuses('/api/me', token)).toEqual([200, 200, 200, 200]);
  const body = { reason: 'Does not behave' };
  const suspended = await send(through(0), 'PUT', `/api/users/${person.uid}/suspension`, { headers: admin, body });
  expect(suspended.status).toBe(204);
  expect(await listed(through(0))).not.toContain('Mallory');
  expect(await statuses('/api/me', token)).toEqual([401, 401, 401, 401]);
  for (const server of servers) while ((await listed(server)).includes('Mallory')) await sleep(20);
});

test('all processes together allow as many exchanges a minute as one', async () => {
  const asked = Array.from({ length: maxExchanges + 40 }, () =>
    fetch(`${balancer.url}/api/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ username: 'x-nobody', password: 'guess' }),
    }),
  );
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(maxExchanges);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(40);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('one Idempotency-Key sent to all processes at once creates one task, and all get the same response', async () => {
  const owner = await createPerson(context);
  const pid = await createProject(context, { owners: [owner] });
  const headers = { ...bearer(await tokenOf(context, owner)), 'idempotency-key': 'same' };
  const asked = Array.from({ length: 16 }, (_, i) => send(through(i), 'POST', tasksOf(pid), { headers, body: task }));
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true')).toHaveLength(15);
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  expect(await context.db.read.selectFrom('tasks').select('id').where('pid', '=', pid).execute()).toHaveLength(1);
  const other = await send(through(1), 'POST', tasksOf(pid), { headers, body: { ...task, capacity: 2 } });
  expect(other.status).toBe(422);
});

test('with several processes each mail is sent once', async () => {
  const before = mail.mails.length;
  const asked = Array.from({ length: 24 }, (_, i) => `once-${i}@example.org`);
  await Promise.all(asked.map((email, i) => send(through(i), 'POST', '/api/sign-in/email', { body: { email } })));
  const waiting = () => context.db.read.selectFrom('outbox').select('id').where('done_at', 'is', null).execute();
  while ((await waiting()).length > 0) await sleep(50);
  const received = mail.mails.slice(before).flatMap(({ to }) => to);
  expect(received.toSorted()).toEqual(asked.toSorted());
});

test('replacing the processes one by one under load, with open connections, loses no request', async () => {
  const scenario = await createWriteScenario(context);
  const writing = startWriting(scenario, () => balancer.url, { mail: false });
  await writing.until(20);
  for (const old of servers.slice(0, 4)) {
    servers.push(await start());
    balancer.remove(old.url);
    expect(await old.stop('SIGTERM')).toMatchObject({ code: 0 });
    servers.splice(servers.indexOf(old), 1);
    await writing.until(10);
  }
  const writes = await writing.stop();
  expect([...writes.answers.keys()].filter((status) => !/^(?:20.|409)$/.test(status))).toEqual([]);
  await expectWhole(context, scenario, writes);
});
