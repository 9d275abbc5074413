import { expect, test } from 'vitest';
import { withTicks } from './ticks.ts';

const person = (uid: string, mark: { state: 'present' | 'missing'; at: string; by: string | null } | null = null) => ({
  uid,
  name: uid,
  tids: [],
  since: '2026-08-08T08:00:00.000Z',
  task: null,
  mark,
});

test('ticks that were not sent yet count, unless somebody ticked the person later', () => {
  const before = { state: 'missing' as const, at: '2026-08-08T09:00:00.000Z', by: 'Olga' };
  const people = [person('ada'), person('bob', before), person('eve', before)];
  const at = '2026-08-08T09:30:00.000Z';
  const earlier = '2026-08-08T08:30:00.000Z';
  const shown = withTicks(people, [
    { uid: 'ada', state: 'present', at },
    { uid: 'bob', state: 'open', at },
    { uid: 'eve', state: 'present', at: earlier },
  ]);
  expect(shown.map(({ mark }) => mark?.state ?? null)).toEqual(['present', null, 'missing']);
});
