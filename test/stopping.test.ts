import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testClock } from './support/app.ts';
import { emptyDatabase, migratedAt } from './support/database.ts';
import { startServer } from './support/processes.ts';
import { openConnection } from './support/servers/raw-connection.ts';
import { createWriteScenario } from './support/races/writers.ts';

test.concurrent.each(['SIGTERM', 'SIGINT'] as const)(
  'at %s the request in progress is finished, idle connections are closed, and the process ends with 0',
  async (signal) => {
    await using place = await emptyDatabase();
    await using server = await startServer(place);
    const idle = await openConnection(server.url);
    idle.write('GET /healthz HTTP/1.1\r\nhost: muster\r\n\r\n');
    await idle.receives(/"status":"ok"/);
    const body = JSON.stringify({ username: 'x-nobody', password: 'guess' });
    const busy = await openConnection(server.url);
    busy.write(
      `POST /api/token HTTP/1.1\r\nhost: muster\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n` +
        `expect: 100-continue\r\n\r\n${body.slice(0, 10)}`,
    );
    await busy.receives(/100 Continue/);

    const ended = server.stop(signal);
    await server.waitForLogLine(/"msg":"stopping"/);
    expect(await idle.closed).toMatch(/^HTTP\/1\.1 200 OK/);
    busy.write(body.slice(10));
    const answer = await busy.closed;
    expect(answer).toMatch(/HTTP\/1\.1 401 Unauthorized/);
    expect(answer).toMatch(/"code":"invalid_credentials"/);
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('stopped before all work was finished');
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  },
);

test.concurrent('a response that is being read when the process stops is sent completely', async () => {
  await using place = await emptyDatabase();
  await using server = await startServer(place);
  const ask = 'GET /api/openapi.json HTTP/1.1\r\nhost: muster\r\n';
  const one = await openConnection(server.url);
  one.write(`${ask}connection: close\r\n\r\n`);
  const answer = await one.closed;

  // More than the buffers of two sockets hold.
  const times = 12;
  const { hostname, port } = new URL(server.url);
  const slow = connect(Number(port), hostname);
  slow.pause().write(`${ask}\r\n`.repeat(times));
  await sleep(500);
  const ended = server.stop('SIGTERM');
  await server.waitForLogLine(/"msg":"stopping"/);
  await sleep(2500);
  const text = (await slow.setEncoding('latin1').toArray()).join('');
  expect(text.split('HTTP/1.1 200 OK')).toHaveLength(times + 1);
  expect(text.length).toBeGreaterThan(times * (answer.length - 100));
  expect((await ended).code).toBe(0);
});

test.concurrent('no pipelined request to a stopping process is executed without a response', async () => {
  await using place = await emptyDatabase();
  await using migrated = await migratedAt(place);
  const { pid, shift, writers } = await createWriteScenario({ db: migrated.db, clock: testClock(new Date()) });
  await using server = await startServer(place);
  const joins = writers.slice(0, 3).map(({ headers }) => {
    const fields = Object.entries({ host: 'muster', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    return `PUT /api/projects/${pid}/tasks/${shift}/attendance HTTP/1.1\r\n${fields.join('')}\r\n`;
  });
  const kept = await openConnection(server.url);
  kept.write('GET /healthz HTTP/1.1\r\nhost: muster\r\n\r\n');
  await kept.receives(/"status":"ok"/);
  const ended = server.stop('SIGTERM');
  await server.waitForLogLine(/"msg":"stopping"/);
  kept.write(joins.join(''));
  const answered = (await kept.closed).match(/HTTP\/1\.1 20[014]/g)?.length ?? 0;
  expect((await ended).code).toBe(0);

  const joined = await migrated.db.read.selectFrom('attendances').select('uid').where('task_id', '=', shift).execute();
  // The answer before the stop is one of them.
  expect(answered).toBe(2);
  expect(joined).toEqual([{ uid: writers[0]?.uid }]);
});
