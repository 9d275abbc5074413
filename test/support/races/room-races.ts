import type { Method } from '../world.ts';
import type { Race } from './sign-up-races.ts';

const nights = ['2026-08-07', '2026-08-08'];

/**
 * Two owners at once: each gives every person a bed in one of two rooms that are too small, and uses a proposal for all of
 * them. `mostInARoom`: in the night with the most people.
 */
export async function raceForBeds(race: Race, beds: number) {
  const call = async (method: Method, path: string, body?: object, headers = race.owner.headers) => {
    const { status, text } = await race.send(headers, method, `/api/projects/${race.pid}/${path}`, body);
    if (status >= 500) throw new Error(`${method} ${path}: ${status} ${text}`);
    return { status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  const form = { form: 'beds', kind: 'accommodation', title: 'Beds', days: nights, enabled: true };
  await call('POST', 'forms', form);
  for (const { headers } of race.people)
    await call('PUT', 'forms/beds/response', { answers: { stay: 'yes', nights, mixed_room: true } }, headers);
  const named = ['One', 'Two'].map((name) => ({ name, beds, kind: 'mixed' }));
  const added = await Promise.all([1, 2].map(() => call('POST', 'rooms', { rooms: named })));
  type Board = { rooms: { id: string; people: { uid: string; nights: string[] }[] }[] };
  const read = async (): Promise<Board> => (await call('GET', 'rooms')).body as Board;
  const rooms = (await read()).rooms.map(({ id }) => id);
  const placements = race.people.map(({ uid }, index) => ({ uid, room: rooms[index % 2], nights }));
  await Promise.all([
    ...race.people.flatMap(({ uid }) => rooms.map((room) => call('PUT', `rooms/${room}/places/${uid}`, {}))),
    call('POST', 'rooms/placements', { placements }),
    call('POST', 'rooms/placements', { placements: placements.toReversed() }),
  ]);
  const after = (await read()).rooms.map(({ people }) => people);
  const inNights = after.map((people) =>
    nights.map((night) => people.filter((one) => one.nights.includes(night)).length),
  );
  const placed = after.flat().flatMap(({ uid, nights: own }) => own.map((night) => `${uid} ${night}`));
  return {
    added: added.map(({ status }) => status).toSorted((a, b) => a - b),
    rooms: rooms.length,
    mostInARoom: Math.max(...inNights.flat()),
    twice: placed.length - new Set(placed).size,
  };
}
