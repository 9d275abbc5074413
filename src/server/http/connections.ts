import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const kib = 1024;

/** What one connection may ask of the process, so that whoever is slow, silent or endless holds up nobody else. */
export const connectionLimits = {
  /** The header fields must be there within this time; also on a new connection that says nothing at all. */
  headersTimeoutMs: 10_000,
  /** So must the whole request, with its body. */
  requestTimeoutMs: 30_000,
  /** Longer than the minute for which reverse proxies keep a connection: the side that closes last loses no request. */
  keepAliveTimeoutMs: 72_000,
  /** No byte either way: the reader of a long answer has gone without a word. */
  silenceMs: 120_000,
  checkEveryMs: 1000,
  headerBytes: 16 * kib,
  bodyBytes: 256 * kib,
  /** Where nobody has to sign in: a link, a code, an address, a pair of credentials. */
  visitorBodyBytes: 16 * kib,
  openConnections: 2000,
};

/**
 * With too many connections those make room that ask for nothing: all that rest between two requests, then the oldest
 * that has not had an answer yet. So a flood pushes out itself. The newest is turned away only when all others are
 * being answered.
 */
export function limitConnections(server: Server, most: number): void {
  // In the order in which they came.
  const open = new Set<Socket>();
  // Before the server itself takes the connection: one that has said nothing yet counts as resting, too.
  server.prependListener('connection', (socket: Socket) => {
    if (open.size >= most && !makeRoom()) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  closeRightly(server, open);

  const makeRoom = (): boolean => {
    server.closeIdleConnections();
    // Their end is heard of only after others have come.
    for (const socket of open) if (socket.destroyed) open.delete(socket);
    if (open.size < most) return true;
    const waiting = open.values().find(({ bytesWritten }) => bytesWritten === 0);
    if (waiting === undefined) return false;
    open.delete(waiting);
    waiting.destroy();
    return true;
  };
}

/**
 * Node takes a connection for idle as soon as its last answer is written, though it may not have been read yet; and never
 * one that had its last answer, and that the other side does not close.
 */
function closeRightly(server: Server, open: ReadonlySet<Socket>): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const reading = [...open].filter(({ writableLength }) => writableLength > 0);
    for (const socket of reading) socket.destroy = () => socket;
    closeIdle();
    for (const socket of reading) Reflect.deleteProperty(socket, 'destroy');
    for (const socket of open) if (socket.writableFinished) socket.destroy();
  };
}
