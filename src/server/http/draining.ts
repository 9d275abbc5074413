import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Connections count as quiet when none that was open at the start has sent a request for this long. */
const quietMs = 1000;
const maxDrainMs = 5000;
const pollEveryMs = 50;

export type Draining = ReturnType<typeof draining>;

/**
 * Takes callers off their connections before a stop. A connection that is closed while its next request is on the way
 * loses that request, so each caller is first told, by `Connection: close` on their next answer, to use another one.
 */
export function draining() {
  let isDraining = false;
  let lastRequestAt = 0;
  const openedLater = new WeakSet<Socket>();
  const told = new WeakSet<Socket>();

  return {
    /** False for a request pipelined behind the one whose answer closes the connection: it could not be answered. */
    accepts: ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
      if (!isDraining) return true;
      if (told.has(socket)) return false;
      told.add(socket);
      response.shouldKeepAlive = false;
      if (!openedLater.has(socket)) lastRequestAt = performance.now();
      return true;
    },
    /** Resolves when the connections are quiet and the idle ones closed, at the latest after `maxDrainMs`. */
    drain: async (server: Server): Promise<void> => {
      const startedAt = performance.now();
      isDraining = true;
      lastRequestAt = startedAt;
      server.on('connection', (socket: Socket) => void openedLater.add(socket));
      const countConnections = promisify(server.getConnections.bind(server));
      const isQuiet = (): boolean =>
        performance.now() - lastRequestAt > quietMs || performance.now() - startedAt > maxDrainMs;
      while ((await countConnections()) > 0 && !isQuiet()) await sleep(pollEveryMs);
      // After this turn everything that has arrived has been read.
      await endOfTurn();
      server.closeIdleConnections();
    },
  };
}
