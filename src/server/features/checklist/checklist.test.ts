import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { browserOf } from '../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();

const inHours = (hours: number) => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();
const yearsAgo = (years: number) => `${muster.clock.now().getUTCFullYear() - years}-01-01`;

async function setBirthday(who: Caller, birthday: string): Promise<void> {
  const payload = { name: '', phone: '', national_id: '', company: '', birthday };
  const headers = await browserOf(muster, who);
  await muster.call({ method: 'PUT', url: '/api/me/real-profile', headers, payload });
}

const change = ({ pid, owner }: Crew, payload: object) =>
  muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: owner.headers, payload });

async function createTask(crew: Crew, from: number, to: number, people: readonly Caller[]): Promise<string> {
  const task = { title: 'Desk', tid: 'venue', capacity: 99, starts_at: inHours(from), ends_at: inHours(to) };
  const { id } = (await crew.as(crew.chief, 'POST', 'tasks', task)).json();
  for (const { uid } of people) await crew.as(crew.owner, 'PUT', `tasks/${id}/attendees/${uid}`);
  return id;
}

type Item = { kind: string; id: string; due_at: string | null; page: string; hours: number | null };
const itemsOf = async ({ headers }: Caller): Promise<Item[]> =>
  (await muster.call({ url: '/api/me/checklist', headers })).json().data;
const kindsOf = async (who: Caller) => (await itemsOf(who)).map(({ kind, id }) => (kind === 'profile' ? id : kind));

/** By the filter of the list of people, and by the condition of messages. */
async function incomplete(crew: Crew, who: Caller): Promise<string[]> {
  const listed = (await crew.as(who, 'GET', 'people?incomplete=true')).json().data;
  const audience = { audience: { incomplete: true } };
  const reached = (await crew.as(who, 'POST', 'messages/audience', audience)).json().people;
  const names = listed.map(({ name }: Caller) => name);
  // The writer is not among the people who get the message.
  expect(reached.map(({ name }: Caller) => name)).toEqual(names.filter((name: string) => name !== who.name));
  return names;
}

test('the checklist has what is missing, in order of deadline, and what is done disappears', async () => {
  using _still = muster.clock.freeze();
  const crew = await createCrew(muster);
  const { member, pid } = crew;
  await createTask(crew, 50, 51, [member]);
  await createTask(crew, 60, 61, [member]);
  await change(crew, { starts_on: inHours(240).slice(0, 10), ends_on: inHours(264).slice(0, 10), timezone: 'UTC' });
  const shirts = { form: 'shirts', kind: 'shirt_size', title: 'Shirts', enabled: true, closes_at: inHours(30) };
  expect((await crew.as(crew.owner, 'POST', 'forms', shirts)).statusCode).toBe(201);
  await crew.as(crew.owner, 'POST', 'documents', { title: 'Rules', body: 'Helmets.', required_for: 'tasks' });
  expect((await change(crew, { adult_age: 18, min_hours: 3 })).statusCode).toBe(200);
  expect(await kindsOf(member)).toEqual(['form', 'birthday', 'document', 'hours']);
  // Before the first of their tasks.
  expect((await itemsOf(member))[1]?.due_at).toBe(inHours(50));
  const hours = (await itemsOf(member)).at(-1);
  expect(hours).toMatchObject({ hours: 2, min_hours: 3, page: `/projects/${pid}/open-tasks` });
  expect(hours?.due_at).toBe(`${inHours(240).slice(0, 10)}T00:00:00.000Z`);
  await setBirthday(member, yearsAgo(15));
  expect(await kindsOf(member)).toEqual(['form', 'document', 'guardian', 'hours']);
  // Chiefs are asked for no hours, and owners who are in no team for nothing of it.
  expect(await kindsOf(crew.chief)).toEqual(['form', 'birthday', 'document']);
  expect(await kindsOf(crew.owner)).toEqual(['form', 'document']);
  await change(crew, { min_hours: 2 });
  await crew.as(member, 'PUT', 'forms/shirts/response', { answers: { size: 'M', cut: 'fitted' } });
  expect(await kindsOf(member)).toEqual(['document', 'guardian']);
  await change(crew, { adult_age: null });
  expect(await kindsOf(member)).toEqual(['document']);
});

test('nothing is left to sign for an event that is over, except by people who still take it down', async () => {
  using _still = muster.clock.freeze();
  const crew = await createCrew(muster);
  const { chief, member, owner } = crew;
  await createTask(crew, 50, 52, [member]);
  for (const required_for of ['applying', 'tasks'])
    await crew.as(owner, 'POST', 'documents', { title: 'Rules', body: required_for, required_for });
  await change(crew, { ends_on: inHours(0).slice(0, 10) });
  expect(await kindsOf(chief)).toEqual(['document', 'document']);
  muster.clock.advance(26 * 3600);
  expect([await kindsOf(chief), await kindsOf(member)]).toEqual([[], ['document', 'document']]);
  muster.clock.advance(26 * 3600);
  expect(await kindsOf(member)).toEqual([]);
});

test('organisers find and reach people with something left to do, and do not learn what it is', async () => {
  const crew = await createCrew(muster);
  const { chief, member, otherChief, owner } = crew;
  expect(await incomplete(crew, owner)).toEqual([]);
  const rules = { title: 'Rules', body: 'Helmets.', required_for: 'tasks' };
  const { id } = (await crew.as(owner, 'POST', 'documents', rules)).json();
  expect(await incomplete(crew, owner)).toEqual(['Chen', 'Mia', 'Olga', 'Otto']);
  expect(await incomplete(crew, chief)).toEqual(['Chen', 'Mia']);
  for (const who of [owner, chief, member, otherChief])
    await crew.inBrowser(who, 'PUT', `documents/${id}/signature`, { version: 1 });
  expect(await incomplete(crew, owner)).toEqual([]);
  const { id: kind } = (await crew.as(owner, 'POST', 'task-kinds', { name: 'Build-up' })).json();
  await crew.as(owner, 'POST', 'documents', { ...rules, title: 'Build-up', kind_ids: [kind] });
  expect(await incomplete(crew, owner)).toEqual([]);
  const task = await createTask(crew, 50, 52, [member]);
  expect((await crew.as(chief, 'PATCH', `tasks/${task}`, { kind })).statusCode).toBe(200);
  expect(await incomplete(crew, owner)).toEqual(['Mia']);
  await crew.as(chief, 'PATCH', `tasks/${task}`, { kind: null });
  await change(crew, { adult_age: 18 });
  for (const who of [chief, otherChief]) await setBirthday(who, yearsAgo(40));
  expect(await incomplete(crew, owner)).toEqual(['Mia']);
  await setBirthday(member, yearsAgo(40));
  expect(await incomplete(crew, owner)).toEqual([]);
  await setBirthday(member, yearsAgo(14));
  expect(await incomplete(crew, chief)).toEqual(['Mia']);
  await change(crew, { adult_age: null, min_hours: 3 });
  expect(await incomplete(crew, owner)).toEqual(['Mia']);
  await change(crew, { min_hours: 2 });
  expect(await incomplete(crew, owner)).toEqual([]);
  await crew.as(owner, 'POST', 'forms', { form: 'shirts', kind: 'shirt_size', title: 'Shirts', enabled: true });
  expect(await incomplete(crew, owner)).toEqual(['Chen', 'Mia', 'Olga', 'Otto']);
  await crew.as(member, 'PUT', 'forms/shirts/response', { answers: { size: 'M', cut: 'fitted' } });
  expect(await incomplete(crew, chief)).toEqual(['Chen']);
});

test('work of the project counts towards its minimum hours, and that of another project does not', async () => {
  const [crew, other] = [await createCrew(muster), await createCrew(muster)];
  await crew.as(crew.owner, 'PUT', `teams/venue/members/${other.member.uid}`);
  for (const one of [crew, other]) await change(one, { min_hours: 5 });
  const times = { starts_at: inHours(-4), ends_at: inHours(-1) };
  const worked = await crew.as(crew.owner, 'POST', 'work', {
    title: 'Shopping',
    tid: 'venue',
    ...times,
    uid: other.member.uid,
  });
  expect(worked.statusCode).toBe(201);
  const asked = (await itemsOf(other.member)).filter(({ kind }) => kind === 'hours');
  expect(new Map(asked.map(({ page, hours }) => [page, hours]))).toEqual(
    new Map([
      [`/projects/${crew.pid}/open-tasks`, 3],
      [`/projects/${other.pid}/open-tasks`, 0],
    ]),
  );
});

test('the filter and the checklist take as many queries for one person as for many', async () => {
  const crew = await createCrew(muster);
  await change(crew, { adult_age: 18, min_hours: 5 });
  const queries = async (work: () => Promise<unknown>) => {
    await work();
    const before = muster.db.queryCount();
    await work();
    return muster.db.queryCount() - before;
  };
  const listed = () => crew.as(crew.owner, 'GET', 'people?incomplete=true');
  const own = () => itemsOf(crew.member);
  const one = [await queries(listed), await queries(own)];
  const members = await createMembers(muster, crew.pid, 'venue', 30);
  await createTask(crew, 50, 52, members.slice(0, 5));
  expect([await queries(listed), await queries(own)]).toEqual(one);
});
