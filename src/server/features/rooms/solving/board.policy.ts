/** Who sleeps where: what is possible, for the service and for the thread that makes drafts. */
export const roomKinds = ['women', 'men', 'mixed'] as const;
export type RoomKind = (typeof roomKinds)[number];

export type BoardRoom = { id: string; beds: number; kind: RoomKind; nights: readonly string[] };

/** Somebody who needs a bed. `nights`: null if the form does not ask. `mates`: who wish each other. */
export type Guest = {
  uid: string;
  nights: readonly string[] | null;
  kinds: readonly RoomKind[];
  mates: readonly string[];
  tids: readonly string[];
};

export type Place = { uid: string; night: string; room_id: string };
export type Placement = { uid: string; room: string; nights: readonly string[] };

export type Refusal = 'unknown' | 'not_wanted' | 'room_kind' | 'night' | 'room_full';

const keyOf = (room: string, night: string): string => `${room} ${night}`;

/** The beds that are taken, and who has them. */
export function createBoard(rooms: readonly BoardRoom[], places: readonly Place[]) {
  const byId = new Map(rooms.map((room) => [room.id, room]));
  const taken = new Map<string, number>();
  const roomOf = new Map<string, string>();
  const add = (key: string, count: number) => taken.set(key, (taken.get(key) ?? 0) + count);
  const set = (uid: string, night: string, room: string | null): void => {
    const [key, before] = [keyOf(uid, night), roomOf.get(keyOf(uid, night))];
    if (before !== undefined) add(keyOf(before, night), -1);
    if (room === null) roomOf.delete(key);
    else {
      roomOf.set(key, room);
      add(keyOf(room, night), 1);
    }
  };
  for (const { uid, night, room_id: room } of places) set(uid, night, room);
  return {
    room: (id: string): BoardRoom | undefined => byId.get(id),
    roomOf: (uid: string, night: string): string | null => roomOf.get(keyOf(uid, night)) ?? null,
    free: (room: BoardRoom, night: string): number => room.beds - (taken.get(keyOf(room.id, night)) ?? 0),
    set,
  };
}
export type Board = ReturnType<typeof createBoard>;

/** The nights in which somebody can sleep in a room. */
export const nightsIn = ({ nights }: Pick<Guest, 'nights'>, room: Pick<BoardRoom, 'nights'>): string[] =>
  room.nights.filter((night) => nights === null || nights.includes(night));

/** Undefined if somebody can sleep there. Who is in the room already does not need another bed. */
export function refusalOf(
  board: Board,
  guest: Guest | undefined,
  { uid, room: id, nights }: Placement,
): Refusal | undefined {
  const room = board.room(id);
  if (room === undefined) return 'unknown';
  if (guest === undefined) return 'not_wanted';
  if (!guest.kinds.includes(room.kind)) return 'room_kind';
  const possible = nightsIn(guest, room);
  if (nights.length === 0 || nights.some((night) => !possible.includes(night))) return 'night';
  const isFull = nights.some((night) => board.roomOf(uid, night) !== id && board.free(room, night) < 1);
  return isFull ? 'room_full' : undefined;
}
