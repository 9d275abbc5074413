import { expect, test } from 'vitest';
import { ApiProblem } from '../../../api.ts';
import { isRefused, withTicks } from './ticks.ts';

const person = (uid: string, mark: { state: 'present' | 'missing'; at: string; by: string | null } | null = null) => ({
  uid,
  name: uid,
  tids: [],
  since: '2026-08-08T08:00:00.000Z',
  task: null,
  mark,
});

const problem = (status: number) =>
  new ApiProblem({ type: '', title: '', detail: '', status, code: 'any', request_id: '' });

test('ticks that were not sent yet count, whatever the clock of the phone says', () => {
  const before = { state: 'missing' as const, at: '2026-08-08T09:00:00.000Z', by: 'Olga' };
  const people = [person('ada'), person('bob', before), person('eve', before), person('kim', before)];
  const at = '2026-08-08T08:30:00.000Z';
  const shown = withTicks(people, [
    { uid: 'ada', state: 'present', at },
    { uid: 'bob', state: 'open', at },
    { uid: 'eve', state: 'present', at },
  ]);
  expect(shown.map(({ mark }) => mark?.state ?? null)).toEqual(['present', null, 'present', 'missing']);
});

test('ticks are lost only if the server refuses them for good', () => {
  const refused = [400, 401, 403, 404, 429, 503].filter((status) => isRefused(problem(status)));
  expect(refused).toEqual([400, 403, 404]);
  expect(isRefused(problem(0))).toBe(false);
});
