import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Draining ends when no connection that was open at the start has sent a request for this long. */
const idleMs = 1000;
const maxDrainMs = 5000;
const pollEveryMs = 50;

export type Draining = ReturnType<typeof draining>;

/**
 * Drains kept-alive connections before a stop. A connection that is closed while its next request is on the way loses
 * that request, so each client is first asked, by `Connection: close` on its next response, to use another one.
 */
export function draining() {
  let isDraining = false;
  let lastRequestAt = 0;
  const openedAfterStart = new WeakSet<Socket>();
  const notified = new WeakSet<Socket>();

  return {
    /** False for a request pipelined behind the one whose response closes the connection: it cannot be served. */
    accepts: ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
      if (!isDraining) return true;
      if (notified.has(socket)) return false;
      notified.add(socket);
      response.shouldKeepAlive = false;
      if (!openedAfterStart.has(socket)) lastRequestAt = performance.now();
      return true;
    },
    /** Resolves when no more requests arrive and the idle connections are closed, at the latest after `maxDrainMs`. */
    drain: async (server: Server): Promise<void> => {
      const startedAt = performance.now();
      isDraining = true;
      lastRequestAt = startedAt;
      server.on('connection', (socket: Socket) => void openedAfterStart.add(socket));
      const countConnections = promisify(server.getConnections.bind(server));
      const isQuiet = (): boolean =>
        performance.now() - lastRequestAt > idleMs || performance.now() - startedAt > maxDrainMs;
      while ((await countConnections()) > 0 && !isQuiet()) await sleep(pollEveryMs);
      // After this turn everything that has arrived has been read.
      await endOfTurn();
      server.closeIdleConnections();
    },
  };
}
