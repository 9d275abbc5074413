/** The reference: a bare node:http server that writes the given headers and bytes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `open`: the response begins and does not end. */
export type Answer = { status: number; headers: [name: string, value: string][]; body: string; open?: boolean };

process.on('disconnect', () => process.exit(0));
let status = 200;
let headers: Record<string, string> = {};
let body: Buffer | undefined;
let isOpen = false;
const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  if (isOpen) response.write(':\n\n');
  else response.end(body);
});
process.on('message', (answer: Answer) => {
  status = answer.status;
  headers = Object.fromEntries(answer.headers);
  isOpen = answer.open ?? false;
  body = answer.body === '' ? undefined : Buffer.from(answer.body, 'base64');
  process.send?.('ready');
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
