import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
};
/** What the receiver does with a request; by default it answers 204. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

export type Receiver = {
  url: string;
  port: number;
  requests: ReceivedRequest[];
  /** Replaces how requests are answered. */
  answerWith: (answer: Answer | number) => void;
  connections: () => number;
  [Symbol.asyncDispose]: () => Promise<void>;
};

const withStatus =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status).end();

/** An HTTP server that stores what it receives, for webhooks, chat and push. Allow it with INTERNAL_HOSTS=127.0.0.1. */
export async function startReceiver(): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let answer = withStatus(204);
  let connections = 0;
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = '', url: path = '', headers } = request;
    const bytes = Buffer.concat(parts);
    const received = { method, path, headers, body: bytes.toString('utf8'), bytes };
    requests.push(received);
    answer(response, received);
  };
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    answerWith: (next) => void (answer = typeof next === 'number' ? withStatus(next) : next),
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
