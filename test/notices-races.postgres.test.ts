import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import { createCrew, createMembers } from './support/world.ts';
import { sendDueNotices } from '../src/server/features/notices/sending/sending.service.ts';
import { remindOfTasks } from '../src/server/features/notices/sending/reminders.service.ts';

const people = 120;

test('of several processes that send at the same time, one mails each notice', async () => {
  await using first = await startTestApp();
  await using second = await startTestApp({ place: first.place, clock: first.clock });
  const { pid, chief, as } = await createCrew(first);
  const members = await createMembers(first, pid, 'venue', people);
  const times = { starts_at: '2026-08-01T09:00:00Z', ends_at: '2026-08-01T12:00:00Z' };
  const task = (await as(chief, 'POST', 'tasks', { title: 'Desk', tid: 'venue', ...times, capacity: 300 })).json();
  const created_at = first.clock.now().toISOString();
  await first.db.transaction((trx) =>
    trx
      .insertInto('attendances')
      .values(members.map(({ uid }) => ({ task_id: task.id, uid, created_at })))
      .execute(),
  );
  for (let round = 0; round < 3; round += 1) {
    await as(chief, 'PATCH', `tasks/${task.id}`, { title: `Desk ${round}` });
    first.clock.advance(121);
    const sent = await Promise.all(
      [first, second, first, second].map(({ services, db, config, clock }) =>
        sendDueNotices({ ...services, db, config, clock }),
      ),
    );
    expect(sent.reduce((a, b) => a + b)).toBe(people);
    await first.services.outbox.drain();
    expect(new Set(first.mails.map(({ to }) => to)).size).toBe(people);
    expect(first.mails.splice(0).length).toBe(people);
  }
});

test('of several processes that remind at the same time, one creates each reminder', async () => {
  await using first = await startTestApp();
  await using second = await startTestApp({ place: first.place, clock: first.clock });
  const { pid, chief, as } = await createCrew(first);
  const members = await createMembers(first, pid, 'venue', people);
  const inHours = (hours: number) => new Date(first.clock.now().getTime() + hours * 3_600_000).toISOString();
  const times = { starts_at: inHours(25), ends_at: inHours(26) };
  const task = (await as(chief, 'POST', 'tasks', { title: 'Desk', tid: 'venue', ...times, capacity: 300 })).json();
  const created_at = first.clock.now().toISOString();
  await first.db.transaction((trx) =>
    trx
      .insertInto('attendances')
      .values(members.map(({ uid }) => ({ task_id: task.id, uid, created_at })))
      .execute(),
  );
  first.clock.advance(2 * 3600);
  await Promise.all([first, second, first, second].map(({ db, clock }) => remindOfTasks({ db, clock })));
  const reminders = await first.db.read
    .selectFrom('notices')
    .select('uid')
    .where('kind', '=', 'task.reminder')
    .execute();
  expect(reminders.length).toBe(people);
  expect(new Set(reminders.map(({ uid }) => uid)).size).toBe(people);
});
