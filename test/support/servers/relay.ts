import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

type Target = { host: string; port: number };

export type Relay = {
  port: number;
  /** Breaks every connection and rejects new ones. */
  cut: () => Promise<void>;
  restore: () => Promise<void>;
  /** Accepts connections and bytes but forwards nothing until resumed. */
  stall: () => void;
  resume: () => void;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** A TCP relay that a test can cut or pause. The target is looked up for each connection. */
export async function startRelay(target: () => Target): Promise<Relay> {
  const lines = new Map<Socket, Socket>();
  let stalled = false;
  const server = createServer((near) => {
    const far = connect(target());
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.set(socket, other);
      if (!stalled) socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        lines.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      for (const socket of lines.keys()) socket.resetAndDestroy();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut,
    restore: () => listen(port),
    stall: () => {
      stalled = true;
      for (const [socket, other] of lines) socket.unpipe(other).pause();
    },
    resume: () => {
      stalled = false;
      for (const [socket, other] of lines) socket.pipe(other);
    },
    [Symbol.asyncDispose]: cut,
  };
}

/** A round-robin load balancer. */
export async function startBalancer() {
  const members: string[] = [];
  let turn = 0;
  const next = (): Target => {
    const { hostname, port } = new URL(members[(turn += 1) % members.length] ?? '');
    return { host: hostname, port: Number(port) };
  };
  const relay = await startRelay(next);
  return {
    url: `http://127.0.0.1:${relay.port}`,
    add: (url: string) => void members.push(url),
    remove: (url: string) => void members.splice(members.indexOf(url), 1),
    [Symbol.asyncDispose]: relay[Symbol.asyncDispose],
  };
}
