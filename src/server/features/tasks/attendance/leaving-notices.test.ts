import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();
const inHours = (hours: number) => ({ from: hours * 60, to: hours * 60 + 60 });
const leave = async (crew: Crew, who: Caller, { id }: { id: string }) =>
  expect((await crew.as(who, 'DELETE', `tasks/${id}/attendance`)).statusCode).toBe(204);
const notifiedOf = async ({ id }: { id: string }, kind = 'task.left') =>
  (
    await muster.db.read
      .selectFrom('notices')
      .select(['uid', 'actor'])
      .where('kind', '=', kind)
      .where('subject', '=', id)
      .execute()
  ).map(({ uid, actor }) => [uid, actor]);

test('who is taken off a task is notified as long as it is not over, and not of corrections afterwards', async () => {
  const crew = await createCrew(muster);
  const running = await taskNow(muster, crew, [crew.member], { from: -90, to: 1 });
  const over = await taskNow(muster, crew, [crew.member], { from: -180, to: -100 });
  for (const { id } of [running, over])
    expect((await crew.as(crew.chief, 'DELETE', `tasks/${id}/attendees/${crew.member.uid}`)).statusCode).toBe(204);
  expect(await notifiedOf(running, 'task.removed')).toEqual([[crew.member.uid, crew.chief.uid]]);
  expect(await notifiedOf(over, 'task.removed')).toEqual([]);
});

test('chiefs hear of people who leave shortly before a task or during it, not of earlier ones', async () => {
  const crew = await createCrew(muster);
  const { chief, member, otherChief } = crew;
  const early = await taskNow(muster, crew, [member], inHours(49));
  const soon = await taskNow(muster, crew, [member], inHours(47));
  const running = await taskNow(muster, crew, [otherChief]);
  await leave(crew, member, early);
  await leave(crew, member, soon);
  await leave(crew, otherChief, running);
  expect(await notifiedOf(early)).toEqual([]);
  expect(await notifiedOf(soon)).toEqual([[chief.uid, member.uid]]);
  expect(await notifiedOf(running)).toEqual([[chief.uid, otherChief.uid]]);
});

test('owners hear of it if the task has no team', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member], { ...inHours(2), tid: null });
  await leave(crew, crew.member, task);
  expect(await notifiedOf(task)).toEqual([[crew.owner.uid, crew.member.uid]]);
});

test('owners hear of it if the only chief is suspended', async () => {
  const crew = await createCrew(muster);
  const { chief, member, owner } = crew;
  const task = await taskNow(muster, crew, [member], inHours(2));
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ suspended_at: muster.clock.now().toISOString() })
      .where('uid', '=', chief.uid)
      .execute(),
  );
  await leave(crew, member, task);
  expect(await notifiedOf(task)).toEqual([[owner.uid, member.uid]]);
});

test('owners hear of it if the team is disabled, because its chiefs have no rights', async () => {
  const crew = await createCrew(muster);
  const { otherChief, owner } = crew;
  const task = await taskNow(muster, crew, [otherChief], inHours(2));
  expect((await crew.as(owner, 'PUT', 'teams/venue/disabled')).statusCode).toBe(204);
  await leave(crew, otherChief, task);
  expect(await notifiedOf(task)).toEqual([[owner.uid, otherChief.uid]]);
});

test('somebody who leaves or offers again and again leaves one notice of each', async () => {
  const crew = await createCrew(muster);
  const { chief, member } = crew;
  const task = await taskNow(muster, crew, [member], inHours(2));
  for (const _ of [1, 2, 3]) {
    await leave(crew, member, task);
    expect((await crew.as(member, 'PUT', `tasks/${task.id}/attendance`)).statusCode).toBeLessThan(300);
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? {} : undefined;
      expect((await crew.as(member, method, `tasks/${task.id}/attendance/offer`, body)).statusCode).toBe(204);
    }
  }
  expect(await notifiedOf(task)).toEqual([[chief.uid, member.uid]]);
  expect(await notifiedOf(task, 'task.offered')).toEqual([[chief.uid, member.uid]]);
});

test('a swap becomes known to the chiefs when the place is offered for nothing', async () => {
  const crew = await createCrew(muster);
  const { chief, member } = crew;
  const given = await taskNow(muster, crew, [member], inHours(2));
  const wanted = await taskNow(muster, crew, [chief], inHours(5));
  const offer = async (body: object) =>
    expect((await crew.as(member, 'PUT', `tasks/${given.id}/attendance/offer`, body)).statusCode).toBe(204);
  await offer({ for: wanted.id });
  expect(await notifiedOf(given, 'task.offered')).toEqual([]);
  await offer({});
  expect(await notifiedOf(given, 'task.offered')).toEqual([[chief.uid, member.uid]]);
});

test('nobody hears of somebody whom a planner removed', async () => {
  const crew = await createCrew(muster);
  const task = await taskNow(muster, crew, [crew.member], inHours(2));
  expect((await crew.as(crew.chief, 'DELETE', `tasks/${task.id}/attendees/${crew.member.uid}`)).statusCode).toBe(204);
  await leave(crew, crew.member, task);
  expect(await notifiedOf(task)).toEqual([]);
});

test('no email is sent about somebody who is back', async () => {
  const crew = await createCrew(muster);
  const { chief, member } = crew;
  const task = await taskNow(muster, crew, [member], inHours(2));
  const mailed = async () => (await muster.deliverNotices()).filter(({ to }) => to === chief.email).length;
  await mailed();
  await leave(crew, member, task);
  expect((await crew.as(member, 'PUT', `tasks/${task.id}/attendance`)).statusCode).toBeLessThan(300);
  expect(await mailed()).toBe(0);
  await leave(crew, member, task);
  expect(await mailed()).toBe(1);
});

test('chiefs hear of places that are offered shortly before a task; an email only as long as they are', async () => {
  const crew = await createCrew(muster);
  const { chief, member } = crew;
  const early = await taskNow(muster, crew, [member], inHours(49));
  const soon = await taskNow(muster, crew, [member], inHours(5));
  const mailed = async () => (await muster.deliverNotices()).filter(({ to }) => to === chief.email).length;
  await mailed();
  for (const { id } of [early, soon]) {
    expect((await crew.as(member, 'PUT', `tasks/${id}/attendance/offer`, {})).statusCode).toBe(204);
  }
  expect(await notifiedOf(early, 'task.offered')).toEqual([]);
  expect(await notifiedOf(soon, 'task.offered')).toEqual([[chief.uid, member.uid]]);
  await crew.as(member, 'DELETE', `tasks/${soon.id}/attendance/offer`);
  expect(await mailed()).toBe(0);
  await crew.as(member, 'PUT', `tasks/${soon.id}/attendance/offer`, {});
  expect(await mailed()).toBe(1);
});
