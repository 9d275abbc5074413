import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Admission } from './admission.ts';
import { connectionLimits, limitConnections } from './connections.ts';
import type { Draining } from './draining.ts';
import type { FastPath } from './fast-path.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** When its header had been read. It may have been queued since. */
    arrivedAt?: number;
    /** When an endless stream started. The time spent streaming does not count as latency. */
    streamsSince?: number;
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Parts = { admission: Admission; draining: Draining; fastPath: FastPath };

/** Always answered: they are needed most when the process is overloaded. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** The server in front of the framework: a request passes draining, admission and the fast path before `handler`. */
export function createHttpServer(handler: Handler, { admission, draining, fastPath }: Parts): Server {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, checkEveryMs, headerBytes } = connectionLimits;
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkEveryMs,
    maxHeaderSize: headerBytes,
  });
  server.setTimeout(connectionLimits.idleSocketTimeoutMs);
  // The total size of the header is limited, so the number of fields needs no limit. Node silently drops fields past 2000,
  // which could be the proxy's own.
  server.maxHeadersCount = 0;
  keepConnectionsBeingRead(server, limitConnections(server, connectionLimits.openConnections));

  server.on('request', (request, response) => {
    if (!draining.accepts(request, response)) return;
    request.arrivedAt = performance.now();
    if (probes.has(request.url ?? '')) return handler(request, response);
    admission.submit((load) => {
      // Once the server is closing, the framework must answer: it ends the connection.
      if (load !== 'too late' && server.listening && fastPath.answer(request, response)) return;
      if (load === 'normal') admission.takeSlot(request, response);
      // Loading a listing that is not ready makes it ready for all others.
      else if (load === 'too late' || !fastPath.covers(request)) return admission.refuse(response);
      handler(request, response);
    });
  });
  server.once('close', admission.stop);
  return server;
}

/**
 * Node's `closeIdleConnections`, which `close` calls, too, destroys a connection whose last response has not been read to
 * the end, and leaves open one that we have ended and the other side has not. There is no public list of the idle
 * connections, so those being read are protected by hiding `destroy` for the length of the call.
 */
function keepConnectionsBeingRead(server: Server, open: ReadonlySet<Socket>): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const beingRead = [...open].filter(({ writableLength }) => writableLength > 0);
    for (const socket of beingRead) socket.destroy = () => socket;
    closeIdle();
    for (const socket of beingRead) Reflect.deleteProperty(socket, 'destroy');
    for (const socket of open) if (socket.writableFinished) socket.destroy();
  };
}
