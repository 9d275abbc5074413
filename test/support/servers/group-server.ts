import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a group server of a test, and what it answers. */
export type GroupRequest = { method: string; url: URL; headers: IncomingMessage['headers']; body: string };
export type GroupAnswer = { status: number; json?: unknown; headers?: Record<string, string>; text?: string };

/** Answers instead of the server, such as an outage; undefined: the server answers. */
type Instead = (request: GroupRequest) => GroupAnswer | undefined;

export type GroupServerStub = {
  url: string;
  requests: GroupRequest[];
  /** Method and path of the requests that change something. */
  writes: () => string[];
  interrupt: (instead: Instead | undefined) => void;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** An HTTP server with the answers of Mailman or Mattermost. Allow it with INTERNAL_HOSTS=127.0.0.1. */
export async function startGroupServer(answer: (request: GroupRequest) => GroupAnswer): Promise<GroupServerStub> {
  const requests: GroupRequest[] = [];
  let instead: Instead | undefined;
  const take = async (message: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part as Buffer);
    const { method = '', url: path = '', headers } = message;
    const url = new URL(path, 'http://group.server');
    const request = { method, url, headers, body: Buffer.concat(parts).toString('utf8') };
    requests.push(request);
    const { status, json, headers: more = {}, text } = instead?.(request) ?? answer(request);
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(text ?? (json === undefined ? '' : JSON.stringify(json)));
  };
  const server = createServer((message, response) => void take(message, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    writes: () =>
      requests.filter(({ method }) => method !== 'GET').map(({ method, url: { pathname } }) => `${method} ${pathname}`),
    interrupt: (next) => void (instead = next),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
