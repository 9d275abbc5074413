import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export type Relay = {
  port: number;
  /** Breaks every connection and refuses new ones. */
  cut: () => Promise<void>;
  restore: () => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** A line between two programs that a test can cut. */
export async function startRelay(target: { host: string; port: number }): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      for (const socket of sockets) socket.resetAndDestroy();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return { port, cut, restore: () => listen(port), [Symbol.asyncDispose]: cut };
}
