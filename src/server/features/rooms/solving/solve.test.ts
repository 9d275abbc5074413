import { expect, test } from 'vitest';
import type { BoardRoom, Guest, RoomKind } from './board.policy.ts';
import { brokenRules, solveRooms } from './solve.policy.ts';
import type { RoomProblem } from './solve.policy.ts';

const nights = ['2026-08-07', '2026-08-08'];
const beds = 4;

const room = (id: string, beds: number, kind: RoomKind = 'mixed'): BoardRoom => ({ id, beds, kind, nights });
const guest = (uid: string, mates: string[] = [], more: Partial<Guest> = {}): Guest => ({
  uid,
  nights,
  kinds: ['mixed'],
  mates,
  tids: [],
  ...more,
});
const roomsOf = (problem: RoomProblem) =>
  Object.fromEntries(solveRooms(problem).placed.map((one) => [one.uid, one.room]));

/** As many people as beds, or more. */
function problem({ rooms, people }: { rooms: number; people: number }): RoomProblem {
  const kind = 'mixed' as const;
  return {
    rooms: Array.from({ length: rooms }, (_, at) => ({ id: `room-${at}`, beds, kind, nights })),
    places: [],
    guests: Array.from({ length: people }, (_, at) => ({
      uid: `person-${at}`,
      nights,
      kinds: [kind],
      mates: [],
      tids: [`team-${at % 20}`],
    })),
  };
}

function timed(of: RoomProblem) {
  const start = process.cpuUsage();
  const draft = solveRooms(of);
  const { user } = process.cpuUsage(start);
  expect(brokenRules(of, draft)).toEqual([]);
  return { left: draft.left, user };
}

test('a draft with more people than beds takes hardly longer than one with a bed for everybody', () => {
  const rooms = 120;
  timed(problem({ rooms, people: rooms * beds }));
  const enough = timed(problem({ rooms, people: rooms * beds }));
  const tooFew = timed(problem({ rooms, people: rooms * beds + 100 }));
  expect(enough.left).toEqual([]);
  expect(tooFew.left).toHaveLength(100);
  expect(new Set(tooFew.left.map(({ reason }) => reason))).toEqual(new Set(['full']));
  expect(tooFew.user / enough.user).toBeLessThan(5);
});

test('who finds no bed gets that of somebody who can sleep elsewhere as well', () => {
  const room = { beds: 1, nights };
  const [mixed, women] = [
    { ...room, id: 'mixed', kind: 'mixed' as const },
    { ...room, id: 'women', kind: 'women' as const },
  ];
  const guest = { nights, mates: [], tids: [] };
  const draft = solveRooms({
    rooms: [women, mixed],
    places: [],
    guests: [
      { ...guest, uid: 'flexible', kinds: ['women', 'mixed'] },
      { ...guest, uid: 'strict', kinds: ['women'] },
    ],
  });
  expect(draft.left).toEqual([]);
  expect(new Map(draft.placed.map(({ uid, room }) => [uid, room]))).toEqual(
    new Map([
      ['flexible', 'mixed'],
      ['strict', 'women'],
    ]),
  );
});

test('people who wish each other come together, as many as a room has beds', () => {
  const rooms = [room('one', 1), room('two', 2)];
  const guests = [guest('ada', ['bob']), guest('bob', ['ada', 'eve']), guest('eve', ['bob'])];
  expect(roomsOf({ rooms, places: [], guests })).toEqual({ ada: 'two', bob: 'two', eve: 'one' });
});

test('who accepts another kind of room does not keep the others of the group apart', () => {
  const rooms = [room('men', 2, 'men'), room('mixed', 2)];
  const guests = [
    guest('ada', ['bob', 'eve']),
    guest('bob', ['ada', 'eve'], { kinds: ['men'] }),
    guest('eve', ['ada', 'bob']),
  ];
  expect(roomsOf({ rooms, places: [], guests })).toEqual({ ada: 'mixed', bob: 'men', eve: 'mixed' });
});

test('a bed for everybody comes before wishes', () => {
  const rooms = [room('mixed', 2), room('women', 1, 'women')];
  const guests = [
    guest('ada', ['eve'], { kinds: ['mixed', 'women'] }),
    guest('eve', ['ada'], { kinds: ['mixed', 'women'] }),
    guest('bob'),
  ];
  const { placed, left } = solveRooms({ rooms, places: [], guests });
  expect(left).toEqual([]);
  expect(placed.find(({ uid }) => uid === 'bob')?.room).toBe('mixed');
});

test('a draft without time left is not as good, but keeps the rules', () => {
  const rooms = Array.from({ length: 30 }, (_, index) => room(`r${index}`, 1 + (index % 3)));
  const guests = Array.from({ length: 50 }, (_, index) => guest(`g${index}`, [`g${(index + 1) % 50}`]));
  const problem = { rooms, places: [], guests };
  const draft = solveRooms(problem, () => true);
  expect(draft.placed.length + draft.left.length).toBe(50);
  expect(brokenRules(problem, draft)).toEqual([]);
});
