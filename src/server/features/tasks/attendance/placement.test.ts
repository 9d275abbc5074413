import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { setDates } from '../../../../../test/support/world/planning.ts';
import { ruledTasks } from '../../../../../test/support/world/ruled-tasks.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { movePlaces } from './placement.service.ts';
import type { Mover, Moves } from './placement.service.ts';
import { scopeOfRow } from '../../../auth/project-role.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

const { nextDay, createTask, createKind, createSkill, grant, join, add } = ruledTasks(muster, () => crew);

const leave = (who: Caller, { id }: { id: string }) => crew.as(who, 'DELETE', `tasks/${id}/attendance`);
const codeOf = async (response: ReturnType<typeof join>) => {
  const answer = await response;
  return answer.body === '' ? answer.statusCode : answer.json().code;
};
const attendeesOf = async ({ id }: { id: string }) =>
  (await muster.db.read.selectFrom('attendances').select('uid').where('task_id', '=', id).orderBy('uid').execute()).map(
    ({ uid }) => uid,
  );

test('a skill that the task needs is asked of everybody, also when a planner assigns them', async () => {
  const [first, second] = [await createSkill(), await createSkill()];
  const task = await createTask(nextDay(), 9, 10, { kind: await createKind({}, [first, second]) });
  await grant(crew.member, first);
  expect(await codeOf(join(crew.member, task))).toBe('not_qualified');
  expect(await codeOf(add(crew.member, task))).toBe('not_qualified');
  await grant(crew.member, second);
  expect(await codeOf(join(crew.member, task))).toBe(204);
});

test('an age is asked on the first day of the month of the event, and others learn nothing about it', async () => {
  const date = nextDay();
  await setDates(muster, crew.pid, { starts_on: date, ends_on: date });
  const task = await createTask(date, 9, 10, { kind: await createKind({ min_age: 18 }) });
  const year = Number(date.slice(0, 4)) - 18;
  const setBirthday = async (birthday: string) => {
    const payload = { name: '', phone: '', national_id: '', company: '', birthday };
    const response = await muster.call({
      method: 'PUT',
      url: '/api/me/real-profile',
      headers: crew.member.headers,
      payload,
    });
    expect(response.statusCode, response.body).toBe(200);
  };
  expect(await codeOf(join(crew.member, task))).toBe('birthday_unknown');
  expect(await codeOf(add(crew.member, task))).toBe('not_possible');
  await setBirthday(`${year}${date.slice(4, 8)}02`);
  expect(await codeOf(join(crew.member, task))).toBe('too_young');
  expect(await codeOf(add(crew.member, task))).toBe('not_possible');
  await setBirthday(`${year}${date.slice(4, 8)}01`);
  expect(await codeOf(join(crew.member, task))).toBe(204);
  await setDates(muster, crew.pid, { starts_on: null, ends_on: null });
});

test('rest is asked after a task of such a kind, whichever of the two is joined first', async () => {
  const date = nextDay();
  const kind = await createKind({ rest_minutes: 120 });
  const [night, soon, later] = [
    await createTask(date, 1, 6, { kind }),
    await createTask(date, 7, 8),
    await createTask(date, 8, 9),
  ];
  await join(crew.member, night);
  expect(await codeOf(join(crew.member, soon))).toBe('too_little_rest');
  expect(await codeOf(join(crew.member, later))).toBe(204);
  await join(crew.chief, soon);
  expect(await codeOf(join(crew.chief, night))).toBe('too_little_rest');
});

test('a short task after a long one does not replace the rest, in whichever order they are joined', async () => {
  const date = nextDay();
  const kind = await createKind({ rest_minutes: 480, max_consecutive_minutes: 600 });
  const [night, short, soon, rested] = [
    await createTask(date, 0, 6, { kind }),
    await createTask(date, 6, 7),
    await createTask(date, 8, 9, { capacity: 4 }),
    await createTask(date, 15, 16),
  ];
  for (const task of [night, short]) expect(await codeOf(join(crew.member, task))).toBe(204);
  expect(await codeOf(join(crew.member, soon))).toBe('too_little_rest');
  expect(await codeOf(join(crew.member, rested))).toBe(204);
  for (const task of [short, soon]) await join(crew.chief, task);
  expect(await codeOf(join(crew.chief, night))).toBe('too_little_rest');
});

test('nobody works longer without a break than a kind allows', async () => {
  const date = nextDay();
  const kind = await createKind({ max_consecutive_minutes: 240 });
  const [first, second, third] = [
    await createTask(date, 8, 10, { kind }),
    await createTask(date, 10, 12, { kind }),
    await createTask(date, 12, 13, { kind }),
  ];
  await join(crew.member, first);
  expect(await codeOf(join(crew.member, second))).toBe(204);
  expect(await codeOf(join(crew.member, third))).toBe('works_too_long');
  expect(await codeOf(add(crew.member, third))).toBe('works_too_long');
});

test('opening time and way of joining are for people who join by themselves', async () => {
  const date = nextDay();
  const opens_at = new Date(muster.clock.now().getTime() + 3_600_000).toISOString();
  const early = await createTask(date, 8, 9, { opens_at });
  const assigned = await createTask(date, 9, 10, { joining: 'planners' });
  expect(await codeOf(join(crew.member, early))).toBe('not_open_yet');
  expect(await codeOf(join(crew.member, assigned))).toBe('planners_only');
  expect([await codeOf(add(crew.member, early)), await codeOf(add(crew.member, assigned))]).toEqual([204, 204]);
  expect(await codeOf(join(crew.owner, early))).toBe(204);
});

test('after the time until which one can leave, only planners take people off', async () => {
  using _still = muster.clock.freeze();
  const starts = new Date(muster.clock.now().getTime() + 12 * 3_600_000);
  const times = {
    starts_at: starts.toISOString(),
    ends_at: new Date(starts.getTime() + 3_600_000).toISOString(),
  };
  const kind = await createKind({ leave_until_hours: 12 });
  const task = await createTask(nextDay(), 8, 9, { ...times, kind });
  await join(crew.member, task);
  expect((await leave(crew.member, task)).statusCode).toBe(204);
  await join(crew.member, task);
  muster.clock.advance(1);
  const late = await leave(crew.member, task);
  expect([late.statusCode, late.json().code]).toEqual([409, 'too_late_to_leave']);
  expect((await crew.as(crew.owner, 'DELETE', `tasks/${task.id}/attendees/${crew.member.uid}`)).statusCode).toBe(204);
  expect(await attendeesOf(task)).toEqual([]);
});

test('a new kind or time drops nobody silently', async () => {
  const date = nextDay();
  const task = await createTask(date, 8, 9);
  await join(crew.member, task);
  await join(crew.chief, task);
  const skill = await createSkill();
  await grant(crew.chief, skill);
  const change = { kind: await createKind({}, [skill]) };
  const refused = await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, change);
  expect(refused.json()).toMatchObject({
    status: 409,
    code: 'not_qualified',
    detail: 'People who could not stay by the rules: 1',
  });
  expect(await attendeesOf(task)).toHaveLength(2);
  const released = await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { ...change, release_conflicting: true });
  expect(released.json()).toMatchObject({ kind: change.kind, attendee_count: 1 });
  expect(await attendeesOf(task)).toEqual([crew.chief.uid]);
});

test('a change that leaves times and kind as they are asks nobody to leave, also if the kind got stricter', async () => {
  const kind = await createKind({});
  const task = await createTask(nextDay(), 8, 9, { kind });
  await join(crew.member, task);
  const skill = await createSkill();
  expect((await crew.as(crew.owner, 'PATCH', `task-kinds/${kind}`, { requires: [skill] })).statusCode).toBe(200);
  const { starts_at, ends_at } = task;
  const renamed = await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { title: 'Gate', starts_at, ends_at, kind });
  expect([renamed.statusCode, renamed.json().title]).toEqual([200, 'Gate']);
  expect(await attendeesOf(task)).toEqual([crew.member.uid]);
});

test('people on a task are checked again when it loses its kind', async () => {
  const date = nextDay();
  const [kitchen, gate] = [await createKind({}), await createKind({})];
  const task = await createTask(date, 8, 9, { kind: gate });
  await join(crew.member, await createTask(date, 5, 7, { kind: kitchen }));
  await join(crew.member, task);
  const rest = { rest_minutes: 120 };
  expect((await crew.as(crew.owner, 'PATCH', `task-kinds/${kitchen}`, rest)).statusCode).toBe(200);
  const refused = await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { kind: null });
  expect(refused.json()).toMatchObject({ status: 409, code: 'too_little_rest', minutes: 120 });
  expect(await attendeesOf(task)).toEqual([crew.member.uid]);
});

async function move(by: Mover['by'], moves: Moves) {
  return muster.db.transaction(async (trx) => {
    const { keys } = muster.services;
    const scope = scopeOfRow(crew);
    return movePlaces(trx, { scope, keys, actor: crew.owner.uid, now: muster.clock.now(), by }, moves);
  });
}

test('two people swap their full tasks at the same time; a draft skips those who cannot be placed', async () => {
  const date = nextDay();
  const [one, other] = [await createTask(date, 8, 9, { capacity: 1 }), await createTask(date, 8, 10, { capacity: 1 })];
  await join(crew.member, one);
  await join(crew.chief, other);
  const [mia, chen, olga] = [crew.member.uid, crew.chief.uid, crew.owner.uid];
  const swapped = await move('offer', {
    off: [
      { uid: mia, task: one.id },
      { uid: chen, task: other.id },
    ],
    on: [
      { uid: mia, task: other.id },
      { uid: chen, task: one.id },
    ],
  });
  expect([swapped.on.length, swapped.off.length, swapped.refused]).toEqual([2, 2, []]);
  expect([await attendeesOf(one), await attendeesOf(other)]).toEqual([[chen], [mia]]);
  const third = await createTask(date, 9, 11, { capacity: 3 });
  const assignments = [
    { uid: mia, task: third.id },
    { uid: chen, task: third.id },
    { uid: olga, task: one.id },
    { uid: olga, task: third.id },
  ];
  const drafted = await move('draft', { on: assignments, refused: 'skip' });
  expect(drafted.on).toEqual([assignments[1], assignments[3]]);
  expect(drafted.refused.map(({ uid, problem }) => [uid, problem.code])).toEqual([
    [olga, 'task_full'],
    [mia, 'task_overlap'],
  ]);
  expect(await attendeesOf(third)).toEqual([chen, olga].toSorted());
  const counts = await muster.db.read.selectFrom('tasks').select('attendee_count').where('id', '=', third.id).execute();
  expect(counts).toEqual([{ attendee_count: 2 }]);
});
