import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createRows, createTask } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { mergeSeconds } from '../../notices/notify.service.ts';

const muster = useApp();
let crew: Crew;
let task: string;

/** Mia answered the form of the venue team, and has a task on the first day; Otto is on a task of her team. */
beforeAll(async () => {
  crew = await createCrew(muster);
  const { pid, member, otherChief } = crew;
  const times = { starts_at: '2026-08-01T01:00:00.000Z', ends_at: '2026-08-01T03:00:00.000Z' };
  task = await createTask(muster, pid, { tid: 'venue', ...times });
  const created_at = muster.clock.now().toISOString();
  const form = { pid, kind: 'custom' as const, fields: '[]', enabled_at: created_at };
  await createRows(muster, {
    forms: [
      { ...form, form: 'shirts', title: 'Shirts', audience: 'people' },
      { ...form, form: 'secret', title: 'Secret', audience: 'people', enabled_at: null },
    ],
  });
  await muster.db.transaction(async (trx) => {
    const joined = new Date(muster.clock.now().getTime() - mergeSeconds * 1000).toISOString();
    const attendances = [member, otherChief].map(({ uid }) => ({ task_id: task, uid, created_at: joined }));
    await trx.insertInto('attendances').values(attendances).execute();
    const answer = { pid, form: 'shirts', uid: member.uid, answers: '{}', key_id: '', revision: 1 };
    await trx
      .insertInto('form_responses')
      .values({ ...answer, created_at, updated_at: created_at })
      .execute();
  });
});

/** Names, or the status of a refusal. */
const reached = async (who: Caller, audience: object): Promise<string> => {
  const response = await crew.as(who, 'POST', 'messages/audience', { audience });
  if (response.statusCode !== 200) return String(response.statusCode);
  const { count, people } = response.json();
  expect(count).toBe(people.length);
  return people.map(({ name }: Caller) => name).join(' ');
};

test.each<[() => object, string, string]>([
  [() => ({ everyone: true }), 'Chen Mia Otto', '403'],
  [() => ({ everyone: true, roles: ['chief'] }), 'Chen Otto', '403'],
  [() => ({ roles: ['chief', 'owner'] }), 'Chen Otto', ''],
  [() => ({ roles: ['member'] }), 'Mia', 'Mia'],
  [() => ({ tids: ['venue'] }), 'Chen Mia', 'Mia'],
  [() => ({ tids: ['venue'], roles: ['chief'] }), 'Chen', ''],
  [() => ({ tids: ['venue', 'press'] }), 'Chen Mia Otto', '403'],
  [() => ({ tasks: [task] }), 'Mia Otto', 'Mia Otto'],
  [() => ({ tasks: [task], tids: ['venue'] }), 'Mia', 'Mia'],
  [() => ({ day: '2026-08-01' }), 'Mia Otto', 'Mia Otto'],
  [() => ({ day: '2026-08-02' }), '', ''],
  [() => ({ day: '2026-08-01', without_tasks: true }), 'Chen', ''],
  [() => ({ without_tasks: true }), 'Chen', ''],
  [() => ({ form: { slug: 'shirts', answered: true } }), 'Mia', 'Mia'],
  [() => ({ form: { slug: 'shirts', answered: false } }), 'Chen Otto', 'Otto'],
  [() => ({ uids: [crew.member.uid, crew.stranger.uid] }), 'Mia', 'Mia'],
  [() => ({ uids: [crew.member.uid], without_tasks: true }), '', ''],
])('%s', async (audience, ofOwner, ofChief) => {
  expect(await reached(crew.owner, audience())).toBe(ofOwner);
  expect(await reached(crew.chief, audience())).toBe(ofChief);
});

test('a form that is not enabled is a condition for owners only', async () => {
  const audience = { form: { slug: 'secret', answered: false } };
  expect(await reached(crew.owner, audience)).toBe('Chen Mia Otto');
  const response = await crew.as(crew.chief, 'POST', 'messages/audience', { audience });
  expect([response.statusCode, response.json().errors[0].pointer]).toEqual([400, '/audience/form/slug']);
});

test.each<[() => object, boolean]>([
  [() => ({ everyone: true }), true],
  [() => ({ roles: ['owner'] }), true],
  [() => ({ tids: ['venue'] }), false],
  [() => ({ uids: [crew.member.uid] }), false],
  [() => ({ uids: [crew.owner.uid] }), true],
  [() => ({}), false],
])('says whether the caller is among them: %s', async (audience, expected) => {
  const response = await crew.as(crew.owner, 'POST', 'messages/audience', { audience: audience() });
  expect(response.json().includes_caller).toBe(expected);
});

test('people without a team who took a task are reached with everyone, with the task and as helpers, by mail', async () => {
  const times = { starts_at: '2026-08-02T01:00:00.000Z', ends_at: '2026-08-02T03:00:00.000Z' };
  const own = await createTask(muster, crew.pid, { tid: 'venue', visibility: 'signed_in', ...times });
  expect((await crew.as(crew.stranger, 'PUT', `tasks/${own}/attendance`)).statusCode).toBe(204);
  muster.clock.advance(mergeSeconds + 1);
  expect(await reached(crew.owner, { everyone: true })).toBe('Chen Mia Otto Sam');
  expect(await reached(crew.owner, { roles: ['helper'] })).toBe('Sam');
  expect(await reached(crew.chief, { roles: ['helper', 'member'] })).toBe('Mia Sam');
  expect(await reached(crew.chief, { tasks: [own] })).toBe('Sam');
  await muster.deliverNotices();
  const draft = { audience: { tasks: [own] }, subject: 'Tonight', body: 'Come at six.' };
  const { id } = (await crew.as(crew.chief, 'POST', 'messages', draft)).json();
  expect((await crew.as(crew.chief, 'POST', `messages/${id}/send`)).statusCode).toBe(200);
  const mails = await muster.deliver();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [crew.stranger.email, expect.stringContaining('Tonight')],
  ]);
});
