import { expect, test } from 'vitest';
import { runInThread } from './in-thread.ts';

const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const run = (source: string, maxMs = 60_000) => runInThread(program(source), null, { maxMs });

test('a thread returns the text that it posts', async () => {
  const echo = `import { parentPort, workerData } from 'node:worker_threads'; parentPort.postMessage(workerData.name);`;
  expect(await runInThread(program(echo), { name: 'Ada' }, { maxMs: 60_000 })).toBe('Ada');
});

test('a thread that ends, fails, takes too long or is stopped is an error at once', async () => {
  await expect(run('')).rejects.toThrow('the thread ended without a draft');
  await expect(run(`throw new Error('broken')`)).rejects.toThrow('broken');
  await expect(run('setInterval(() => {}, 1000)', 1)).rejects.toThrow('the draft took too long');
  const stopping = new AbortController();
  const stopped = runInThread(program('setInterval(() => {}, 1000)'), null, { maxMs: 60_000, signal: stopping.signal });
  stopping.abort();
  await expect(stopped).rejects.toThrow('stopped');
});
