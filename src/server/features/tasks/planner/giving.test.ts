import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createDevice, taskNow } from '../../../../../test/support/world/desk.ts';
import { createOfferingCrew, offering } from '../../../../../test/support/world/offers.ts';
import { createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { NewTask } from '../tasks.schema.ts';

const muster = useApp();
let crew: Crew;
let ada: Caller;
let ben: Caller;
let cleo: Caller;
let start = 0;
beforeAll(async () => void ({ crew, ada, ben, cleo } = await createOfferingCrew(muster)));
beforeEach(() => {
  muster.clock.advance(4 * 86_400);
  start = muster.clock.now().getTime() + 2 * 86_400_000;
});

const { createTaskAt, join, offer, take } = offering(() => crew);
const createTask = (from = 0, fields: Partial<NewTask> = {}) => createTaskAt(start, from, { capacity: 1, ...fields });
type On = { id: string };
const give = ({ id }: On, from: { uid: string }, to: { uid: string }, as = crew.chief, query = '') =>
  crew.as(as, 'PUT', `tasks/${id}/attendees/${to.uid}?place_of=${from.uid}${query}`);
const onTask = async ({ id }: On): Promise<string[]> =>
  (await crew.as(crew.owner, 'GET', `tasks/${id}/attendees`))
    .json()
    .data.map(({ uid }: { uid: string }) => uid)
    .toSorted();
const countOf = async ({ id }: On): Promise<number> =>
  (await crew.as(crew.owner, 'GET', `tasks/${id}`)).json().attendee_count;
const noticesAbout = async ({ id }: On) =>
  muster.db.read
    .selectFrom('notices')
    .select(['uid', 'kind', 'actor'])
    .where('subject', '=', id)
    .orderBy('kind')
    .orderBy('uid')
    .execute();

test('a planner gives the place on a full task to somebody else: both are notified, and it is audited', async () => {
  const task = await createTask();
  await join(ada, task);
  expect((await give(task, ada, ben)).statusCode).toBe(204);
  // Doing it again changes nothing.
  expect((await give(task, ada, ben)).statusCode).toBe(204);
  expect(await onTask(task)).toEqual([ben.uid]);
  expect(await noticesAbout(task)).toEqual([
    { uid: ben.uid, kind: 'task.added', actor: crew.chief.uid },
    { uid: ada.uid, kind: 'task.removed', actor: crew.chief.uid },
  ]);
  const entries = muster.db.read.selectFrom('audit').select(['actor', 'kind', 'subject']).orderBy('id');
  expect(await entries.where('detail', '=', JSON.stringify({ task: task.id })).execute()).toEqual([
    { actor: ada.uid, kind: 'attendance.added', subject: ada.uid },
    { actor: crew.chief.uid, kind: 'attendance.removed', subject: ada.uid },
    { actor: crew.chief.uid, kind: 'attendance.added', subject: ben.uid },
  ]);
  expect(await countOf(task)).toBe(1);
});

test('planners can take a place themselves, and only planners of the task can give one', async () => {
  const task = await createTask();
  await join(ada, task);
  for (const who of [crew.otherChief, crew.member, ada, ben, crew.stranger])
    expect((await give(task, ada, ben, who)).statusCode).toBe(403);
  const hidden = await createTask(3, { visibility: 'team' });
  await join(ada, hidden);
  expect((await give(hidden, ada, ben, crew.otherChief)).statusCode).toBe(404);
  expect((await give(hidden, ada, crew.otherChief, crew.otherChief)).statusCode).toBe(404);
  expect(await onTask(hidden)).toEqual([ada.uid]);
  expect((await give(task, ada, crew.otherChief, crew.otherChief)).statusCode).toBe(403);
  expect((await give(task, ada, crew.chief)).statusCode).toBe(204);
  expect(await onTask(task)).toEqual([crew.chief.uid]);
  expect((await give({ id: 'nothing' }, ada, ben)).statusCode).toBe(404);
});

test('nobody gives a place that the person does not have, or to somebody who has one', async () => {
  const task = await createTask(0, { capacity: 2 });
  expect((await give(task, ada, ben)).json()).toMatchObject({ status: 404, detail: 'The person is not on this task' });
  expect((await give(task, { uid: 'nobody' }, ben)).statusCode).toBe(404);
  await join(ada, task);
  expect((await give(task, ada, { uid: 'nobody' })).statusCode).toBe(404);
  await join(ben, task);
  expect((await give(task, ada, ben)).json()).toMatchObject({
    code: 'not_allowed',
    detail: 'Both people are on this task',
  });
  const same = await give(task, ada, ada);
  const moved = await give(task, ada, cleo, crew.chief, `&instead_of=${task.id}`);
  for (const answer of [same, moved]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].pointer).toBe('/querystring/place_of');
  }
  expect(await onTask(task)).toEqual([ada.uid, ben.uid].toSorted());
});

test('the rules are those of assigning, and if one refuses the place, nothing changes', async () => {
  const task = await createTask();
  await join(ada, task);
  const other = await createTask(1);
  await join(ben, other);
  expect((await give(task, ada, ben)).json()).toMatchObject({ status: 409, code: 'task_overlap' });
  expect((await give(task, ada, crew.stranger)).json().code).toBe('not_allowed');
  const skill = await crew.as(crew.owner, 'POST', 'skills', { name: 'Forklift', granted: true });
  const kind = await crew.as(crew.owner, 'POST', 'task-kinds', { name: 'Lift', requires: [skill.json().id] });
  const skilled = await createTask(6);
  await join(ada, skilled);
  await muster.db.transaction((trx) =>
    trx.updateTable('tasks').set({ kind_id: kind.json().id }).where('id', '=', skilled.id).execute(),
  );
  expect((await give(skilled, ada, cleo)).json()).toMatchObject({ code: 'not_qualified', names: ['Forklift'] });
  muster.clock.advance(3 * 86_400);
  expect((await give(task, ada, cleo)).json()).toMatchObject({ code: 'not_allowed', detail: 'The task has ended' });
  for (const one of [task, skilled]) {
    expect(await onTask(one)).toEqual([ada.uid]);
    expect(await countOf(one)).toBe(1);
    expect(await noticesAbout(one)).toEqual([]);
  }
});

test('nobody gives the place of a person who is checked in, missing or replaced', async () => {
  const task = await taskNow(muster, crew, [ada, ben, cleo], { from: 20 });
  const { send } = await createDevice(muster, crew);
  await send([{ uid: ada.uid, task: task.id }]);
  const path = (person: Caller) => `tasks/${task.id}/attendees/${person.uid}`;
  expect((await crew.as(crew.chief, 'PATCH', path(ben), { state: 'no_show' })).statusCode).toBe(200);
  expect((await crew.as(crew.chief, 'PUT', `${path(cleo)}/replacement`, {})).statusCode).toBe(204);
  for (const person of [ada, ben, cleo])
    expect((await give(task, person, crew.member)).json()).toMatchObject({
      code: 'not_allowed',
      detail: 'Their attendance is already recorded',
    });
  expect(await onTask(task)).toEqual([ada.uid, ben.uid, cleo.uid].toSorted());
  expect(await countOf(task)).toBe(2);
});

test('an offer of the place ends, and nobody is asked to take it any more', async () => {
  const [task, wanted] = [await createTask(), await createTask(5)];
  await join(ada, task);
  await join(cleo, wanted);
  await offer(ada, task, { to: cleo.uid, for: wanted.id });
  expect((await noticesAbout(task)).map(({ kind }) => kind)).toEqual(['place.offered']);
  expect((await give(task, ada, ben)).statusCode).toBe(204);
  expect((await noticesAbout(task)).map(({ kind }) => kind)).toEqual(['task.added', 'task.removed']);
  expect((await take(cleo, task, ada)).statusCode).toBe(404);
  expect([await onTask(task), await onTask(wanted)]).toEqual([[ben.uid], [cleo.uid]]);
});

test('people who wait do not get the place, except one that was held for the person who gets it', async () => {
  const task = await createTask();
  await join(ada, task);
  for (const one of [ben, cleo]) await crew.as(one, 'PUT', `tasks/${task.id}/attendance`, { wait: true });
  expect((await give(task, ada, crew.member)).statusCode).toBe(204);
  expect(await onTask(task)).toEqual([crew.member.uid]);
  const at = (hours: number) => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();
  await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { capacity: 2, starts_at: at(5), ends_at: at(6) });
  const heldFor = async (who: Caller) => (await crew.as(who, 'GET', `tasks/${task.id}`)).json().waiting?.offered_until;
  expect([await heldFor(ben), await heldFor(cleo)]).toEqual([expect.any(String), null]);
  expect((await give(task, crew.member, ben)).statusCode).toBe(204);
  expect(await onTask(task)).toEqual([ben.uid]);
  expect([await heldFor(ben), await heldFor(cleo)]).toEqual([undefined, expect.any(String)]);
  expect(await countOf(task)).toBe(1);
});

test('giving a place takes the same number of queries with 1 and 3 people on the task', async () => {
  const others = await createMembers(muster, crew.pid, 'venue', 2);
  const [alone, together] = [await createTask(), await createTask(5, { capacity: 3 })];
  for (const task of [alone, together]) await join(ada, task);
  for (const one of others) await join(one, together);
  const cost = async (task: On) => {
    const before = muster.db.queryCount();
    expect((await give(task, ada, ben)).statusCode).toBe(204);
    return muster.db.queryCount() - before;
  };
  const few = await cost(alone);
  expect(await cost(together)).toBe(few);
});
