import { sql } from 'kysely';
import type { Response } from 'light-my-request';
import { expect } from 'vitest';
import type { Call, TestApp } from '../app.ts';
import { createMembers } from '../world.ts';
import type { Crew } from '../world.ts';
import { browserOf } from '../factories.ts';

/** Sends all requests at once. Losers of the race get a documented error, never a 5xx. */
export async function sendAll(muster: TestApp, calls: readonly Call[]): Promise<Response[]> {
  const answers = await Promise.all(calls.map((call) => muster.call(call)));
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
  return answers;
}

export const shuffled = <T>(list: readonly T[], turn: number): T[] => [...list.slice(turn), ...list.slice(0, turn)];

export const jsonCall = (
  headers: Record<string, string>,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
) => ({
  method,
  url,
  headers,
});

/** Checks that stored counts match the rows. */
export async function expectCountsToHold(muster: TestApp): Promise<void> {
  const wrong = await sql<{ what: string }>`
    select 'team ' || t.tid as what from teams t where t.member_count <>
      (select count(*) from memberships m where m.pid = t.pid and m.tid = t.tid) or t.member_count > t.headcount
    union all
    select 'task ' || t.id from tasks t where t.attendee_count <>
      (select count(*) from attendances a where a.task_id = t.id and a.replaced_at is null) or t.attendee_count > t.capacity
    union all
    select 'form ' || f.form from forms f where f.response_count <>
      (select count(*) from form_responses r where r.pid = f.pid and r.form = f.form)
    union all
    select 'project ' || p.pid from projects p where not exists (select 1 from project_owners o where o.pid = p.pid)
    union all
    select 'overlap ' || a.uid from attendances a join tasks x on x.id = a.task_id
      join attendances b on b.uid = a.uid and b.task_id <> a.task_id join tasks y on y.id = b.task_id
      where x.starts_at < y.ends_at and y.starts_at < x.ends_at`.execute(muster.db.read);
  expect(wrong.rows).toEqual([]);
}

/** A person who takes part in everything. */
export async function busyPerson(muster: TestApp, crew: Crew) {
  const [person] = await createMembers(muster, crew.pid, 'venue', 1);
  if (person === undefined) throw new Error('one person');
  await muster.db.transaction((trx) =>
    trx
      .updateTable('teams')
      .set((eb) => ({ member_count: eb('member_count', '+', 1) }))
      .where('pid', '=', crew.pid)
      .where('tid', '=', 'venue')
      .execute(),
  );
  return { ...person, browser: await browserOf(muster, person) };
}

export async function createTasks(crew: Crew, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const day = String(index + 1).padStart(2, '0');
    const [starts_at, ends_at] = [`2026-07-${day}T09:00:00Z`, `2026-07-${day}T11:00:00Z`];
    const task = { title: `Task ${index}`, tid: 'venue', starts_at, ends_at, capacity: 30 };
    ids.push((await crew.as(crew.owner, 'POST', 'tasks', task)).json().id);
  }
  return ids;
}
