/** Drafts of who sleeps where, in rooms that have a bed for nearly everybody. */
import { brokenRules, solveRooms } from '../../src/server/features/rooms/solving/solve.policy.ts';
import { roomKinds } from '../../src/server/features/rooms/solving/board.policy.ts';
import type { RoomProblem } from '../../src/server/features/rooms/solving/solve.policy.ts';
import { chanceOf } from '../../test/support/plans/random-event.ts';
import { median } from '../compare.ts';
import type { Row, Rows } from '../stage.ts';

const [peopleCount, roomCount, wishCount, teamCount, limitSeconds] = [500, 200, 300, 12, 20];
const nights = ['2026-08-06', '2026-08-07', '2026-08-08'];

/** Everybody accepts some kinds of rooms and stays some nights; wishes are mutual. */
function randomRooms(seed: number): RoomProblem {
  const { upTo, isTrue } = chanceOf(seed);
  const someOf = <T>(list: readonly T[], share: number): T[] => {
    const some = list.filter(() => isTrue(share));
    return some.length > 0 ? some : list.slice(0, 1);
  };
  const rooms = Array.from({ length: roomCount }, (_, index) => ({
    id: `room-${index}`,
    beds: 1 + upTo(4),
    kind: roomKinds[index % roomKinds.length] ?? 'mixed',
    nights,
  }));
  const guests = Array.from({ length: peopleCount }, (_, index) => ({
    uid: `person-${index}`,
    nights: someOf(nights, 0.9),
    kinds: someOf(roomKinds, 0.5),
    mates: new Set<string>(),
    tids: [`team-${index % teamCount}`],
  }));
  for (let count = 0; count < wishCount; count += 1) {
    const [one, other] = [guests[upTo(peopleCount)], guests[upTo(peopleCount)]];
    if (one === undefined || other === undefined || one === other) continue;
    one.mates.add(other.uid);
    other.mates.add(one.uid);
  }
  return { rooms, places: [], guests: guests.map((guest) => ({ ...guest, mates: [...guest.mates] })) };
}

function drafts(): Row[] {
  const seconds: number[] = [];
  let [left, wishes, together, broken] = [0, 0, 0, 0];
  for (const seed of [1, 2, 3]) {
    const problem = randomRooms(seed);
    const start = performance.now();
    const draft = solveRooms(problem);
    seconds.push((performance.now() - start) / 1000);
    left += draft.left.length;
    broken += brokenRules(problem, draft).length;
    const roomOf = new Map(draft.placed.map(({ uid, room }) => [uid, room]));
    for (const { uid, mates } of problem.guests) {
      wishes += mates.length;
      together += mates.filter((mate) => roomOf.has(uid) && roomOf.get(uid) === roomOf.get(mate)).length;
    }
  }
  const worst = Math.max(...seconds);
  return [
    {
      what: `draft of rooms for ${peopleCount} people and ${roomCount} rooms, seconds`,
      goal: `<= ${limitSeconds}`,
      measured: median(seconds).toFixed(2),
      spread: `${Math.min(...seconds).toFixed(2)}-${worst.toFixed(2)}`,
      ok: worst <= limitSeconds && broken === 0,
      notes: `${left} people without a bed and ${Math.round((100 * together) / wishes)} % of wishes fulfilled in 3 events`,
    },
  ];
}

export const roomRows: Rows = { rooms: { run: () => Promise.resolve(drafts()) } };
