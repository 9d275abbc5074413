import { expect, test } from 'vitest';
import { migrationContext } from '../src/server/db/columns.ts';
import { releasePlaces } from '../src/server/db/migrations/0016_leaving.ts';
import { useApp } from './support/app.ts';
import { createDisclosureWorld } from './support/world/disclosure.ts';
import type { DisclosureWorld } from './support/world/disclosure.ts';
import { browserOf, createPerson, createTask } from './support/factories.ts';
import { busyPerson, expectCountsToHold, shuffled } from './support/races/races.ts';
import { createCaller } from './support/world.ts';
import type { Caller } from './support/world.ts';

const muster = useApp();

type Leaver = Caller & { browser: Record<string, string> };
type World = DisclosureWorld & { admin: Record<string, string>; leaver: Leaver; running: string; future: string };

const shirts = { form: 'shirts', kind: 'shirt_size', title: 'Shirts', enabled: true };

/** A member of one team who takes part in everything, next to another member who stays. */
async function createLeaver(): Promise<World & { travel: { form: string } }> {
  const world = await createDisclosureWorld(muster);
  const leaver = await busyPerson(muster, world);
  const admin = await browserOf(muster, await createPerson(muster, { administrator: true }));
  const at = (hours: number) => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();
  const running = await createTask(muster, world.pid, { tid: 'press', starts_at: at(-1), ends_at: at(5) });
  const future = await createTask(muster, world.pid, { tid: 'press', starts_at: at(24), ends_at: at(26) });
  await world.as(world.owner, 'POST', 'forms', shirts);
  const travel = await world.createForm();
  for (const who of [leaver, world.otherChief]) {
    expect((await world.as(who, 'PUT', `tasks/${future}/attendance`)).statusCode).toBe(204);
    expect((await world.as(who, 'PUT', `tasks/${running}/attendance`)).statusCode).toBe(204);
    await world.as(who, 'PUT', 'forms/shirts/response', { answers: { size: 'M', cut: 'straight' } });
    expect((await world.put(who, travel)).statusCode).toBe(200);
    await world.keep(who);
  }
  await world.as(world.otherChief, 'PATCH', 'teams/press', { takes_applications: true });
  expect((await world.as(leaver, 'PUT', 'teams/press/application', { message: 'Hello' })).statusCode).toBeLessThan(300);
  await plantInvitation(world.pid, leaver.email);
  return { ...world, admin, leaver, running, future, travel };
}

/** Invitations to members were possible when somebody was added while invited. */
const plantInvitation = (pid: string, email: string) =>
  muster.db.transaction((trx) =>
    trx
      .insertInto('invitations')
      .values({
        id: `${pid}-invitation`,
        pid,
        tid: 'venue',
        email,
        sent_at: muster.clock.now().toISOString(),
        expires_at: '2027-01-01T00:00:00.000Z',
      })
      .execute(),
  );

type Answer = { statusCode: number; json: () => { data: { id: string }[] } };
type Way = {
  way: string;
  preview: (world: World) => Promise<Answer>;
  leave: (world: World) => Promise<Answer>;
  after: { isErased: boolean; isSuspended: boolean; isDisabled: boolean };
};

const after = { isErased: false, isSuspended: false, isDisabled: false };
const byChief: Way = {
  way: 'removed by a chief',
  preview: ({ as, chief, leaver }) => as(chief, 'GET', `teams/venue/members/${leaver.uid}/released-places`),
  leave: ({ as, chief, leaver }) => as(chief, 'DELETE', `teams/venue/members/${leaver.uid}`),
  after,
};
const alone: Way = {
  way: 'leaving the team',
  preview: ({ as, leaver }) => as(leaver, 'GET', `teams/venue/members/${leaver.uid}/released-places`),
  leave: ({ as, leaver }) => as(leaver, 'DELETE', `teams/venue/members/${leaver.uid}`),
  after,
};
const disabled: Way = {
  way: 'in a team that is disabled',
  preview: ({ as, owner }) => as(owner, 'GET', 'teams/venue/released-places'),
  leave: ({ as, owner }) => as(owner, 'PUT', 'teams/venue/disabled'),
  after: { ...after, isDisabled: true },
};
const suspended: Way = {
  way: 'suspended',
  preview: ({ admin, leaver }) => muster.call({ url: `/api/users/${leaver.uid}/released-places`, headers: admin }),
  leave: ({ admin, leaver }) =>
    muster.call({ method: 'PUT', url: `/api/users/${leaver.uid}/suspension`, headers: admin, payload: {} }),
  after: { ...after, isSuspended: true },
};
const erased: Way = {
  way: 'erased',
  preview: ({ leaver }) => muster.call({ url: '/api/me/tasks', headers: leaver.browser }),
  leave: ({ leaver }) => muster.call({ method: 'DELETE', url: '/api/me', headers: leaver.browser }),
  after: { ...after, isErased: true },
};

const attendees = async ({ as, owner }: World, id: string): Promise<string[]> =>
  (await as(owner, 'GET', `tasks/${id}/attendees`)).json().data.map(({ uid }: { uid: string }) => uid);

const namesAt = async ({ as, owner }: World, path: string): Promise<string[]> =>
  (await as(owner, 'GET', path)).json().data.map(({ uid }: { uid: string }) => uid);

/** Everything that could still count or hold somebody after they left. */
async function leftovers(world: World & { travel: { form: string } }) {
  const { as, owner, leaver, travel, pid } = world;
  const totals = async (form: string) => (await as(owner, 'GET', `forms/${form}/totals`)).json();
  const [ordered, money] = [await totals('shirts'), await totals(travel.form)];
  const invitations = await muster.db.read.selectFrom('invitations').select('id').where('pid', '=', pid).execute();
  const asked = [...(await namesAt(world, 'forms/shirts/missing')), ...(await attendees(world, world.future))];
  const me = (await muster.call({ url: '/api/me', headers: leaver.headers })).json();
  return {
    future: (await attendees(world, world.future)).includes(leaver.uid),
    running: (await attendees(world, world.running)).includes(leaver.uid),
    counted: asked.includes(leaver.uid),
    shirts: [ordered.answered, ordered.left, ordered.fields[0].answered],
    travel: [money.answered, money.left, money.fields.find(({ key }: { key: string }) => key === 'amount').sums],
    payment: await world.stateOf(travel, leaver),
    invitations: invitations.length,
    applies: (await namesAt(world, 'teams/press/applications')).includes(leaver.uid),
    roles: me.code ?? me.projects,
  };
}

const paidTo = (people: number) => [{ currency: 'TWD', amount: 149_000 * people }];

test.each([byChief, alone, disabled, suspended, erased])('$way: nothing is left over', async (way) => {
  const { isErased, isSuspended, isDisabled } = way.after;
  const world = await createLeaver();
  expect(await leftovers(world)).toMatchObject({
    future: true,
    running: true,
    shirts: [2, 0, 2],
    travel: [2, 0, paidTo(2)],
    payment: 'given',
    applies: true,
  });
  const lost = (await way.preview(world)).json().data.map(({ id }) => id);
  expect(lost).toEqual(isErased ? [world.running, world.future] : [world.future]);
  expect((await way.leave(world)).statusCode).toBe(204);
  const left = isErased ? 0 : 1;
  expect(await leftovers(world)).toEqual({
    future: false,
    // Who is at work stays on the list of that task.
    running: left === 1,
    counted: false,
    shirts: [1, left, 1],
    travel: [1, left, paidTo(1)],
    payment: left === 1 ? 'left' : undefined,
    // A disabled team cannot be joined, so its invitations do no harm; a suspended person cannot use one.
    invitations: isDisabled || isSuspended ? 1 : 0,
    applies: !isErased && !isSuspended,
    roles: isErased ? 'unknown_token' : isSuspended ? 'revoked_token' : [],
  });
  await expectCountsToHold(muster);
  const entries = await muster.db.read
    .selectFrom('audit')
    .select(['subject', 'detail'])
    .where('pid', '=', world.pid)
    .where('kind', '=', 'attendance.removed')
    .execute();
  expect(entries).toEqual(
    left === 1 ? [{ subject: world.leaver.uid, detail: JSON.stringify({ task: world.future }) }] : [],
  );
});

test('a removed owner without a team loses their places; with a team, or after leaving one of two, nobody does', async () => {
  const world = await createLeaver();
  const { as, owner, leaver, future, pid } = world;
  const headers = await browserOf(muster, owner);
  const ownership = (method: 'PUT' | 'DELETE', { uid }: Caller) =>
    as(undefined, method, `owners/${uid}`, undefined, headers);
  const second = await createCaller(muster, 'Second owner');
  await ownership('PUT', second);
  expect((await as(second, 'PUT', `tasks/${future}/attendance`)).statusCode).toBe(204);
  await ownership('PUT', leaver);
  const lost = (path: string) => namesOf(`/api/projects/${pid}/${path}/released-places`, owner);
  expect([await lost(`owners/${leaver.uid}`), await lost(`teams/venue/members/${leaver.uid}`)]).toEqual([[], []]);
  expect([await lost(`owners/${second.uid}`), await lost('teams/venue')]).toEqual([['Task'], []]);
  await ownership('DELETE', leaver);
  await ownership('DELETE', second);
  expect(await attendees(world, future)).toEqual(expect.not.arrayContaining([second.uid]));
  await as(owner, 'PUT', `teams/press/members/${leaver.uid}`);
  expect(await lost(`teams/venue/members/${leaver.uid}`)).toEqual([]);
  await as(owner, 'DELETE', `teams/venue/members/${leaver.uid}`);
  expect(await attendees(world, future)).toContain(leaver.uid);
  await expectCountsToHold(muster);
});

const namesOf = async (url: string, { headers }: Caller): Promise<string[]> =>
  (await muster.call({ url, headers })).json().data.map(({ title }: { title: string }) => title);

test('only those who could remove a person see which places they would lose', async () => {
  const world = await createLeaver();
  const { as, leaver, member, stranger, chief, owner } = world;
  const url = `teams/venue/members/${leaver.uid}/released-places`;
  const look = async (who: Caller) => (await as(who, 'GET', url)).statusCode;
  expect([await look(member), await look(stranger), await look(chief), await look(owner)]).toEqual([
    403, 403, 200, 200,
  ]);
  const others = `teams/venue/members/${world.otherChief.uid}/released-places`;
  expect((await as(chief, 'GET', others)).json()).toEqual({ data: [], next: null });
});

test('somebody who has left still sees the task they are on, and can leave it; strangers see nothing', async () => {
  const world = await createLeaver();
  const { as, leaver, stranger, running, future } = world;
  await as(leaver, 'DELETE', `teams/venue/members/${leaver.uid}`);
  expect(await namesOf('/api/me/tasks', leaver)).toEqual(['Task']);
  expect((await as(leaver, 'GET', `tasks/${running}`)).json()).toMatchObject({
    joined: true,
    rights: { join: false, leave: true, see_attendees: true, edit: false },
  });
  expect((await as(leaver, 'GET', `tasks/${running}/attendees`)).json().data).toHaveLength(2);
  const unknown = 'tasks/01jd0c8m3v5q2w7x9y1z4b6n8k';
  for (const path of [`tasks/${future}`, `tasks/${future}/attendees`, unknown, `${unknown}/attendees`]) {
    expect((await as(leaver, 'GET', path)).statusCode).toBe(403);
    expect((await as(stranger, 'GET', path)).statusCode).toBe(403);
  }
  expect((await as(leaver, 'DELETE', `tasks/${running}/attendance`)).statusCode).toBe(204);
  expect((await as(leaver, 'GET', `tasks/${running}`)).statusCode).toBe(403);
});

test.each([byChief, disabled, suspended])(
  'a person who joins a task while being $way has no place afterwards',
  async ({ leave }) => {
    for (let round = 0; round < 4; round += 1) {
      const world = await createLeaver();
      const { as, leaver, owner, future } = world;
      await as(leaver, 'DELETE', `tasks/${future}/attendance`);
      const join = () => as(leaver, 'PUT', `tasks/${future}/attendance`);
      const plan = () => as(owner, 'PUT', `tasks/${future}/attendees/${leaver.uid}`);
      const calls: (() => Promise<Answer>)[] = shuffled([join, () => leave(world), plan, join], round);
      const answers = await Promise.all(calls.map((call) => call()));
      for (const { statusCode } of answers) expect([204, 403, 422]).toContain(statusCode);
      expect(await attendees(world, future)).not.toContain(leaver.uid);
    }
    await expectCountsToHold(muster);
  },
);

test('disabling a team takes as many queries for many people and tasks as for few', async () => {
  const spend = async (people: number, tasks: number) => {
    const world = await createDisclosureWorld(muster);
    const members = await Promise.all(Array.from({ length: people }, () => busyPerson(muster, world)));
    for (let day = 1; day <= tasks; day += 1) {
      const [starts_at, ends_at] = [`2026-08-0${day}T09:00:00.000Z`, `2026-08-0${day}T10:00:00.000Z`];
      const id = await createTask(muster, world.pid, { starts_at, ends_at });
      for (const member of members) await world.as(member, 'PUT', `tasks/${id}/attendance`);
    }
    const before = muster.db.queryCount();
    await world.as(world.owner, 'PUT', 'teams/venue/disabled');
    return muster.db.queryCount() - before;
  };
  // Two tasks, because several of one person become one notice.
  expect(await spend(3, 4)).toBe(await spend(1, 2));
  await expectCountsToHold(muster);
});

test('places that people kept before leaving released them are released by the migration', async () => {
  const { pid, member, stranger, owner } = await createDisclosureWorld(muster);
  const locked = await createPerson(muster, { suspended: true });
  const future = await createTask(muster, pid, { attendee_count: 4 });
  const [starts_at, ends_at] = ['2020-01-01T09:00:00.000Z', '2020-01-01T10:00:00.000Z'];
  const past = await createTask(muster, pid, { starts_at, ends_at, attendee_count: 1 });
  const rows = [member, stranger, owner, locked].map(({ uid }) => ({ task_id: future, uid }));
  const kept = await muster.db.transaction(async (trx) => {
    const created_at = muster.clock.now().toISOString();
    const planted = [...rows, { task_id: past, uid: stranger.uid }].map((row) => ({ ...row, created_at }));
    await trx.insertInto('attendances').values(planted).execute();
    await releasePlaces(migrationContext(trx, muster.db.engine));
    return trx.selectFrom('attendances').select(['task_id', 'uid']).where('task_id', 'in', [past, future]).execute();
  });
  expect(new Set(kept.map(({ task_id, uid }) => `${task_id} ${uid}`))).toEqual(
    new Set([`${future} ${member.uid}`, `${future} ${owner.uid}`, `${past} ${stranger.uid}`]),
  );
  await expectCountsToHold(muster);
});
