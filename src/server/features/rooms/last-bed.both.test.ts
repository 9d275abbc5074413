import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { RoomBoard } from './rooms.schema.ts';

const muster = useApp();

test('of many who get the last bed at the same time, one has it', async () => {
  const crew = await createCrew(muster);
  const { owner, as } = crew;
  const days = ['2026-08-07', '2026-08-08'];
  await as(owner, 'POST', 'forms', { form: 'beds', kind: 'accommodation', title: 'Beds', days, enabled: true });
  const people = await createMembers(muster, crew.pid, 'venue', 6);
  for (const who of people) {
    const answers = { stay: 'yes', nights: days, mixed_room: true };
    expect((await as(who, 'PUT', 'forms/beds/response', { answers })).statusCode).toBe(200);
  }
  const rooms = ['Room 1', 'Room 2'].map((name) => ({ name, beds: 1, kind: 'mixed' }));
  const made = (await as(owner, 'POST', 'rooms', { rooms })).json<RoomBoard>();
  const id = made.rooms[0]?.id ?? '';
  const responses = await Promise.all(people.map(({ uid }) => as(owner, 'PUT', `rooms/${id}/places/${uid}`, {})));
  const counts = responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(counts).toEqual([200, 409, 409, 409, 409, 409]);
  const { rooms: after } = (await as(owner, 'GET', 'rooms')).json<RoomBoard>();
  expect(after[0]?.people).toHaveLength(1);
});
