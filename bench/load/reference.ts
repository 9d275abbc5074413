/** The reference: a bare node:http server that writes the given headers and bytes. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `open`: the response begins and does not end. */
export type Answer = { status: number; headers: [name: string, value: string][]; body: string; open?: boolean };

const processes = Number(process.argv[2] ?? 1);
process.on('disconnect', () => process.exit(0));
if (processes > 1 && cluster.isPrimary) await supervise();
else serve();

function serve(): void {
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
}

/** Several processes on one port, like Muster's workers. */
async function supervise(): Promise<void> {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const workers = Array.from({ length: processes }, () => cluster.fork());
  const replies = () => Promise.all(workers.map((worker) => once(worker, 'message')));
  process.on('message', (answer: Answer) => {
    void replies().then(() => process.send?.('ready'));
    for (const worker of workers) worker.send(answer);
  });
  const [[port] = []] = await replies();
  process.send?.(port);
}
