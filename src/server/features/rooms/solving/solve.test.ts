import { expect, test } from 'vitest';
import { brokenRules, solveRooms } from './solve.policy.ts';
import type { RoomProblem } from './solve.policy.ts';

const nights = ['2026-08-07', '2026-08-08'];
const beds = 4;

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
