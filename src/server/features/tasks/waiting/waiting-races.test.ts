import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';

const muster = useApp({ env: { RATE_LIMIT_SCALE: '1000' } });

test('of 40 who join at once with a waiting list, 5 get a place and 35 wait in one order; all leave at once', async () => {
  const crew = await createCrew(muster);
  const people = await createMembers(muster, crew.pid, 'venue', 40);
  const times = { starts_at: '2026-08-01T08:00:00Z', ends_at: '2026-08-01T10:00:00Z' };
  const body = { title: 'Desk', tid: 'venue', capacity: 5, ...times };
  const { id } = (await crew.as(crew.owner, 'POST', 'tasks', body)).json();
  const answers = await Promise.all(people.map((one) => crew.as(one, 'PUT', `tasks/${id}/attendance`, { wait: true })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    ...Array.from({ length: 35 }, () => 202),
    ...Array.from({ length: 5 }, () => 204),
  ]);
  const waiting = async () => (await crew.as(crew.owner, 'GET', `tasks/${id}/waiting?limit=200`)).json().data;
  expect((await waiting()).map(({ position }: { position: number }) => position)).toEqual(
    Array.from({ length: 35 }, (_, index) => index + 1),
  );
  // Those with a place and some of those who wait leave at once: nobody is lost, and no place is given twice.
  for (let left = people.slice(0, 20); left.length > 0;) {
    const tried = await Promise.all(left.map((one) => crew.as(one, 'DELETE', `tasks/${id}/attendance`)));
    // On PostgreSQL, many who leave one task at once can wait for each other's locks for too long; clients repeat that.
    expect(tried.filter(({ statusCode }) => statusCode !== 204 && statusCode !== 503)).toEqual([]);
    left = left.filter((_, index) => tried[index]?.statusCode === 503);
  }
  const task = (await crew.as(crew.owner, 'GET', `tasks/${id}`)).json();
  const attendees = (await crew.as(crew.owner, 'GET', `tasks/${id}/attendees`)).json().data;
  expect([task.attendee_count, attendees.length, task.open_places]).toEqual([5, 5, 0]);
  expect(task.waiting_count).toBe(15);
  const there = new Set([...attendees, ...(await waiting())].map(({ uid }: { uid: string }) => uid));
  expect(there).toEqual(new Set(people.slice(20).map(({ uid }) => uid)));
}, 60_000);
