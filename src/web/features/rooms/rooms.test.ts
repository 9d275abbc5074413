import { expect, test } from 'vitest';
import type { Room, RoomGuest } from '../../../client/client.ts';
import { fits, namesFrom, roomsOfPeople, takenIn } from './rooms.ts';

const nights = ['2026-08-07', '2026-08-08'];
const room = (more: Partial<Room> = {}): Room => ({
  id: 'tower',
  name: 'Tower',
  beds: 1,
  kind: 'mixed',
  nights,
  revision: 1,
  people: [],
  ...more,
});
const guest = (more: Partial<RoomGuest> = {}): RoomGuest => ({
  uid: 'ada',
  name: 'Ada',
  teams: [],
  nights,
  kinds: ['mixed'],
  mates: [],
  problem: null,
  ...more,
});

test('a room fits whose kind they accept and that has a bed in their nights', () => {
  expect(fits(room(), guest())).toBe(true);
  expect(fits(room(), guest({ nights: null }))).toBe(true);
  expect(fits(room({ kind: 'women' }), guest())).toBe(false);
  expect(fits(room({ nights: ['2026-08-09'] }), guest())).toBe(false);
  const taken = room({ people: [{ uid: 'bob', nights: ['2026-08-08'] }] });
  expect(fits(taken, guest())).toBe(false);
  expect(fits(taken, guest({ nights: ['2026-08-07'] }))).toBe(true);
  expect(fits(room({ people: [{ uid: 'ada', nights }] }), guest())).toBe(true);
  expect([takenIn(room()), takenIn(taken)]).toEqual([0, 1]);
});

test('who has two rooms is shown where they are most', () => {
  const one = room({ id: 'one', people: [{ uid: 'ada', nights: ['2026-08-07'] }] });
  const two = room({ id: 'two', people: [{ uid: 'ada', nights }] });
  const board = { nights, rooms: [one, two], people: [guest(), guest({ uid: 'bob' })], without_bed: 1, undo: null };
  expect([...roomsOfPeople(board)].map(([uid, found]) => [uid, found?.id])).toEqual([
    ['ada', 'two'],
    ['bob', undefined],
  ]);
});

test('names of several rooms count on', () => {
  expect(namesFrom('Tower', 1)).toEqual(['Tower']);
  expect(namesFrom('Tower', 2)).toEqual(['Tower 1', 'Tower 2']);
  expect(namesFrom('Room 09', 2)).toEqual(['Room 09', 'Room 10']);
});
