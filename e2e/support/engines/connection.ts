import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { freePort } from '../../../test/support/servers/postgres-server.ts';

/** The way from a browser to the server, which can be cut: not every engine has a way to be offline. */
export async function openConnection(serverPort: () => number) {
  const port = await freePort();
  const open = new Set<Socket>();
  const proxy = createServer((browser) => {
    const server = connect(serverPort(), '127.0.0.1');
    for (const socket of [browser, server]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => {});
    }
    browser.pipe(server).pipe(browser);
  });
  const restore = () => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  const cut = () =>
    new Promise<void>((resolve) => {
      proxy.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  await restore();
  return { url: `http://localhost:${port}`, cut, restore };
}
