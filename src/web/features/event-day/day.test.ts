import { expect, test } from 'vitest';
import { answerTo } from './day.ts';
import type { Day } from './day.ts';

const day = (tids: string[] | null): Day => ({
  next: '',
  at: '2026-08-08T08:00:00Z',
  project: { name: 'Summer Camp', timezone: 'UTC', key: '' },
  handOuts: [{ id: 'shirt', name: 'Shirt' }],
  device: 'Door',
  tids,
  tasks: new Map(),
  people: new Map([['ada', { uid: 'ada', name: 'Ada', tasks: [], hand_outs: [] }]]),
});

test('a reason is enough to hand out, except to people that a device of some teams does not know', () => {
  const give = (tids: string[] | null, uid: string, reason?: string) => {
    const step = { step: 'hand_out', handOut: 'shirt', ...(reason !== undefined && { reason }) } as const;
    const { result, scan } = answerTo(day(tids), uid, step, new Date('2026-08-08T08:00:00Z'));
    return [result, scan?.uid, scan?.reason];
  };
  expect(give(null, 'bob')).toEqual(['not_here', undefined, undefined]);
  expect(give(null, 'bob', 'Speaker')).toEqual(['accepted', 'bob', 'Speaker']);
  expect(give(['venue'], 'bob', 'Speaker')).toEqual(['not_here', undefined, undefined]);
  expect(give(['venue'], 'ada', 'Torn')).toEqual(['accepted', 'ada', 'Torn']);
});
