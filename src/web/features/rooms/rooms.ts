import type { Room, RoomBoard, RoomGuest } from '../../../client/client.ts';

export const roomKinds = ['mixed', 'women', 'men'] as const;
export const roomKindOf = (text: string): Room['kind'] => roomKinds.find((one) => one === text) ?? 'mixed';

/** The room of each person; null for those who have none. Who has several is where most of their nights are. */
export function roomsOfPeople({ rooms, people }: RoomBoard): Map<string, Room | null> {
  const found = new Map<string, { room: Room; nights: number }>();
  for (const room of rooms)
    for (const { uid, nights } of room.people)
      if (nights.length > (found.get(uid)?.nights ?? 0)) found.set(uid, { room, nights: nights.length });
  return new Map(people.map(({ uid }) => [uid, found.get(uid)?.room ?? null]));
}

/** How many beds are taken in the night with the most people. */
export const takenIn = ({ nights, people }: Room): number =>
  Math.max(0, ...nights.map((night) => people.filter((one) => one.nights.includes(night)).length));

/** Whether the person could get a bed there, as far as the page knows. */
export function fits(room: Room, { uid, nights, kinds }: RoomGuest): boolean {
  if (!kinds.includes(room.kind)) return false;
  const own = room.nights.filter((night) => nights === null || nights.includes(night));
  const others = room.people.filter((one) => one.uid !== uid);
  return own.length > 0 && own.every((night) => others.filter((one) => one.nights.includes(night)).length < room.beds);
}

/** Names for several rooms at once: the number at the end counts on. */
export function namesFrom(name: string, count: number): string[] {
  if (count === 1) return [name];
  const [, start = name, digits = ''] = /^(.*?)(\d*)$/.exec(name) ?? [];
  const first = digits === '' ? 1 : Number(digits);
  const text = digits === '' ? `${start} ` : start;
  return Array.from({ length: count }, (_, index) => `${text}${String(first + index).padStart(digits.length, '0')}`);
}
