import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { inMinutes, taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { TeamHoursRow } from './team-hours.schema.ts';

const muster = useApp();

const path = 'teams/venue/hours';
const work = (crew: Crew, { uid }: Caller, tid: string) =>
  crew.as(crew.owner, 'POST', 'work', {
    title: 'Fetched tables',
    uid,
    tid,
    starts_at: inMinutes(muster, -100),
    ends_at: inMinutes(muster, -10),
  });

test('chiefs see planned and worked hours of the tasks of their own team only', async () => {
  const crew = await createCrew(muster);
  const { member, chief, otherChief } = crew;
  const over = await taskNow(muster, crew, [member, otherChief], { from: -300, to: -180 });
  await taskNow(muster, crew, [member], { from: 60, to: 120 });
  const left = { state: 'left_early', arrived_at: inMinutes(muster, -300), left_at: inMinutes(muster, -240) };
  await crew.as(crew.owner, 'PATCH', `tasks/${over.id}/attendees/${member.uid}`, left);
  await crew.as(crew.owner, 'PATCH', `tasks/${over.id}/attendees/${otherChief.uid}`, { state: 'no_show' });
  expect((await work(crew, member, 'venue')).statusCode).toBe(201);
  expect((await work(crew, chief, 'venue')).statusCode).toBe(201);
  expect((await work(crew, otherChief, 'press')).statusCode).toBe(201);
  const { data } = (await crew.as(chief, 'GET', path)).json<{ data: TeamHoursRow[] }>();
  const row = ({ uid, name }: Caller, planned: number, minutes: number, missed = 0): [string, TeamHoursRow] => [
    uid,
    { uid, name, planned, minutes, not_checked_in: 0, no_shows: missed },
  ];
  expect(new Map(data.map((one) => [one.uid, one]))).toEqual(
    new Map([row(chief, 0, 90), row(member, 180, 150), row(otherChief, 120, 0, 1)]),
  );
  const first = (await crew.as(crew.owner, 'GET', `${path}?limit=2`)).json();
  expect(first).toMatchObject({ total: 3, totals: { planned: 300, minutes: 240 } });
  const rest = (await crew.as(crew.owner, 'GET', `${path}?limit=2&cursor=${first.next}`)).json();
  expect([...first.data, ...rest.data]).toEqual(data);
  expect(rest).not.toHaveProperty('totals');
});

test('the hours of a team are for its chiefs and for owners', async () => {
  const crew = await createCrew(muster);
  await taskNow(muster, crew, [crew.member], { from: -300, to: -180 });
  expect((await crew.as(crew.otherChief, 'GET', path)).statusCode).toBe(403);
  expect((await crew.as(crew.member, 'GET', path)).statusCode).toBe(403);
  expect((await crew.as(crew.stranger, 'GET', path)).statusCode).toBe(403);
  expect((await crew.as(undefined, 'GET', path)).statusCode).toBe(401);
  expect((await crew.as(crew.chief, 'GET', 'teams/nowhere/hours')).statusCode).toBe(404);
  expect((await crew.as(crew.otherChief, 'GET', 'teams/press/hours')).json().data).toEqual([]);
});

test('the hours of a team take the same number of queries for one person and for several', async () => {
  const crew = await createCrew(muster);
  const count = async () => {
    const before = muster.db.queryCount();
    expect((await crew.as(crew.chief, 'GET', path)).statusCode).toBe(200);
    return muster.db.queryCount() - before;
  };
  await taskNow(muster, crew, [crew.member], { from: -300, to: -180 });
  const one = await count();
  await taskNow(muster, crew, await createMembers(muster, crew.pid, 'venue', 3), { from: -300, to: -180 });
  expect(await count()).toBe(one);
});
