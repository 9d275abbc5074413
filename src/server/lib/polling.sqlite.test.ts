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

test('work that fails is logged, unless the database cannot serve at the moment, and goes on', async () => {
  const errors = [new Error('a mistake'), Object.assign(new Error('busy'), { errcode: 5 })];
  const lines: object[] = [];
  const work = async (): Promise<void> => {
    const error = errors.shift();
    if (error !== undefined) throw error;
    lines.push(['done']);
  };
  const log = { error: (fields: object, message: string) => void lines.push([message, fields]) };
  const { wake, start, stop } = polling(work, { everyMs: 60_000, log, failure: 'failed' });
  start();
  for (let times = 0; times < 2; times += 1) {
    wake();
    await turn();
    await turn();
  }
  await stop();
  expect(lines).toEqual([['failed', { err: expect.objectContaining({ message: 'a mistake' }) }], ['done']]);
});
