import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { engine } from '../support/database.ts';
import { fuzz } from './run.ts';

const muster = useApp();

const requests = 300;

/** Each engine runs another part of one sequence, so that together they cover more. */
const parts = { sqlite: { seed: 2026, from: 0 }, postgres: { seed: 2026, from: requests } };

test('no request generated from the OpenAPI document gets an unexpected response', async () => {
  const findings = await fuzz(muster, { ...parts[engine], requests, overSocket: 60, held: 60 });
  expect(findings).toEqual([]);
}, 1_200_000);
