import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const kib = 1024;

/** Limits of one connection, so that slow, idle or endless clients cannot block others. */
export const connectionLimits = {
  /** How long the header fields may take to arrive, also on a new connection that sends nothing. */
  headersTimeoutMs: 10_000,
  /** How long the whole request may take to arrive, with its body. */
  requestTimeoutMs: 30_000,
  /** Longer than the minute for which reverse proxies keep a connection: the side that closes last loses no request. */
  keepAliveTimeoutMs: 72_000,
  /** No traffic in either direction, for example when the client disappeared during a download. */
  idleSocketTimeoutMs: 120_000,
  checkEveryMs: 1000,
  headerBytes: 16 * kib,
  bodyBytes: 256 * kib,
  /** The limit for requests without signing in: a link, a code, an address, a pair of credentials. */
  visitorBodyBytes: 16 * kib,
  openConnections: 2000,
};

/**
 * Past the limit, connections without a request are closed: all idle ones, then the oldest that has had no response yet.
 * So a flood closes its own connections. A new one is rejected only when all others are being served.
 * Returns the open connections, oldest first.
 */
export function limitConnections(server: Server, maxOpen: number): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  // Prepended: the server counts a connection that has sent nothing as idle, and must not see the new one yet.
  server.prependListener('connection', (socket: Socket) => {
    if (open.size >= maxOpen && !makeRoom()) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  const makeRoom = (): boolean => {
    server.closeIdleConnections();
    // Their 'close' events come only after other connections have been accepted.
    for (const socket of open) if (socket.destroyed) open.delete(socket);
    if (open.size < maxOpen) return true;
    const unanswered = open.values().find(({ bytesWritten }) => bytesWritten === 0);
    if (unanswered === undefined) return false;
    open.delete(unanswered);
    unanswered.destroy();
    return true;
  };
  return open;
}
