import { expect, test } from 'vitest';
import { reasonsOf } from './reasons.ts';
import type { HoursEntry } from './reasons.ts';

const entry: HoursEntry = {
  kind: 'task',
  id: 'a',
  title: 'Door',
  tid: null,
  team: null,
  starts_at: '2026-08-08T09:00:00.000Z',
  ends_at: '2026-08-08T10:00:00.000Z',
  arrived_at: null,
  left_at: null,
  state: 'done',
  presumed: false,
  by_themselves: false,
  weight: 1,
  minutes: 60,
};
const at = (time: string): string => `2026-08-08T${time}:00.000Z`;

test('hours as planned need no reason, other hours have one', () => {
  expect(reasonsOf(entry)).toEqual([]);
  expect(reasonsOf({ ...entry, arrived_at: at('08:30'), left_at: at('10:05') })).toEqual([]);
  expect(reasonsOf({ ...entry, arrived_at: at('09:30') })).toEqual(['times']);
  expect(reasonsOf({ ...entry, left_at: at('11:00') })).toEqual(['times']);
  expect(reasonsOf({ ...entry, arrived_at: at('09:55') })).toEqual(['times', 'short']);
  expect(reasonsOf({ ...entry, arrived_at: at('10:01') })).toEqual(['afterEnd']);
  expect(reasonsOf({ ...entry, weight: 0 })).toEqual(['weight']);
  expect(reasonsOf({ ...entry, state: 'no_show' })).toEqual([]);
  expect(reasonsOf({ ...entry, weight: 2, by_themselves: true })).toEqual(['weight', 'byThemselves']);
  expect(reasonsOf({ ...entry, kind: 'work', by_themselves: true })).toEqual(['byThemselves']);
});
