import { expect, test } from 'vitest';
import type { Now } from '../../../../client/client.ts';
import { shownTasks, wasMissing, withNewRows } from './now.ts';

type State = Now['tasks'][number]['people'][number]['state'];

const nowWith = (at: string, states: Record<string, State>, joinedAt: Record<string, string> = {}): Now => ({
  at,
  more: false,
  tasks: [
    {
      id: 'door',
      title: 'Door',
      team: null,
      place: null,
      starts_at: '2027-05-01T09:00:00.000Z',
      ends_at: '2027-05-01T12:00:00.000Z',
      min_people: 3,
      unreached: 0,
      people: Object.entries(states).map(([uid, state]) => ({
        uid,
        state,
        joined_at: joinedAt[uid] ?? '2027-04-01T00:00:00.000Z',
        arrived_at: null,
        left_at: null,
        place_open: false,
        replaced: false,
        others_decide: false,
        delivery: null,
      })),
    },
  ],
  people: Object.keys(states).map((uid) => ({ uid, name: uid })),
});

const begun = '2027-05-01T09:05:00.000Z';

test('the people of a task stay in the order of their names, whatever their states', () => {
  const orderOf = (at: string, ...[ann, ben, cai]: [State, State, State]) =>
    Object.values(shownTasks(nowWith(at, { ann, ben, cai }))).flatMap((tasks) =>
      tasks.flatMap(({ places }) => places.map(({ uid }) => uid)),
    );
  for (const order of [
    orderOf('2027-05-01T08:50:00.000Z', 'arrived', 'joined', 'joined'),
    orderOf(begun, 'arrived', 'joined', 'joined'),
    orderOf(begun, 'no_show', 'arrived', 'joined'),
    orderOf(begun, 'joined', 'left_early', 'arrived'),
  ])
    expect(order).toEqual(['ann', 'ben', 'cai']);
});

test('who was missing stays among those missing after they are checked in', () => {
  const before = nowWith('2027-05-01T08:50:00.000Z', { ann: 'arrived', ben: 'joined', cai: 'joined' });
  const early = withNewRows(before, new Map());
  expect(withNewRows(before, early)).toBe(early);
  const first = withNewRows(nowWith(begun, { ann: 'arrived', ben: 'arrived', cai: 'joined' }), early);
  const allHere = nowWith('2027-05-01T09:06:00.000Z', { ann: 'arrived', ben: 'arrived', cai: 'arrived' });
  const [door] = shownTasks(allHere).running;
  expect(door?.places.filter((one) => wasMissing(one, allHere.at, first)).map(({ uid }) => uid)).toEqual(['cai']);
});

test('somebody who was added to a running task is missing only some minutes later', () => {
  const states = { ann: 'joined', ben: 'joined' } as const;
  const countAt = (at: string) => {
    const [door] = shownTasks(nowWith(at, states, { ben: '2027-05-01T09:30:00.000Z' })).running;
    return [door?.missing, door?.open];
  };
  expect(countAt('2027-05-01T09:44:00.000Z')).toEqual([1, 1]);
  expect(countAt('2027-05-01T09:45:00.000Z')).toEqual([2, 1]);
});
