import { createBoard, nightsIn, refusalOf } from './board.policy.ts';
import type { Board, BoardRoom, Guest, Place } from './board.policy.ts';

export type RoomProblem = { rooms: readonly BoardRoom[]; places: readonly Place[]; guests: readonly Guest[] };

/** Why somebody gets this room: with the people they wish, with people of their team, or because it is free. */
export const placedReasons = ['mates', 'team', 'free'] as const;
/** Why somebody gets none: no kind of room is fine for them, none is open in their nights, or all of them are full. */
export const leftReasons = ['no_kind', 'no_room', 'full'] as const;

export type RoomDraft = {
  placed: { uid: string; room: string; nights: string[]; reason: (typeof placedReasons)[number]; apart: string[] }[];
  left: { uid: string; reason: (typeof leftReasons)[number] }[];
};

/**
 * A draft for everybody who has no bed yet; those who have one keep it. People who wish each other come first, the largest
 * groups before others and in parts that are as large as possible, then everybody else. Who finds no bed takes that of somebody
 * who can sleep elsewhere as well. `isLate`: whether there is no time left for what makes the draft better.
 */
export function solveRooms({ rooms, places, guests }: RoomProblem, isLate: () => boolean = () => false): RoomDraft {
  const board = createBoard(rooms, places);
  const housed = new Set(places.map(({ uid }) => uid));
  const byUid = new Map(guests.map((guest) => [guest.uid, guest]));
  const people = createPeople(places, byUid);
  const waiting = guests.filter(({ uid }) => !housed.has(uid));
  const left: Guest[] = [];
  const drafted = new Map<string, Drafted>();
  const take = (guest: Guest, room: BoardRoom): void => {
    const nights = nightsIn(guest, room);
    for (const night of nights) board.set(guest.uid, night, room.id);
    drafted.set(guest.uid, { uid: guest.uid, room: room.id, nights });
    people.add(room.id, guest.uid);
  };
  const largest = rooms.reduce((most, { beds }) => Math.max(most, beds), 0);
  const open = new Map(waiting.map((guest) => [guest.uid, guest]));
  for (const group of groupsOf(waiting))
    for (let size = Math.min(group.length, largest); size > 1; size -= 1)
      for (const first of group) {
        const part = isLate() ? [] : partOf(open, first, size);
        const room = part.length < size ? undefined : bestRoom(board, rooms, part, people);
        if (room === undefined) continue;
        for (const guest of part) {
          take(guest, room);
          open.delete(guest.uid);
        }
      }
  for (const guest of open.values()) {
    const room = bestRoom(board, rooms, [guest], people);
    if (room === undefined) left.push(guest);
    else take(guest, room);
  }
  const drafting = { board, rooms, drafted, byUid, people, take };
  const without = left.filter(findsNone(drafting, isLate, true));
  // A bed for everybody comes before wishes.
  const still = without.filter(findsNone(drafting, isLate, false));
  const roomsOf = (uid: string): Set<string> =>
    new Set([...(drafted.has(uid) ? [drafted.get(uid)?.room ?? ''] : []), ...people.roomsOf(uid)]);
  return {
    placed: [...drafted.values()].map((placement) => {
      const { uid, room } = placement;
      const { mates = [], tids = [] } = byUid.get(uid) ?? {};
      const apart = mates.filter((mate) => byUid.has(mate) && !roomsOf(mate).has(room));
      const others = people.of(room).filter((other) => other !== uid);
      const isWithMates = mates.some((mate) => others.includes(mate));
      const isWithTeam = others.some((other) => byUid.get(other)?.tids.some((tid) => tids.includes(tid)));
      return { ...placement, reason: isWithMates ? 'mates' : isWithTeam ? 'team' : 'free', apart };
    }),
    left: still.map((guest) => ({ uid: guest.uid, reason: reasonOf(rooms, guest) })),
  };
}

/** Who is in which room, in any night. */
function createPeople(places: readonly Place[], byUid: ReadonlyMap<string, Guest>) {
  const of = new Map<string, Set<string>>();
  const roomsOf = new Map<string, Set<string>>();
  const add = (room: string, uid: string): void => {
    of.set(room, (of.get(room) ?? new Set()).add(uid));
    roomsOf.set(uid, (roomsOf.get(uid) ?? new Set()).add(room));
  };
  for (const { room_id: room, uid } of places) add(room, uid);
  return {
    add,
    remove: (room: string, uid: string): void => {
      of.get(room)?.delete(uid);
      roomsOf.get(uid)?.delete(room);
    },
    of: (room: string): string[] => [...(of.get(room) ?? [])],
    roomsOf: (uid: string): ReadonlySet<string> => roomsOf.get(uid) ?? new Set(),
    guest: (uid: string): Guest | undefined => byUid.get(uid),
  };
}
type People = ReturnType<typeof createPeople>;

/**
 * People who wish each other, directly or by others; the largest groups first. Within a group, who has the fewest mates comes
 * first: they find nobody else.
 */
function groupsOf(guests: readonly Guest[]): Guest[][] {
  const open = new Map(guests.map((guest) => [guest.uid, guest]));
  const groups: Guest[][] = [];
  for (const first of guests) {
    if (!open.delete(first.uid)) continue;
    const group = [first];
    for (const one of group)
      for (const mate of one.mates) {
        const guest = open.get(mate);
        if (guest !== undefined && open.delete(mate)) group.push(guest);
      }
    groups.push(group.toSorted((a, b) => a.mates.length - b.mates.length));
  }
  return groups.toSorted((a, b) => b.length - a.length);
}

/** Up to so many people around somebody who wish each other, have no bed yet, and accept the same kind of room. */
function partOf(open: ReadonlyMap<string, Guest>, first: Guest, size: number): Guest[] {
  if (!open.has(first.uid)) return [];
  const part = [first];
  let { kinds } = first;
  for (const one of part)
    for (const mate of one.mates) {
      const guest = open.get(mate);
      const common = kinds.filter((kind) => guest?.kinds.includes(kind) === true);
      if (guest === undefined || part.length === size || part.includes(guest) || common.length === 0) continue;
      part.push(guest);
      kinds = common;
    }
  return part;
}

const canTake = (board: Board, room: BoardRoom, group: readonly Guest[]): boolean => {
  const needed = new Map<string, number>();
  for (const guest of group) {
    if (!guest.kinds.includes(room.kind)) return false;
    const nights = nightsIn(guest, room);
    if (nights.length === 0 || nights.length < (guest.nights?.length ?? 0)) return false;
    for (const night of nights) needed.set(night, (needed.get(night) ?? 0) + 1);
  }
  return [...needed].every(([night, count]) => board.free(room, night) >= count);
};

/** With mates first, then with their team, then where the fewest beds stay empty. */
function bestRoom(
  board: Board,
  rooms: readonly BoardRoom[],
  group: readonly Guest[],
  people: People,
): BoardRoom | undefined {
  let best: { room: BoardRoom; score: number } | undefined;
  const mates = new Set(group.flatMap((guest) => guest.mates));
  const tids = new Set(group.flatMap((guest) => guest.tids));
  for (const room of rooms) {
    if (!canTake(board, room, group)) continue;
    let score = 0;
    for (const uid of people.of(room.id)) {
      if (mates.has(uid)) score += 10_000;
      if (people.guest(uid)?.tids.some((tid) => tids.has(tid))) score += 300;
    }
    score -= Math.min(...room.nights.map((night) => board.free(room, night)));
    if (best === undefined || score > best.score) best = { room, score };
  }
  return best?.room;
}

type Drafted = { uid: string; room: string; nights: string[] };
type Drafting = {
  board: Board;
  rooms: readonly BoardRoom[];
  drafted: Map<string, Drafted>;
  byUid: ReadonlyMap<string, Guest>;
  people: People;
  take: (guest: Guest, room: BoardRoom) => void;
};

/** People with the same are equal for a room. */
const needsOf = ({ kinds, nights }: Guest): string => `${kinds.join()} ${nights?.join() ?? ''}`;

/** For each kind of needs, the first two rooms with a bed: people move from one of them to the other at most. */
function roomyFor({ board, rooms }: Pick<Drafting, 'board' | 'rooms'>) {
  const found = new Map<string, BoardRoom[]>();
  return (guest: Guest, except: BoardRoom): BoardRoom | undefined => {
    const needs = needsOf(guest);
    let some = found.get(needs);
    if (some === undefined) {
      some = [];
      for (const room of rooms) if (some.length < 2 && canTake(board, room, [guest])) some.push(room);
      found.set(needs, some);
    }
    return some.find(({ id }) => id !== except.id);
  };
}

/** Makes space for one after another, and says who still finds no bed. */
function findsNone(drafting: Drafting, isLate: () => boolean, keepsMates: boolean): (guest: Guest) => boolean {
  // Where nobody could be moved for somebody, it is not tried for others with the same needs.
  const hopeless = new Set<string>();
  return (guest) => {
    if (hopeless.has(needsOf(guest))) return true;
    const isPlaced = !isLate() && makeSpace(drafting, guest, keepsMates);
    if (!isPlaced) hopeless.add(needsOf(guest));
    return !isPlaced;
  };
}

/** Moves one person of the draft to another room, so that there is a bed. `keepsMates`: not away from people they wish. */
function makeSpace(
  { board, rooms, drafted, byUid, people, take }: Drafting,
  guest: Guest,
  keepsMates: boolean,
): boolean {
  const roomy = roomyFor({ board, rooms });
  for (const room of rooms) {
    if (!guest.kinds.includes(room.kind) || nightsIn(guest, room).length < (guest.nights?.length ?? 1)) continue;
    for (const uid of people.of(room.id)) {
      const [placement, other] = [drafted.get(uid), byUid.get(uid)];
      if (placement === undefined || other === undefined) continue;
      const elsewhere = roomy(other, room);
      if (elsewhere === undefined) continue;
      if (keepsMates && other.mates.some((mate) => people.of(room.id).includes(mate))) continue;
      for (const night of placement.nights) board.set(uid, night, null);
      if (!canTake(board, room, [guest])) {
        for (const night of placement.nights) board.set(uid, night, room.id);
        continue;
      }
      people.remove(room.id, uid);
      take(other, elsewhere);
      take(guest, room);
      return true;
    }
  }
  return false;
}

function reasonOf(rooms: readonly BoardRoom[], guest: Guest): RoomDraft['left'][number]['reason'] {
  const fine = rooms.filter(({ kind }) => guest.kinds.includes(kind));
  if (fine.length === 0) return 'no_kind';
  const isOpen = (room: BoardRoom): boolean => nightsIn(guest, room).length >= Math.max(1, guest.nights?.length ?? 1);
  return fine.some(isOpen) ? 'full' : 'no_room';
}

/** The rules that a draft breaks; there are none, or the draft is wrong. */
export function brokenRules({ rooms, places, guests }: RoomProblem, { placed }: RoomDraft): string[] {
  const board = createBoard(rooms, places);
  const byUid = new Map(guests.map((guest) => [guest.uid, guest]));
  return placed.flatMap(({ uid, room, nights }) => {
    const refusal = refusalOf(board, byUid.get(uid), { uid, room, nights });
    for (const night of nights) board.set(uid, night, room);
    return refusal === undefined ? [] : [`${uid} in ${room}: ${refusal}`];
  });
}
