import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { openEventStream } from '../../../../test/support/servers/event-stream.ts';
import type { EventStream } from '../../../../test/support/servers/event-stream.ts';
import { browserOf, createPerson } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { addChanges } from '../../db/db.ts';
import { streamLimits } from './streams.service.ts';

let muster: TestApp;
let crew: Crew;
let base: string;
beforeEach(async () => {
  muster = await startTestApp();
  crew = await createCrew(muster);
  base = await muster.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => muster[Symbol.asyncDispose]());

const open = (who: Caller, search = 'after=latest', headers: Record<string, string> = {}): Promise<EventStream> =>
  openEventStream(`${base}/api/changes?${search}`, { ...who.headers, ...headers });

const rename = (name: string) => crew.as(crew.owner, 'PATCH', 'teams/venue', { name });
const byAdministrator = async (method: 'PUT' | 'DELETE', url: string) => {
  const headers = await browserOf(muster, await createPerson(muster, { administrator: true }));
  expect((await muster.call({ method, url, headers, payload: {} })).statusCode).toBeLessThan(300);
};

test('sends what has happened and what happens, as the list shows it', async () => {
  await rename('Before');
  await using stream = await open(crew.owner, 'limit=1');
  const first = await stream.next();
  await rename('After');
  const second = await stream.next();
  const list = (await muster.call({ url: '/api/changes', headers: crew.owner.headers })).json();
  expect([first, second]).toEqual(list.data);
  expect([stream.status, stream.lastId()]).toEqual([200, list.data[1].id]);
});

test('a client that comes back with its last cursor misses nothing and gets nothing twice', async () => {
  const names = ['one', 'two', 'three', 'four'];
  const found: unknown[] = [];
  let last = '';
  for (const name of names) {
    await using stream = await open(crew.owner, 'after=latest', last === '' ? {} : { 'last-event-id': last });
    await rename(`${name} while open`);
    found.push((await stream.next())?.revision);
    last = stream.lastId();
    await stream[Symbol.asyncDispose]();
    await rename(`${name} while closed`);
    await using again = await open(crew.owner, 'after=latest', { 'last-event-id': last });
    found.push((await again.next())?.revision);
    last = again.lastId();
  }
  expect(found).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a client whose connection ends before the first change misses nothing', async () => {
  await using stream = await open(crew.owner);
  const ended = stream.next();
  await expect.poll(() => stream.lastId()).not.toBe('');
  await stream[Symbol.asyncDispose]();
  expect(await ended).toBeUndefined();
  const last = stream.lastId();
  await rename('While closed');
  await using again = await open(crew.owner, 'after=latest', { 'last-event-id': last });
  expect((await again.next())?.revision).toBe(2);
});

test('who loses a role is sent nothing more of it; a stream of one project ends', async () => {
  await using all = await open(crew.member);
  await using one = await open(crew.member, `after=latest&project=${crew.pid}`);
  await rename('Seen');
  expect([(await all.next())?.kind, (await one.next())?.kind]).toEqual(['team.changed', 'team.changed']);
  await crew.as(crew.chief, 'DELETE', `teams/venue/members/${crew.member.uid}`);
  expect(await one.next()).toBeUndefined();
  await using owners = await open(crew.owner);
  await rename('Not seen');
  // Once the others have it, it was not sent here.
  await owners.take(1);
  await crew.as(crew.chief, 'PUT', `teams/venue/members/${crew.member.uid}`);
  await rename('Seen again');
  const { data } = (await muster.call({ url: '/api/changes', headers: crew.owner.headers })).json();
  // What happened without the role is sent neither then nor now.
  expect((await all.take(2)).map(({ id }) => id)).toEqual(data.slice(-2).map(({ id }: { id: string }) => id));
});

test.each([
  ['suspended', () => byAdministrator('PUT', `/api/users/${crew.member.uid}/suspension`)],
  [
    'signed out everywhere',
    async () => {
      const headers = await browserOf(muster, crew.member);
      await muster.call({ method: 'DELETE', url: '/api/me/sessions', headers });
    },
  ],
])('ends without another change when the person is %s', async (_, lose) => {
  await using stream = await open(crew.member);
  await using owners = await open(crew.owner);
  await lose();
  await rename('Not for them');
  expect(await stream.next()).toBeUndefined();
  expect((await owners.take(1)).length).toBe(1);
});

test('the heartbeat moves the cursor on and ends streams of revoked tokens', async () => {
  await using stream = await open(crew.member);
  await using owners = await open(crew.owner);
  await rename('One');
  await Promise.all([stream.next(), owners.next()]);
  const before = owners.lastId();
  await muster.db.transaction((trx) =>
    trx
      .updateTable('api_tokens')
      .set({ revoked_at: muster.clock.now().toISOString() })
      .where('uid', '=', crew.member.uid)
      .execute(),
  );
  await muster.services.changeStreams.beat();
  expect(await stream.next()).toBeUndefined();
  await rename('Two');
  await owners.next();
  expect(owners.lastId()).not.toBe(before);
  expect(muster.services.changeStreams.size()).toBe(1);
});

test('a client that does not read delays nobody, and gets everything once it reads', async () => {
  const { port } = new URL(base);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `GET /api/changes?after=latest HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nauthorization: ${crew.owner.headers.authorization}\r\n\r\n`,
  );
  await once(socket, 'data');
  socket.pause();
  await using reader = await open(crew.owner);
  const subject = JSON.stringify({ tid: 'x'.repeat(3000) });
  const row = {
    at: muster.clock.now().toISOString(),
    pid: crew.pid,
    kind: 'team.changed',
    subject,
    revision: null,
    uid: null,
  };
  const count = 4000;
  for (let batch = 0; batch < count / 100; batch += 1)
    await muster.db.transaction(async (trx) =>
      addChanges(
        trx,
        Array.from({ length: 100 }, () => row),
      ),
    );
  expect(await reader.take(count)).toHaveLength(count);
  // The other stream keeps one batch at most, far less than the 12 MB that it has not read.
  const held = Math.max(...muster.services.changeStreams.buffered());
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThan(2_000_000);
  const seqs: number[] = [];
  let text = '';
  socket.on('data', (chunk) => {
    const lines = `${text}${chunk.toString()}`.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('id: ')) seqs.push(Number.parseInt(line.slice(4), 36));
  });
  socket.resume();
  while (seqs.length < count) await once(socket, 'data');
  socket.destroy();
  expect(seqs).toEqual(Array.from({ length: count }, (_, index) => (seqs[0] ?? 0) + index));
});

test('limits the streams of a person', async () => {
  await using streams = new AsyncDisposableStack();
  for (let index = 0; index < streamLimits.perPerson; index += 1) streams.use(await open(crew.owner));
  await using refused = await open(crew.owner);
  await using others = await open(crew.chief);
  expect([refused.status, others.status]).toEqual([429, 200]);
});

test('when the process is full, those who have many streams give way to those who have none', async () => {
  const { perProcess } = streamLimits;
  streamLimits.perProcess = 3;
  try {
    await using streams = new AsyncDisposableStack();
    const [, , newest] = [
      streams.use(await open(crew.owner)),
      streams.use(await open(crew.owner)),
      streams.use(await open(crew.owner)),
    ];
    const first = streams.use(await open(crew.chief));
    expect(await newest.next()).toBeUndefined();
    // The owner has two, the chief one: nobody has too many.
    const refused = streams.use(await open(crew.chief));
    const another = streams.use(await open(crew.member));
    expect([first.status, refused.status, another.status]).toEqual([200, 503, 200]);
    expect((await open(crew.stranger)).status).toBe(503);
    expect(muster.services.changeStreams.size()).toBe(3);
  } finally {
    streamLimits.perProcess = perProcess;
  }
});

test('all streams end when the process stops, and later ones are refused', async () => {
  await using stream = await open(crew.owner);
  await rename('Last');
  expect((await stream.next())?.kind).toBe('team.changed');
  muster.services.changeStreams.stop();
  expect(await stream.next()).toBeUndefined();
  await using late = await open(crew.owner);
  expect(late.status).toBe(503);
});

test('answers errors as any other route does', async () => {
  const statuses = [];
  for (const search of ['after=x', 'kinds=nothing', 'project=nothing', 'after=1-1']) {
    await using stream = await open(crew.owner, search);
    statuses.push(stream.status);
  }
  expect(statuses).toEqual([400, 400, 404, 410]);
});
