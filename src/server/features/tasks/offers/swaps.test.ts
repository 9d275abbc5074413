import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createOfferingCrew, offering } from '../../../../../test/support/world/offers.ts';
import { ruledTasks } from '../../../../../test/support/world/ruled-tasks.ts';
import { createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { Task } from '../tasks.schema.ts';

const muster = useApp();
let crew: Crew;
let ada: Caller;
let ben: Caller;
let cleo: Caller;
beforeAll(async () => void ({ crew, ada, ben, cleo } = await createOfferingCrew(muster)));

const { nextDay, createTask, createKind, createSkill, grant, join } = ruledTasks(muster, () => crew);

const { offer, take } = offering(() => crew);
const decline = (person: Caller, { id }: Task, giver: Caller) =>
  crew.as(person, 'DELETE', `tasks/${id}/offers/${giver.uid}`);
const offersTo = async ({ headers }: Caller, { id }: Task) =>
  (await muster.call({ method: 'GET', url: `/api/me/offers?task=${id}`, headers })).json().data;
/** From whom the person has notices about offers of the task; null is the waiting list. */
const notifiedBy = async (person: Caller, { id }: Task): Promise<(string | null)[]> =>
  (
    await muster.db.read
      .selectFrom('notices')
      .select('actor')
      .where('uid', '=', person.uid)
      .where('subject', '=', id)
      .where('kind', '=', 'place.offered')
      .orderBy('id')
      .execute()
  ).map(({ actor }) => actor);

const onTasks = async ({ uid }: Caller, tasks: readonly Task[]): Promise<string[]> =>
  (
    await muster.db.read
      .selectFrom('attendances')
      .select('task_id')
      .where('uid', '=', uid)
      .where(
        'task_id',
        'in',
        tasks.map(({ id }) => id),
      )
      .orderBy('task_id')
      .execute()
  ).map(({ task_id: id }) => id);
/** Whose offers of the task were withdrawn, from the audit log. */
const withdrawnOn = async ({ id }: Task): Promise<(string | null)[]> =>
  (
    await muster.db.read
      .selectFrom('audit')
      .select(['subject', 'detail'])
      .where('kind', '=', 'offer.withdrawn')
      .execute()
  )
    .filter(({ detail }) => detail?.includes(id))
    .map(({ subject }) => subject);

async function bothOn(fields: { kind?: string } = {}): Promise<[Task, Task, string]> {
  const date = nextDay();
  const [morning, noon] = [await createTask(date, 9, 10), await createTask(date, 12, 14, { title: 'Noon', ...fields })];
  expect((await join(ada, morning)).statusCode).toBe(204);
  return [morning, noon, date];
}

test('nobody can ask for a task that they could not take: they read why, and nobody is notified', async () => {
  const skill = await createSkill('Welding');
  const kind = await createKind({}, [skill]);
  const [morning, noon, date] = await bothOn({ kind });
  await grant(ben, skill);
  await join(ben, noon);
  expect((await offer(ada, morning, { for: noon.id })).json()).toMatchObject({
    status: 409,
    code: 'not_qualified',
    names: ['Welding'],
  });
  await grant(ada, skill);
  const blocking = await createTask(date, 13, 15, { title: 'Stage' });
  await join(ada, blocking);
  for (const to of [{}, { to: ben.uid }]) {
    expect((await offer(ada, morning, { for: noon.id, ...to })).json()).toMatchObject({
      code: 'task_overlap',
      names: ['Stage'],
    });
  }
  expect([await notifiedBy(ben, morning), await offersTo(ben, morning)]).toEqual([[], []]);
  // The task that they give is not in the way.
  expect((await offer(ada, blocking, { for: noon.id })).statusCode).toBe(204);
  expect(await notifiedBy(ben, blocking)).toEqual([ada.uid]);
  const old = await createTask(date, 17, 18, { kind: await createKind({ min_age: 18 }) });
  expect((await offer(ada, morning, { for: old.id })).json().code).toBe('birthday_unknown');
});

test('who accepts a swap learns nothing about the plan of the person who can no longer do it', async () => {
  const [morning, noon, date] = await bothOn();
  await join(ben, noon);
  await join(cleo, noon);
  await offer(ada, morning, { for: noon.id });
  expect(await offersTo(cleo, morning)).toMatchObject([{ refusal: null }]);
  const secret = await createTask(date, 13, 15, { title: 'Secret' });
  await join(ada, secret);
  expect(await offersTo(cleo, morning)).toEqual([]);
  const answer = await take(ben, morning, ada);
  expect(answer.json()).toMatchObject({ status: 409, code: 'swap_impossible' });
  expect(answer.body).not.toContain(secret.id);
  expect(answer.body).not.toContain('Secret');
  await crew.as(ada, 'DELETE', `tasks/${secret.id}/attendance`);
  await offer(ada, morning, { to: ben.uid, for: noon.id });
  const kind = await createKind({ min_age: 18 });
  await muster.db.transaction((trx) =>
    trx.updateTable('tasks').set({ kind_id: kind }).where('id', '=', noon.id).execute(),
  );
  expect(await offersTo(ben, morning)).toMatchObject([{ refusal: 'swap_impossible' }]);
  expect((await take(ben, morning, ada)).json().code).toBe('swap_impossible');
});

/** Ada gets another task at that time. */
async function timesInTheWay({ starts_at }: Task) {
  const other = await createTask(starts_at.slice(0, 10), 17, 18);
  await join(ada, other);
  return { starts_at: other.starts_at, ends_at: other.ends_at };
}

const changeTogether = ({ id }: Task, change: object) =>
  crew.as(crew.owner, 'POST', 'tasks/changes?release=true', { tasks: [{ id }], ...change });

test('the notices of an offer go when the person leaves, is removed or loses the place, and when a task is deleted', async () => {
  const ends: [string, (morning: Task, noon: Task) => Promise<{ statusCode: number }>][] = [
    ['left', ({ id }) => crew.as(ada, 'DELETE', `tasks/${id}/attendance`)],
    ['removed', ({ id }) => crew.as(crew.owner, 'DELETE', `tasks/${id}/attendees/${ada.uid}`)],
    ['deleted', ({ id }) => crew.as(crew.owner, 'DELETE', `tasks/${id}?force=true`)],
    ['other deleted', (_, { id }) => crew.as(crew.owner, 'DELETE', `tasks/${id}?force=true`)],
    ['deleted together', (morning) => changeTogether(morning, { delete: true })],
    [
      'moved',
      async (morning) => {
        const times = await timesInTheWay(morning);
        return crew.as(crew.owner, 'PATCH', `tasks/${morning.id}`, { ...times, release_conflicting: true });
      },
    ],
    [
      'moved together',
      async (morning) => {
        await timesInTheWay(morning);
        return changeTogether(morning, { move_minutes: 8 * 60 });
      },
    ],
    ['left the project', () => crew.as(crew.owner, 'DELETE', `teams/venue/members/${ada.uid}`)],
  ];
  for (const [how, end] of ends) {
    const [morning, noon] = await bothOn();
    await join(ben, noon);
    await join(cleo, morning);
    await offer(ada, morning, { for: noon.id });
    await offer(cleo, morning, { to: ben.uid });
    expect(await notifiedBy(ben, morning), how).toEqual([ada.uid, cleo.uid]);
    expect((await end(morning, noon)).statusCode, how).toBeLessThan(300);
    expect(await notifiedBy(ben, morning), how).toEqual(how.startsWith('deleted') ? [] : [cleo.uid]);
  }
  await crew.as(crew.owner, 'PUT', `teams/venue/members/${ada.uid}`, {});
});

test('who leaves the task that a swap is for has no notice of it, but others on it do, and offers to one person stay', async () => {
  const [morning, noon] = await bothOn();
  for (const { id } of [morning, noon]) await crew.as(crew.owner, 'PATCH', `tasks/${id}`, { capacity: 3 });
  for (const person of [ben, cleo, crew.member]) await join(person, noon);
  await offer(ada, morning, { for: noon.id });
  await join(crew.chief, morning);
  await offer(crew.chief, morning, { to: ben.uid, for: noon.id });
  expect(await notifiedBy(ben, morning)).toEqual([ada.uid, crew.chief.uid]);
  await crew.as(ben, 'DELETE', `tasks/${noon.id}/attendance`);
  expect(await notifiedBy(ben, morning)).toEqual([crew.chief.uid]);
  expect(await notifiedBy(cleo, morning)).toEqual([ada.uid]);
  await crew.as(crew.owner, 'DELETE', `tasks/${noon.id}/attendees/${cleo.uid}`);
  expect(await notifiedBy(cleo, morning)).toEqual([]);
  expect(await notifiedBy(crew.member, morning)).toEqual([ada.uid]);
});

test('a swap ends when the person gets a place on the wanted task in another way', async () => {
  const ways: [string, (noon: Task) => Promise<{ statusCode: number }>][] = [
    ['joined', (noon) => join(ada, noon)],
    ['assigned', ({ id }) => crew.as(crew.owner, 'PUT', `tasks/${id}/attendees/${ada.uid}`)],
    [
      'took an offered place',
      async (noon) => {
        await join(cleo, noon);
        await offer(cleo, noon, { to: ada.uid });
        return take(ada, noon, cleo);
      },
    ],
    [
      'waited',
      async (noon) => {
        await join(cleo, noon);
        await crew.as(ada, 'PUT', `tasks/${noon.id}/attendance`, { wait: true });
        return crew.as(cleo, 'DELETE', `tasks/${noon.id}/attendance`);
      },
    ],
    [
      'helped',
      async ({ id }) => {
        await crew.as(crew.owner, 'POST', `tasks/${id}/help-requests`, { people: 50 });
        return crew.as(ada, 'PUT', `tasks/${id}/help-request`, { answer: 'yes' });
      },
    ],
  ];
  for (const [how, getPlace] of ways) {
    const [morning, noon, date] = await bothOn();
    const evening = await createTask(date, 17, 18);
    await join(ada, evening);
    await join(ben, noon);
    await offer(ada, morning, { for: noon.id });
    await offer(ada, evening);
    expect(await notifiedBy(ben, morning), how).toEqual([ada.uid]);
    expect((await getPlace(noon)).statusCode, how).toBeLessThan(300);
    expect(await onTasks(ada, [morning, noon]), how).toHaveLength(2);
    expect(await notifiedBy(ben, morning), how).toEqual([]);
    expect(await offersTo(ben, morning), how).toEqual([]);
    expect((await take(ben, morning, ada)).statusCode, how).toBe(404);
    expect(await onTasks(ben, [morning, noon]), how).toEqual([noon.id]);
    // What they give away for nothing is still on offer.
    expect(await offersTo(ben, evening), how).toHaveLength(1);
    expect(await withdrawnOn(morning), how).toEqual([ada.uid]);
  }
});

test('nobody can accept a swap with somebody who has a place on the wanted task already', async () => {
  const [morning, noon] = await bothOn();
  await join(ben, noon);
  await join(ada, noon);
  // An earlier version left such a row.
  const created_at = muster.clock.now().toISOString();
  const row = { task_id: morning.id, uid: ada.uid, to_uid: null, for_task: noon.id, created_at };
  await muster.db.transaction((trx) => trx.insertInto('place_offers').values(row).execute());
  expect(await offersTo(ben, morning)).toEqual([]);
  expect((await take(ben, morning, ada)).json()).toMatchObject({ status: 409, code: 'swap_impossible' });
  expect([await onTasks(ada, [morning, noon]), await onTasks(ben, [morning, noon])]).toEqual([
    [morning.id, noon.id],
    [noon.id],
  ]);
});

test('who declines one offer, or leaves the waiting list, keeps the notices of the other offers', async () => {
  const [morning] = await bothOn();
  await join(cleo, morning);
  await offer(ada, morning, { to: ben.uid });
  await offer(cleo, morning, { to: ben.uid });
  expect((await crew.as(ben, 'PUT', `tasks/${morning.id}/attendance`, { wait: true })).statusCode).toBeLessThan(300);
  expect((await decline(ben, morning, ada)).statusCode).toBe(204);
  expect(await notifiedBy(ben, morning)).toEqual([cleo.uid]);
  await crew.as(ben, 'DELETE', `tasks/${morning.id}/attendance`);
  expect(await notifiedBy(ben, morning)).toEqual([cleo.uid]);
});

test('who leaves the project has no notices of offers in it', async () => {
  const [morning] = await bothOn();
  const [leaver] = await createMembers(muster, crew.pid, 'venue', 1);
  if (leaver === undefined) throw new Error('no member');
  await offer(ada, morning, { to: leaver.uid });
  expect(await notifiedBy(leaver, morning)).toEqual([ada.uid]);
  await crew.as(crew.owner, 'DELETE', `teams/venue/members/${leaver.uid}`);
  expect(await notifiedBy(leaver, morning)).toEqual([]);
});

test('searches no notices of an offer that notified nobody, and reads offered swaps with a fixed number of queries', async () => {
  const [morning, noon] = await bothOn();
  await join(ben, noon);
  const queriesOf = async (call: () => PromiseLike<unknown>) => {
    const before = muster.db.queryCount();
    await call();
    return muster.db.queryCount() - before;
  };
  const withdrawal = async (body: object) => {
    await offer(ada, morning, body);
    return queriesOf(() => crew.as(ada, 'DELETE', `tasks/${morning.id}/attendance/offer`));
  };
  expect((await withdrawal({ for: noon.id })) - (await withdrawal({}))).toBe(1);
  await offer(ada, morning, { for: noon.id });
  const one = await queriesOf(() => offersTo(ben, morning));
  await join(cleo, morning);
  await offer(cleo, morning, { for: noon.id });
  expect(await queriesOf(() => offersTo(ben, morning))).toBe(one);
  expect(await offersTo(ben, morning)).toHaveLength(2);
});
