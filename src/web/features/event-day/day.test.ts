import { expect, test } from 'vitest';
import { answerTo, modeOf, typedIn } from './day.ts';
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
  things: new Map(),
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

test('somebody who is too early sees when check-in opens', () => {
  const task = {
    id: 'gate',
    title: 'Gate',
    starts_at: '2026-08-08T10:00:00Z',
    ends_at: '2026-08-08T12:00:00Z',
    place: null,
  };
  const own = { id: 'gate', state: 'joined', arrived_at: null, left_at: null } as const;
  const people = new Map([['ada', { uid: 'ada', name: 'Ada', tasks: [own], hand_outs: [] }]]);
  const full = { ...day(null), tasks: new Map([['gate', task]]), people };
  const arrive = (at: string) => answerTo(full, 'ada', { step: 'arrive' }, new Date(at));
  expect(arrive('2026-08-08T08:59:59Z')).toEqual({
    result: 'too_early',
    name: 'Ada',
    task,
    opensAt: '2026-08-08T09:00:00.000Z',
  });
  expect(arrive('2026-08-08T09:00:00Z').result).toBe('accepted');
});

test('the answer about somebody who is not on the list says what to do next', () => {
  const now = new Date('2026-08-08T08:00:00Z');
  const next = (tids: string[] | null, uid: string, step: Parameters<typeof answerTo>[2]) => {
    const answer = answerTo(day(tids), uid, step, now);
    return [answer.result, answer.next];
  };
  const give = { step: 'hand_out', handOut: 'shirt' } as const;
  expect(next(null, 'ada', { step: 'arrive' })).toEqual(['not_here', 'assign']);
  expect(next(null, 'bob', { step: 'arrive' })).toEqual(['not_here', 'assign']);
  expect(next(null, 'ada', { step: 'leave' })).toEqual(['not_here', 'chief']);
  expect(next(null, 'bob', give)).toEqual(['not_here', 'reason']);
  expect(next(['venue'], 'ada', give)).toEqual(['not_here', 'reason']);
  // A reason does not help there.
  expect(next(['venue'], 'bob', give)).toEqual(['not_here', 'chief']);
});

test('a scanner is understood whatever is left in the field, and a name finds people', () => {
  const people = new Map(
    [
      ['ada', 'Ada Lovelace'],
      ['adam', 'Adam'],
      ['new', ''],
    ].map(([uid = '', name = '']) => [uid, { uid, name, tasks: [], hand_outs: [] }]),
  );
  const typed = (text: string) => {
    const found = typedIn({ ...day(null), people }, text, 'No name yet');
    return 'code' in found ? found.code : found.people.map(({ uid }) => uid);
  };
  expect(typed(' muster:camp:ada:x ')).toBe('muster:camp:ada:x');
  expect(typed('https://example.org/ticketmuster:camp:ada:x')).toBe('muster:camp:ada:x');
  expect(typed('muster:camp:bob:xmuster:camp:ada:x')).toBe('muster:camp:ada:x');
  expect(typed('https://example.org/ticket')).toEqual([]);
  expect(typed('ada')).toEqual(['ada', 'adam']);
  expect(typed('no name')).toEqual(['new']);
});

test('a desk that handed out something that was deleted checks people in', () => {
  expect(['arrive', 'leave', 'shirt', 'deleted'].map((mode) => modeOf(day(null), mode))).toEqual([
    'arrive',
    'leave',
    'shirt',
    'arrive',
  ]);
});
