import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { freshPlace } from '../../../test/support/database.ts';
import { startServer } from '../../../test/support/processes.ts';

test('the service goes on when whoever reads its log has gone, and stops when told', async () => {
  await using place = await freshPlace();
  await using server = await startServer(place);
  server.child.stdout?.destroy();
  for (let i = 0; i < 100; i += 1) expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  const [code] = await once(server.child, 'exit');
  expect(code).toBe(0);
});

const program = `
  import { bufferedOutput } from '${new URL('log.ts', import.meta.url).href}';
  const output = bufferedOutput();
  for (let i = 0; i < 20000; i += 1) output.write(i + '號\\n');
`;

test('every line arrives whole and in order, also when the program ends at once', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const part of child.stdout.setEncoding('utf8')) text += String(part);
  expect(text.split('\n').slice(0, -1)).toEqual(Array.from({ length: 20_000 }, (_, i) => `${i}號`));
});
