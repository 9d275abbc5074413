import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { emptyDatabase } from './support/database.ts';
import { byNpm, send, startServer } from './support/processes.ts';
import { openConnection } from './support/servers/raw-connection.ts';

/** A mail server that accepts connections and never answers. */
async function startSilentServer() {
  const called = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    called.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    called: called.promise,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test.concurrent('the process ends in time with a client that stopped sending and a mail server that does not answer', async () => {
  await using place = await emptyDatabase('sqlite');
  await using mail = await startSilentServer();
  await using server = await startServer(place, { SMTP_URL: mail.url });
  const stuck = await openConnection(server.url);
  stuck.write('POST /api/token HTTP/1.1\r\nhost: muster\r\nexpect: 100-continue\r\ncontent-length: 10\r\n\r\n{');
  await stuck.receives(/100 Continue/);
  await send(server, 'POST', '/api/sign-in/email', { body: { email: 'ada@example.org' } });
  await mail.called;

  const { code, stdout } = await server.stop('SIGTERM');
  expect(code).toBe(0);
  expect(stdout).toContain('stopped before all work was finished');
});

test.concurrent('npm start forwards the stop signal and exits after the service', async () => {
  await using place = await emptyDatabase('sqlite');
  await using server = await startServer(place, {}, byNpm);
  const [, pid = ''] = await server.waitForLogLine(/"pid":(\d+),"url"/);
  expect(Number(pid)).not.toBe(server.child.pid);
  await server.stop('SIGTERM');
  expect(server.countLogLines(/"msg":"stopping"/)).toBe(1);
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});
