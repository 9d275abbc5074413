import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import type { Call } from './support/app.ts';
import { bodySchemas, fieldsOf, withValue } from './support/bad-input.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import { keptWorlds } from './support/world/kept-worlds.ts';

/** Seconds on a machine that has nothing else to do. */
const patience = 240_000;

/** What can open a connection or start a program, if it is imported for more than its types. */
const doors =
  /^import (?!type\b)[^;]*?from '(node:(?:http|https|http2|net|tls|dgram|dns|child_process)(?:\/[^']+)?|undici|pg|nodemailer|openid-client|ws)';|\bimport\('(nodemailer|pg|openid-client)'\)|\b(fetch|WebSocket|EventSource)\(/gm;

/** Everything that the server speaks to, and the one file for each that does. Whatever is added here is a decision. */
const known: Record<string, readonly string[]> = {
  'src/server/cli/doctor.ts': ['nodemailer'],
  'src/server/db/postgres/dump.ts': ['node:child_process'],
  'src/server/db/postgres/errors.ts': ['pg'],
  'src/server/db/postgres/hosts.ts': ['pg'],
  'src/server/db/postgres/notifications.ts': ['pg'],
  'src/server/db/postgres/pipelined.ts': ['pg'],
  'src/server/db/postgres/pool.ts': ['pg'],
  'src/server/db/postgres/settings.ts': ['pg'],
  // In the script of the page, which runs in browsers.
  'src/server/features/docs/swagger-page.service.ts': ['fetch'],
  // Asks the provider that the operator has configured, and looks at every address before it does.
  'src/server/features/oidc/provider.service.ts': ['openid-client', 'fetch'],
  // It only listens.
  'src/server/http/server.ts': ['node:http'],
  'src/server/lib/mailer.ts': ['nodemailer'],
  // For addresses that people typed: checks every address it connects to.
  'src/server/lib/outgoing/destination.ts': ['node:net'],
  'src/server/lib/outgoing/guarded-fetch.ts': ['node:dns/promises', 'node:http', 'node:https', 'node:net'],
};

test('the server connects only to its database, its mail server and a configured provider', () => {
  const found = globSync('src/server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const names = [...readFileSync(file, 'utf8').matchAll(doors)].map(([, one, two, three]) => one ?? two ?? three);
      return names.length === 0 ? [] : [[file.replaceAll('\\', '/'), new Set(names)]];
    });
  const expected = Object.entries(known).map(([file, names]) => [file, new Set(names)]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

/** The ports that this process connects to while something is done. */
async function portsReached(work: () => Promise<void>): Promise<Set<number>> {
  const ports = new Set<number>();
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => ports.add(socket.remotePort ?? 0));
  };
  subscribe('net.client.socket', note);
  await work();
  unsubscribe('net.client.socket', note);
  return ports;
}

test(
  'no address that anybody writes anywhere is ever asked for',
  async () => {
    const trap = createServer((socket) => socket.destroy());
    let visits = 0;
    trap.on('connection', () => (visits += 1));
    trap.listen(0, '127.0.0.1');
    await once(trap, 'listening');
    const { port } = trap.address() as AddressInfo;
    const lures = [`http://127.0.0.1:${port}/lure`, `https://127.0.0.1:${port}/`, `//127.0.0.1:${port}`, `a@127.0.0.1`];
    const ports = await portsReached(async () => {
      await using muster = await startTestApp();
      const schemas = bodySchemas(muster);
      const worlds = keptWorlds(muster);
      for (const [turn, operation] of operationsOf(muster).entries()) {
        const role = operation.access === 'administrator' ? 'administrator' : 'owner';
        const { payload, ...request } = requestIn(await worlds.of(role), operation);
        const note = ({ statusCode }: { statusCode: number }) => worlds.noteAnswer(role, operation.method, statusCode);
        const lure = lures[turn % lures.length] ?? '';
        const headers = {
          ...request.headers,
          referer: lure,
          origin: lure,
          host: `127.0.0.1:${port}`,
          'x-forwarded-host': lure,
        };
        note(await muster.app.inject({ ...request, headers, ...(payload === undefined ? {} : { payload }) } as Call));
        const schema = schemas.schemaOf(operation);
        for (const path of schema === undefined ? [] : fieldsOf(schema, schemas.resolve)) {
          note(await muster.call({ ...request, payload: withValue(payload, path, lure) as object }));
        }
        const separator = request.url.includes('?') ? '&' : '?';
        note(await muster.call({ ...request, url: `${request.url}${separator}url=${encodeURIComponent(lure)}` }));
      }
      await muster.deliver();
    });
    trap.close();
    expect(visits).toBe(0);
    const database = process.env['TEST_POSTGRES_URL'];
    const own = new Set([Number(new URL(database ?? 'http://a:1').port)]);
    expect([...ports].filter((one) => !own.has(one))).toEqual([]);
  },
  patience,
);

test('the check detects an outgoing connection', async () => {
  const server = createServer((socket) => socket.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ports = await portsReached(async () => {
    await fetch(`http://127.0.0.1:${port}/`).catch(() => {});
  });
  server.close();
  expect([...ports]).toEqual([port]);
});
