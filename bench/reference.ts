/** The reference: nothing but node:http, which writes the bytes and header fields that it was told. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = { status: number; headers: [name: string, value: string][]; body: string };

let status = 200;
let headers: Record<string, string> = {};
let body: Buffer | undefined;

const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(body);
});

process.on('message', (answer: Answer) => {
  status = answer.status;
  headers = Object.fromEntries(answer.headers);
  body = answer.body === '' ? undefined : Buffer.from(answer.body, 'base64');
  process.send?.('ready');
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
