import { afterEach, beforeEach, expect, test } from 'vitest';
import { expireApplications } from '../src/server/features/teams/applications/expiry.service.ts';
import type { TestApp } from './support/app.ts';
import { createCaller } from './support/world.ts';
import type { Caller, Crew } from './support/world.ts';
import { createDisclosureWorld } from './support/world/disclosure.ts';
import { createDevice, inMinutes, taskNow } from './support/world/desk.ts';
import { createPerson } from './support/factories.ts';
import { lockHolder, raceAgainst, startLockWorld, untilWaiting } from './support/races/lock-holder.ts';
import type { LockWorld } from './support/races/lock-holder.ts';
import { createTasks, expectCountsToHold } from './support/races/races.ts';

let world: LockWorld;
let muster: TestApp;
let crew: Crew;
beforeEach(async () => {
  world = await startLockWorld();
  ({ muster, crew } = world);
});
afterEach(() => world[Symbol.asyncDispose]());

const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);

const lockPersonSql = 'select 1 from people where uid = $1 for update';
const lockProjectSql = 'select 1 from projects where pid = $1 for update';
const lockTaskSql = 'select 1 from tasks where id = $1 for update';
/** Requests get as far as their audit entry, with everything else written and checked, and do not commit. */
const lockAuditSql = 'lock table audit in share mode';

/** Three tasks of three days. */
async function threeTasks(): Promise<[string, string, string]> {
  const [first, second, third] = await createTasks(crew, 3);
  if (first === undefined || second === undefined || third === undefined) throw new Error('three tasks');
  return [first, second, third];
}

const join = (id: string) => crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
const leave = (id: string) => crew.as(crew.member, 'DELETE', `tasks/${id}/attendance`);
const moveTo = (id: string, day: number) =>
  crew.as(crew.owner, 'PATCH', `tasks/${id}`, {
    starts_at: `2026-07-0${day}T09:30:00Z`,
    ends_at: `2026-07-0${day}T10:30:00Z`,
  });

/** The same with a change of several tasks. */
const moveManyTo = (id: string, day: number) =>
  crew.as(crew.owner, 'POST', 'tasks/changes', { tasks: [{ id }], move_minutes: (day - 1) * 24 * 60 + 30 });
const moves = [
  ['one', moveTo, 'task_overlap'],
  ['several', moveManyTo, 'places_lost'],
] as const;

const attendees = async (id: string) => {
  const task = await muster.db.read.selectFrom('tasks').select('attendee_count').where('id', '=', id).execute();
  return task[0]?.attendee_count;
};

test('a person who joins a task twice at once has joined it, and takes one place', async () => {
  const [id] = await threeTasks();
  const held = [[lockPersonSql, [crew.member.uid]]] as const;
  expect(statuses(await raceAgainst(muster, held, [() => join(id), () => join(id)]))).toEqual([204, 204]);
  expect(await attendees(id)).toBe(1);
  await expectCountsToHold(muster);
});

test.each(moves)(
  'changing %s: a task does not move onto one that an attendee is just joining',
  async (_, move, code) => {
    const [moved, joined] = await threeTasks();
    await join(moved);
    const [joining, moving] = await raceAgainst(
      muster,
      [[lockAuditSql, []]],
      [() => join(joined), () => move(moved, 2)],
    );
    expect(joining?.statusCode).toBe(204);
    expect(moving?.json()).toMatchObject({ status: 409, code });
    await expectCountsToHold(muster);
  },
);

test.each(moves)(
  'changing %s: nor onto one being joined by somebody who just joined the moved one',
  async (_, move, code) => {
    const [moved, joined] = await threeTasks();
    await using other = await lockHolder(muster);
    await other.lock(lockTaskSql, [moved]);
    const moving = move(moved, 2);
    await untilWaiting(muster, 1);
    // The move has looked for attendees already and found none.
    await other.lock('insert into attendances (task_id, uid, created_at) values ($1, $2, now())', [
      moved,
      crew.member.uid,
    ]);
    await other.lock('update tasks set attendee_count = attendee_count + 1 where id = $1', [moved]);
    await using holder = await lockHolder(muster);
    await holder.lock(lockAuditSql);
    const joining = join(joined);
    await untilWaiting(muster, 2);
    await other.release();
    await untilWaiting(muster, 2);
    await holder.release();
    expect((await joining).statusCode).toBe(204);
    expect((await moving).json()).toMatchObject({ status: 409, code });
    await expectCountsToHold(muster);
  },
);

test('moving a task while somebody leaves it does not deadlock', async () => {
  const [id] = await threeTasks();
  await join(id);
  const held = [[lockPersonSql, [crew.member.uid]]] as const;
  expect(statuses(await raceAgainst(muster, held, [() => leave(id), () => moveTo(id, 3)]))).toEqual([204, 200]);
  await expectCountsToHold(muster);
});

test('disabling a team while somebody is added to it does not deadlock', async () => {
  const { uid } = await createPerson(muster);
  // Not by one person, nor by a chief of the team: their row is locked first, and the requests would wait for each other there.
  const second = await createCaller(muster);
  const created_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.insertInto('project_owners').values({ pid: crew.pid, uid: second.uid, created_at }).execute(),
  );
  const requests = [
    () => crew.as(second, 'PUT', `teams/venue/members/${uid}`),
    () => crew.as(crew.owner, 'PUT', 'teams/venue/disabled'),
  ];
  expect(statuses(await raceAgainst(muster, [[lockProjectSql, [crew.pid]]], requests))).toEqual([204, 204]);
  await expectCountsToHold(muster);
});

test('a scan of somebody whose task is just being deleted is answered, not failed', async () => {
  const { results } = await createDevice(muster, crew);
  const { id } = await taskNow(muster, crew, [crew.member]);
  const deletion = [['delete from tasks where id = $1', [id]]] as const;
  const scan = () => results([{ uid: crew.member.uid }]);
  expect(await raceAgainst(muster, deletion, [scan])).toEqual([['not_here']]);
});

test.each([
  ['places', { name: 'East gate' }],
  ['hand-outs', { name: 'Shirt', audience: { everyone: true } }],
])('two %s that are created at once with the same name: one is rejected', async (path, body) => {
  const create = () => crew.as(crew.owner, 'POST', path, body);
  const answers = statuses(await raceAgainst(muster, [[lockAuditSql, []]], [create, create]));
  expect(new Set(answers)).toEqual(new Set([201, 409]));
});

test('who is just beginning their claim for travel keeps it: the project does not go back to fixed amounts meanwhile', async () => {
  const travel = await createDisclosureWorld(muster);
  const { form } = await travel.createForm();
  const pays = (travel_pays: string) =>
    travel.as(travel.owner, 'PUT', 'money-settings', {
      payer_name: '',
      payer_iban: '',
      payer_bic: '',
      travel_pays,
      travel_budget: null,
    });
  expect((await pays('receipts')).statusCode).toBe(204);
  await travel.put(travel.member, { form });
  const [claim] = (await travel.as(travel.member, 'GET', 'my-claims')).json().data;
  const beginning = [
    ['select 1 from claims where id = $1 for update', [claim.id]],
    [`insert into claim_lines (claim_id, position, what, amount) values ($1, 0, 'Train', 100)`, [claim.id]],
  ] as const;
  expect(statuses(await raceAgainst(muster, beginning, [() => pays('fixed')]))).toEqual([422]);
  expect((await travel.as(travel.member, 'GET', 'my-claims')).json().data).toMatchObject([{ id: claim.id }]);
});

/** A team that takes applications, with a question; what applies to it. */
async function askedToApply() {
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
  const fields = [{ key: 'drives', label: 'Do you drive?', type: 'yes_no' }];
  const form = { form: 'questions', kind: 'application', title: 'About you', enabled: true, fields };
  expect((await crew.as(crew.owner, 'POST', 'forms', form)).statusCode).toBe(201);
  const body = { wishes: ['venue'], answers: { questions: { drives: true } } };
  return () => crew.as(crew.stranger, 'PUT', 'my-application', body);
}

test('a form that somebody who applies is just answering is not deleted like one without answers', async () => {
  const apply = await askedToApply();
  const remove = () => crew.as(crew.owner, 'DELETE', 'forms/questions');
  const answers = await raceAgainst(muster, [['lock table form_responses in share mode', []]], [apply, remove]);
  expect(statuses(answers)).toEqual([200, 409]);
  await expectCountsToHold(muster);
});

test('deleting a form while answers in applications expire does not deadlock', async () => {
  expect((await (await askedToApply())()).statusCode).toBe(200);
  expect((await crew.as(crew.stranger, 'DELETE', 'teams/venue/application')).statusCode).toBe(204);
  const job = { db: muster.db, now: muster.clock.now(), dryRun: false };
  const expire = async () => {
    const expired = await Array.fromAsync(expireApplications(job, new Date('2099-01-01')));
    return { statusCode: expired.length === 1 ? 200 : 404 };
  };
  const remove = () => crew.as(crew.owner, 'DELETE', 'forms/questions?force=true');
  const held = [['select 1 from form_responses where uid = $1 for update', [crew.stranger.uid]]] as const;
  expect(statuses(await raceAgainst(muster, held, [expire, remove]))).toEqual([200, 204]);
  await expectCountsToHold(muster);
});

test('adding a place to a task while the person who waits for it asks again does not deadlock', async () => {
  const [id] = await threeTasks();
  await crew.as(crew.owner, 'PATCH', `tasks/${id}`, { capacity: 1 });
  await join(id);
  const ask = () => crew.as(crew.chief, 'PUT', `tasks/${id}/attendance`, { wait: true });
  expect((await ask()).json()).toMatchObject({ state: 'waiting' });
  const enlarge = () => crew.as(crew.owner, 'PATCH', `tasks/${id}`, { capacity: 2 });
  expect(statuses(await raceAgainst(muster, [[lockAuditSql, []]], [enlarge, ask]))).toEqual([200, 204]);
  expect(await attendees(id)).toBe(2);
  await expectCountsToHold(muster);
});

test('a place goes to the next who waits if the person whose turn it is stops waiting at that moment', async () => {
  const [starts_at, ends_at] = [inMinutes(muster, 6 * 60), inMinutes(muster, 8 * 60)];
  const create = async () => {
    const task = { title: 'Desk', tid: 'venue', starts_at, ends_at, capacity: 5 };
    return (await crew.as(crew.owner, 'POST', 'tasks', task)).json<{ id: string }>().id;
  };
  const [full, other] = [await create(), await create()];
  await crew.as(crew.owner, 'PATCH', `tasks/${full}`, { capacity: 1 });
  await join(full);
  const people: Caller[] = [];
  for (let count = 0; count < 5; count += 1) {
    const one = await createCaller(muster);
    await crew.as(crew.owner, 'PUT', `teams/venue/members/${one.uid}`);
    await crew.as(one, 'PUT', `tasks/${full}/attendance`, { wait: true });
    people.push(one);
  }
  // The first three are locked together with who leaves, and cannot take the place.
  for (const one of people.slice(0, 3)) await crew.as(one, 'PUT', `tasks/${other}/attendance`);
  const [turn, next] = people.slice(3);
  const stopped = [
    [lockPersonSql, [turn?.uid]],
    ['delete from waiting_people where uid = $1', [turn?.uid]],
  ] as const;
  expect(statuses(await raceAgainst(muster, stopped, [() => leave(full)]))).toEqual([204]);
  const waiting = async (one: Caller | undefined) =>
    (await crew.as(one, 'GET', `tasks/${full}`)).json<{ waiting: unknown }>().waiting;
  expect(await waiting(turn)).toBeNull();
  expect(await waiting(next)).toMatchObject({ offered_until: expect.any(String) });
  await expectCountsToHold(muster);
});

test('moving somebody to another task while a person who waits for their place asks again does not deadlock', async () => {
  const [left, other] = await threeTasks();
  await crew.as(crew.owner, 'PATCH', `tasks/${left}`, { capacity: 1 });
  await join(left);
  const ask = () => crew.as(crew.chief, 'PUT', `tasks/${left}/attendance`, { wait: true });
  expect((await ask()).json()).toMatchObject({ state: 'waiting' });
  const transfer = () => crew.as(crew.owner, 'PUT', `tasks/${other}/attendees/${crew.member.uid}?instead_of=${left}`);
  const answers = await raceAgainst(muster, [[lockTaskSql, [other]]], [transfer, ask]);
  expect(statuses(answers)).toEqual([204, 204]);
  expect([await attendees(left), await attendees(other)]).toEqual([1, 1]);
  await expectCountsToHold(muster);
});
