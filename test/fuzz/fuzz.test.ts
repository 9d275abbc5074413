import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { engine } from '../support/database.ts';
import { fuzz } from './run.ts';

let muster: TestApp;
beforeAll(async () => {
  muster = await startTestApp({ env: { RATE_LIMIT_SCALE: '1000000' } });
});
afterAll(() => muster[Symbol.asyncDispose]());

/** Each engine another part of one long run: together they see more than both would of the same. */
const parts = { sqlite: { seed: 2026, from: 0 }, postgres: { seed: 2026, from: 1800 } };

test('nothing made up from the document gets an answer that was not thought of', async () => {
  const findings = await fuzz(muster, { ...parts[engine], requests: 1800, overSocket: 60 });
  expect(findings).toEqual([]);
}, 300_000);
