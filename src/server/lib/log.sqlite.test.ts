import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { migratedDatabase } from '../../../test/support/database.ts';
import { startServer } from '../../../test/support/processes.ts';

test('the service keeps running when the reader of its log has closed the pipe, and still stops on SIGTERM', async () => {
  await using place = await migratedDatabase();
  await using server = await startServer(place);
  server.child.stdout?.destroy();
  for (let i = 0; i < 100; i += 1) expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  const [code] = await once(server.child, 'exit');
  expect(code).toBe(0);
});

test('the service keeps serving while the reader of its log is stuck', async () => {
  await using place = await migratedDatabase();
  await using server = await startServer(place);
  server.child.stdout?.pause();
  // Their log lines are more than a pipe holds.
  const path = `/api/${'x'.repeat(1500)}`;
  for (let i = 0; i < 400; i += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${server.url}${path}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  }
  server.child.stdout?.resume();
});

/** Writes lines and ends at once, by itself or by `process.exit`. */
const program = (end: string) => `
  import { logDestination } from '${new URL('log.ts', import.meta.url).href}';
  const output = logDestination();
  for (let i = 0; i < 20000; i += 1) output.write(i + '號\\n');
  ${end}
`;

test.each(['', 'process.exit(0);'])(
  'every line is written completely and in order when the program ends at once %s',
  async (end) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(end)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    for await (const part of child.stdout.setEncoding('utf8')) text += String(part);
    expect(text.split('\n').slice(0, -1)).toEqual(Array.from({ length: 20_000 }, (_, i) => `${i}號`));
  },
);

test('the program ends when the reader of its log is gone before the last lines are written', async () => {
  const wait = "await new Promise((resolve) => process.stdin.once('data', resolve));";
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${wait}${program('process.exit(0);')}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdout.destroy();
  child.stdin.end('go');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});
