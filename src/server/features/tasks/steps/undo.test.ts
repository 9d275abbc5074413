import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf, createTask } from '../../../../../test/support/factories.ts';
import { expectCountsToHold } from '../../../../../test/support/races/races.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { rememberedApplicants } from '../../../db/migrations/0038_remembered_applicants.ts';
import { newId } from '../../../lib/secrets.ts';

const muster = useApp();
let crew: Crew;

beforeEach(async () => {
  await muster.deliverNotices();
  crew = await createCrew(muster);
});

const times = (start: string, end: string) => ({
  starts_at: `2029-08-08T${start}:00.000Z`,
  ends_at: `2029-08-08T${end}:00.000Z`,
});
const join = async (who: Caller, id: string, body: object = {}) => {
  expect((await crew.as(who, 'PUT', `tasks/${id}/attendance`, body)).statusCode).toBeLessThan(300);
};
const change = async (ids: readonly string[], body: object): Promise<string> => {
  const tasks = ids.map((id) => ({ id }));
  const response = await crew.as(crew.owner, 'POST', 'tasks/changes?release=true', { tasks, ...body });
  expect(response.statusCode).toBe(200);
  return response.json().step;
};
const undo = async (step: string) => {
  expect((await crew.as(crew.owner, 'POST', `planning-steps/${step}/undo`)).statusCode).toBe(204);
};
const plansOf = async (who: Caller): Promise<string[]> => {
  const rows = await muster.db.read.selectFrom('attendances').select('task_id').where('uid', '=', who.uid).execute();
  return rows.map(({ task_id: id }) => id);
};
const noticesTo = async (who: Caller): Promise<string[]> => {
  const { data } = (await muster.call({ url: '/api/me/notices', headers: who.headers })).json();
  return data.flatMap(({ texts }: { texts: string[] }) => texts);
};

test('people of the undone step get their places back before free ones go to those who wait', async () => {
  const wanted = await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue', capacity: 2 });
  const own = await createTask(muster, crew.pid, { ...times('09:00', '11:00'), tid: 'venue' });
  await join(crew.chief, wanted);
  await join(crew.member, own);
  const [skill, kind] = [newId(muster.clock.now()), newId(muster.clock.now())];
  const knows = (uid: string) => ({ skill_id: skill, uid, created_at: muster.clock.now().toISOString() });
  await muster.db.transaction(async (trx) => {
    await trx.insertInto('skills').values({ id: skill, pid: crew.pid, name: 'First aid' }).execute();
    await trx.insertInto('task_kinds').values({ id: kind, pid: crew.pid, name: 'Aid' }).execute();
    await trx.insertInto('task_kind_skills').values({ kind_id: kind, skill_id: skill }).execute();
    await trx.insertInto('person_skills').values(knows(crew.chief.uid)).execute();
  });
  // Mia loses her own task for lack of the skill, learns it, and waits for the other one at the same time.
  const step = await change([wanted, own], { set: { kind, capacity: 1 } });
  expect(await plansOf(crew.member)).toEqual([]);
  await muster.db.transaction((trx) => trx.insertInto('person_skills').values(knows(crew.member.uid)).execute());
  await join(crew.member, wanted, { wait: true });
  await undo(step);
  expect(await plansOf(crew.member)).toEqual([own]);
  const recorded = await muster.db.read
    .selectFrom('audit')
    .select(['actor', 'subject'])
    .where('pid', '=', crew.pid)
    .where('kind', '=', 'planning.undone')
    .execute();
  expect(recorded).toEqual([{ actor: crew.owner.uid, subject: step }]);
  await expectCountsToHold(muster);
});

test('who gets a place back that they would swap for keeps the other place', async () => {
  const [lost, kept] = [
    await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue' }),
    await createTask(muster, crew.pid, { ...times('12:00', '14:00'), tid: 'venue' }),
  ];
  for (const id of [lost, kept]) await join(crew.member, id);
  // The chief could swap.
  await join(crew.chief, lost);
  const step = await change([lost], { move_minutes: 4 * 60 });
  expect(await plansOf(crew.member)).toEqual([kept]);
  const offer = { for: lost };
  expect((await crew.as(crew.member, 'PUT', `tasks/${kept}/attendance/offer`, offer)).statusCode).toBe(204);
  await undo(step);
  expect(await plansOf(crew.member)).toHaveLength(2);
  expect(await muster.db.read.selectFrom('place_offers').selectAll().where('task_id', '=', kept).execute()).toEqual([]);
});

test('those who waited or asked for a place do so again, and are notified, also people without a team', async () => {
  const open = { ...times('08:00', '10:00'), visibility: 'signed_in' as const, capacity: 1 };
  const full = await createTask(muster, crew.pid, open);
  await join(crew.chief, full);
  await join(crew.stranger, full, { wait: true });
  const asked = await createTask(muster, crew.pid, { ...open, joining: 'approval' });
  await join(crew.member, asked);
  // Within two minutes, nobody hears of it. The step is as an earlier version stored it, and then migrated.
  const early = await change([full, asked], { delete: true });
  await muster.db.transaction(async (trx) => {
    const stored = trx.selectFrom('planning_steps').select('before').where('id', '=', early);
    const { before } = await stored.executeTakeFirstOrThrow();
    const older = before.replace('"applicants":', '"hopeful":');
    expect(older).not.toBe(before);
    await trx.updateTable('planning_steps').set({ before: older }).where('id', '=', early).execute();
    await rememberedApplicants({ db: trx });
  });
  await undo(early);
  expect([await noticesTo(crew.stranger), await noticesTo(crew.member), await noticesTo(crew.chief)]).toEqual([
    [],
    [],
    [],
  ]);
  const step = await change([full, asked], { delete: true });
  await muster.deliverNotices();
  await undo(step);
  expect(await noticesTo(crew.stranger)).toEqual(['place.waiting.restored', 'task.cancelled']);
  expect(await noticesTo(crew.member)).toEqual(['place.waiting.requested', 'task.cancelled']);
  expect(await noticesTo(crew.chief)).toEqual(['task.added', 'task.cancelled']);
  const { data } = (await crew.as(crew.owner, 'GET', `tasks/${full}/waiting`)).json();
  expect(data).toMatchObject([{ uid: crew.stranger.uid, position: 1 }]);
  await crew.as(crew.chief, 'DELETE', `tasks/${full}/attendance`);
  expect(await plansOf(crew.stranger)).toEqual([full]);
});

test('a restored task with free places goes to those who wait for it', async () => {
  const task = await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue', capacity: 1 });
  await join(crew.chief, task);
  await join(crew.member, task, { wait: true });
  const step = await change([task], { delete: true });
  await muster.db.transaction(async (trx) => {
    const { before } = await trx
      .selectFrom('planning_steps')
      .select('before')
      .where('id', '=', step)
      .executeTakeFirstOrThrow();
    const remembered = JSON.stringify({ ...JSON.parse(before), attendances: [] });
    await trx.updateTable('planning_steps').set({ before: remembered }).where('id', '=', step).execute();
  });
  await undo(step);
  expect(await plansOf(crew.member)).toEqual([task]);
});

/** Empty if the response names no step. */
function stepOf({ headers }: { headers: Record<string, unknown> }): string {
  const step = headers['planning-step'];
  return typeof step === 'string' ? step : '';
}

test('a change of one task is undone with the values and the people that it had', async () => {
  const task = await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue', title: 'Gate' });
  const other = await createTask(muster, crew.pid, { ...times('11:00', '12:00'), tid: 'venue' });
  for (const id of [task, other]) await join(crew.member, id);
  const before = await crew.as(crew.owner, 'GET', `tasks/${task}`);
  const later = { ...times('10:30', '12:30'), title: 'Door', briefing: 'Come early.', release_conflicting: true };
  const changed = await crew.as(crew.owner, 'PATCH', `tasks/${task}`, later);
  expect(changed.json()).toMatchObject({ title: 'Door', attendee_count: 0 });
  expect(await plansOf(crew.member)).toEqual([other]);
  await undo(stepOf(changed));
  const restored = await crew.as(crew.owner, 'GET', `tasks/${task}`);
  expect(restored.json()).toEqual(before.json());
  expect(await plansOf(crew.member)).toHaveLength(2);
  await expectCountsToHold(muster);
  const again = await crew.as(crew.owner, 'POST', `planning-steps/${stepOf(changed)}/undo`);
  expect(again.json()).toMatchObject({ code: 'step_undone' });
});

test('a step is not undone over a later change, or over somebody who joined at the new time', async () => {
  const task = await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue', title: 'Gate' });
  const step = await change([task], { set: { title: 'Door' } });
  await crew.as(crew.owner, 'PATCH', `tasks/${task}`, { title: 'Exit' });
  const refused = await crew.as(crew.owner, 'POST', `planning-steps/${step}/undo`);
  expect(refused.json()).toMatchObject({ code: 'step_overtaken', errors: [{ pointer: `/tasks/${task}` }] });
  const moved = stepOf(await crew.as(crew.owner, 'PATCH', `tasks/${task}`, times('10:00', '12:00')));
  muster.clock.advance(1);
  await join(crew.member, task);
  const joined = await crew.as(crew.owner, 'POST', `planning-steps/${moved}/undo`);
  expect(joined.json()).toMatchObject({
    code: 'step_overtaken',
    errors: [{ pointer: `/tasks/${task}/attendees/${crew.member.uid}` }],
  });
  expect((await crew.as(crew.owner, 'GET', `tasks/${task}`)).json()).toMatchObject({
    title: 'Exit',
    ...times('10:00', '12:00'),
  });
});

test('the deletion of one task is undone with its people, and every step has one change event for each task', async () => {
  const task = await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue' });
  await join(crew.member, task);
  const before = (await crew.as(crew.owner, 'PATCH', `tasks/${task}`, { title: 'Gate' })).json();
  const deleted = await crew.as(crew.owner, 'DELETE', `tasks/${task}?force=true`);
  expect([deleted.statusCode, await plansOf(crew.member)]).toEqual([204, []]);
  await undo(stepOf(deleted));
  expect((await crew.as(crew.owner, 'GET', `tasks/${task}`)).json()).toEqual(before);
  expect(await plansOf(crew.member)).toEqual([task]);
  const events = muster.db.read.selectFrom('changes').select(['kind', 'subject']).where('pid', '=', crew.pid);
  const subject = JSON.stringify({ task });
  expect(await events.where('kind', 'like', 'task.%').orderBy('seq').execute()).toEqual([
    { kind: 'task.changed', subject },
    { kind: 'task.removed', subject },
    { kind: 'task.created', subject },
  ]);
  await expectCountsToHold(muster);
});

test('a change of one task that changes nothing is no step, and the version stays', async () => {
  const task = await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue', title: 'Gate' });
  const before = await crew.as(crew.owner, 'GET', `tasks/${task}`);
  const same = await crew.as(crew.owner, 'PATCH', `tasks/${task}`, { title: 'Gate', ...times('08:00', '10:00') });
  expect([same.statusCode, stepOf(same), same.headers['etag']]).toEqual([200, '', before.headers['etag']]);
});

test('single changes are never refused: what is too much is not kept', async () => {
  const task = await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue' });
  const rename = async (title: string) => {
    const response = await crew.as(crew.owner, 'PATCH', `tasks/${task}`, { title });
    expect(response.json()).toMatchObject({ title });
    return stepOf(response) !== '';
  };
  const keep = (task_count: number, count: number, before: string) =>
    muster.db.transaction(async (trx) => {
      const created_at = muster.clock.now().toISOString();
      const step = {
        pid: crew.pid,
        kind: 'change',
        before,
        task_count,
        created_by: crew.owner.uid,
        created_at,
      } as const;
      const rows = Array.from({ length: count }, () => ({ ...step, id: newId(muster.clock.now()) }));
      await trx.insertInto('planning_steps').values(rows).execute();
    });
  await keep(2, 100, '{}');
  expect(await rename('One')).toBe(true);
  await keep(2, 1, 'x'.repeat(20_000_000));
  expect(await rename('Two')).toBe(false);
});

test('the steps of service accounts, and what is kept of large steps, are limited', async () => {
  const tasks = await Promise.all(
    ['08:00', '10:00'].map((start) =>
      createTask(muster, crew.pid, { ...times(start, '12:00'), tid: 'venue', capacity: 1 }),
    ),
  );
  const ends_at = new Date(muster.clock.now().getTime() + 30 * 86_400_000).toISOString();
  const account = { name: 'Planner', scopes: ['tasks:write'], ends_at };
  const browser = await browserOf(muster, crew.owner);
  const { token } = (await crew.as(undefined, 'POST', 'service-accounts', account, browser)).json();
  const plan = async (headers: { authorization: string }, change: object = { move_minutes: 15 }) =>
    (
      await muster.call({
        method: 'POST',
        url: `/api/projects/${crew.pid}/tasks/changes`,
        headers,
        payload: { tasks: tasks.map((id) => ({ id })), ...change },
      })
    ).statusCode;
  const bot = { authorization: `Bearer ${token}` };
  expect(await plan(bot)).toBe(200);
  const keep = (created_by: string | null, count: number, before: string) =>
    muster.db.transaction(async (trx) => {
      const [pid, now] = [crew.pid, muster.clock.now()];
      const step = { pid, kind: 'change', before, task_count: 2, created_by, created_at: now.toISOString() } as const;
      const rows = Array.from({ length: count }, () => ({ ...step, id: newId(now) }));
      await trx.insertInto('planning_steps').values(rows).execute();
    });
  await keep(null, 99, '{}');
  expect([await plan(bot), await plan(bot, { delete: true })]).toEqual([422, 422]);
  expect(await plan(crew.owner.headers)).toBe(200);
  await keep(crew.owner.uid, 1, 'x'.repeat(20_000_000));
  expect(await plan(crew.owner.headers)).toBe(422);
  expect(await plan(crew.chief.headers)).toBe(200);
});

test('nobody who has left the project since comes back with an undone step', async () => {
  const open = { visibility: 'signed_in' as const, tid: 'venue', capacity: 3 };
  const [first, second] = [
    await createTask(muster, crew.pid, { ...times('08:00', '10:00'), ...open }),
    await createTask(muster, crew.pid, { ...times('12:00', '14:00'), ...open }),
  ];
  // Sam is a helper by both places, and leaves the second.
  for (const id of [first, second]) await join(crew.stranger, id);
  const kept = await change([first], { delete: true });
  await crew.as(crew.stranger, 'DELETE', `tasks/${second}/attendance`);
  const refused = await crew.as(crew.owner, 'POST', `planning-steps/${kept}/undo`);
  expect(refused.json()).toMatchObject({ code: 'step_overtaken', detail: expect.stringContaining('left the project') });

  await join(crew.member, second);
  const removed = await change([second], { delete: true });
  const leaving = await crew.as(crew.member, 'DELETE', `teams/venue/members/${crew.member.uid}`);
  expect(leaving.statusCode).toBe(204);
  const again = await crew.as(crew.owner, 'POST', `planning-steps/${removed}/undo`);
  expect(again.json()).toMatchObject({ code: 'step_overtaken' });
  const helpers = await muster.db.read.selectFrom('helpers').select('uid').where('pid', '=', crew.pid).execute();
  expect([helpers, await plansOf(crew.stranger), await plansOf(crew.member)]).toEqual([[], [], []]);
});

test('a helper who lost the last place by the step has it again, but not after coming back and leaving', async () => {
  const open = { visibility: 'signed_in' as const, tid: 'venue', capacity: 3 };
  const [first, second] = [
    await createTask(muster, crew.pid, { ...times('08:00', '10:00'), ...open }),
    await createTask(muster, crew.pid, { ...times('12:00', '14:00'), ...open }),
  ];
  await join(crew.stranger, first);
  await undo(await change([first], { delete: true }));
  expect(await plansOf(crew.stranger)).toEqual([first]);
  const step = await change([first], { delete: true });
  await join(crew.stranger, second);
  await crew.as(crew.stranger, 'DELETE', `tasks/${second}/attendance`);
  const refused = await crew.as(crew.owner, 'POST', `planning-steps/${step}/undo`);
  expect([refused.json().code, await plansOf(crew.stranger)]).toEqual(['step_overtaken', []]);
});
