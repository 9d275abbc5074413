import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { polling } from './polling.ts';

test('work begins with the start, goes on when it is woken, and ends with the stop', async () => {
  let times = 0;
  const work = async (): Promise<void> => void (times += 1);
  const { wake, start, stop } = polling(work, { everyMs: 60_000, log: { error: () => {} }, failure: 'failed' });
  const woken = async () => {
    wake();
    await turn();
    await turn();
    return times;
  };
  expect(await woken()).toBe(0);
  start();
  expect(times).toBe(1);
  await turn();
  expect(await woken()).toBe(2);
  await stop();
  expect(await woken()).toBe(2);
});
