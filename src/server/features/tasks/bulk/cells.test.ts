import { expect, test } from 'vitest';
import { readClock, readCount, readDay } from './cells.policy.ts';

test('spaces around a cell do not matter, whatever their width', () => {
  expect([readDay(' 2026-08-09\t'), readClock(' 09:30 '), readCount('\u300012 ')]).toEqual(['2026-08-09', 570, 12]);
});
