import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { limitConnections } from './connections.ts';

test('a new connection is rejected when all others are being answered', async () => {
  const server = createServer((_request, response) => void response.writeHead(200).write('begin'));
  const open = limitConnections(server, 2);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  const join = () => {
    const client = connect(port, '127.0.0.1');
    clients.push(client);
    return client;
  };
  try {
    for (const client of [join(), join()]) {
      client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
      await once(client, 'data');
    }
    const late = join();
    late.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    late.on('error', () => {});
    await once(late, 'close');
    expect(late.bytesRead).toBe(0);
    expect(open.size).toBe(2);
    expect(clients.map(({ readableEnded }) => readableEnded).slice(0, 2)).toEqual([false, false]);
  } finally {
    for (const client of clients) client.destroy();
    server.close();
  }
});
