import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { ruledTasks } from '../../../../../test/support/world/ruled-tasks.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { Task } from '../tasks.schema.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

const { nextDay, createTask, createKind, createSkill, grant, join, add } = ruledTasks(muster, () => crew);

test('a refusal names the missing skills, and to the person themselves the other task', async () => {
  const [date, otherDate] = [nextDay(), nextDay()];
  const skills = [await createSkill('Radio'), await createSkill('First aid'), await createSkill('Driving')];
  await grant(crew.member, skills[2] ?? '');
  const needsSkills = await createTask(date, 9, 10, { kind: await createKind({}, skills), capacity: 1 });
  const unqualified = {
    code: 'not_qualified',
    detail: 'The person lacks a skill that the task needs: First aid and Radio',
    names: ['First aid', 'Radio'],
  };
  expect((await join(crew.member, needsSkills)).json()).toMatchObject(unqualified);
  expect((await add(crew.member, needsSkills)).json()).toMatchObject(unqualified);

  const [bar, desk] = [
    await createTask(otherDate, 9, 11, { title: 'Bar' }),
    await createTask(otherDate, 10, 12, { capacity: 1 }),
  ];
  await join(crew.member, bar);
  const overlaps = { code: 'task_overlap', detail: 'The person has another task at that time: Bar', names: ['Bar'] };
  expect((await join(crew.member, desk)).json()).toMatchObject(overlaps);
  const refusal = (await add(crew.member, desk)).json();
  expect(refusal).toMatchObject({ detail: 'The person has another task at that time' });
  expect(JSON.stringify(refusal)).not.toContain(bar.id);
  expect(refusal).not.toHaveProperty('names');
  // Waiting follows the same rules.
  await join(crew.chief, desk);
  const waiting = await crew.as(crew.member, 'PUT', `tasks/${desk.id}/attendance`, { wait: true });
  expect(waiting.json()).toMatchObject(overlaps);
});

test('a refusal about breaks or rest names the kind and its limit, and to the person themselves the other tasks', async () => {
  const [date, otherDate] = [nextDay(), nextDay()];
  const kind = await createKind({ max_consecutive_minutes: 240 });
  const bar = await createTask(date, 9, 12, { title: 'Bar', kind });
  const desk = await createTask(date, 12, 14, { kind });
  await join(crew.member, bar);
  const tooLong = { code: 'works_too_long', minutes: 240, kind };
  const detail = 'The person would work too long without a break: Bar';
  expect((await join(crew.member, desk)).json()).toMatchObject({ ...tooLong, detail, names: ['Bar'] });
  const refusal = (await add(crew.member, desk)).json();
  expect(refusal).toMatchObject(tooLong);
  expect(refusal).not.toHaveProperty('names');
  const candidates = await crew.as(crew.owner, 'GET', `tasks/${desk.id}/candidates?uids=${crew.member.uid}`);
  expect(candidates.json().data).toMatchObject([{ refusal: 'works_too_long', rule: { kind, minutes: 240 } }]);
  const read = async (who: Caller, { id }: Task) => (await crew.as(who, 'GET', `tasks/${id}`)).json();
  expect(await read(crew.member, desk)).toMatchObject({ time_rule: { minutes: 240, tasks: ['Bar'], kind } });
  expect(await read(crew.chief, desk)).toMatchObject({ refusal: null, time_rule: null });
  const night = await createTask(otherDate, 1, 5, { title: 'Night', kind: await createKind({ rest_minutes: 480 }) });
  const early = await createTask(otherDate, 9, 12);
  await join(crew.member, night);
  expect((await join(crew.member, early)).json()).toMatchObject({
    code: 'too_little_rest',
    minutes: 480,
    names: ['Night'],
  });
  // Nobody can take a task that is longer than its own limit.
  const endless = await createTask(otherDate, 14, 22, { kind });
  expect(await read(crew.chief, endless)).toMatchObject({
    refusal: 'works_too_long',
    time_rule: { minutes: 240, tasks: [], kind },
  });
});

test('a task says why the caller cannot join, with as many queries for one as for several', async () => {
  const date = nextDay();
  const kind = await createKind({ min_age: 99 }, [await createSkill('Welding')]);
  const opens_at = new Date(muster.clock.now().getTime() + 3_600_000).toISOString();
  const list = async () => {
    const before = muster.db.queryCount();
    const { data } = (await crew.as(crew.member, 'GET', `tasks?day=${date}`)).json();
    return { queries: muster.db.queryCount() - before, tasks: data as Task[] };
  };
  await createTask(date, 1, 2, { title: 'skill', kind });
  const { queries } = await list();
  const mine = await createTask(date, 2, 4, { title: 'mine' });
  await join(crew.member, mine);
  await createTask(date, 3, 5, { title: 'overlap' });
  const full = await createTask(date, 6, 7, { title: 'full', capacity: 1 });
  await join(crew.chief, full);
  await createTask(date, 8, 9, { title: 'later', opens_at });
  await createTask(date, 9, 10, { title: 'assigned', joining: 'planners' });
  await createTask(date, 11, 12, { title: 'free' });
  const { tasks, ...many } = await list();
  expect(many).toEqual({ queries });
  expect(
    tasks.map(({ title, refusal, missing_skills, rights: { join: joins, wait } }) => [
      title,
      refusal,
      missing_skills,
      joins,
      wait,
    ]),
  ).toEqual([
    ['skill', 'not_qualified', ['Welding'], false, false],
    ['mine', null, [], false, false],
    ['overlap', 'task_overlap', [], false, false],
    ['full', 'task_full', [], false, true],
    ['later', 'not_open_yet', [], false, false],
    ['assigned', 'planners_only', [], false, false],
    ['free', null, [], true, false],
  ]);
});

test('a task says everything that keeps the caller from joining, and which skills only organisers give', async () => {
  const date = nextDay();
  const skill = await crew.as(crew.owner, 'POST', 'skills', { name: 'Diving', granted: true });
  const kind = await createKind({ min_age: 99 }, [await createSkill('Swimming'), skill.json().id]);
  await join(crew.member, await createTask(date, 2, 4));
  const pool = await createTask(date, 3, 5, { title: 'Pool', kind });
  const expected = {
    refusal: 'task_overlap',
    refusals: ['task_overlap', 'not_qualified', 'birthday_unknown'],
    missing_skills: ['Diving', 'Swimming'],
    granted_skills: ['Diving'],
  };
  expect((await crew.as(crew.member, 'GET', `tasks/${pool.id}`)).json()).toMatchObject(expected);
  const open = await muster.call({
    url: `/api/me/open-tasks?project=${crew.pid}&day=${date}&all=true`,
    headers: crew.member.headers,
  });
  expect((open.json().data as Task[]).find(({ id }) => id === pool.id)).toMatchObject(expected);
});
