import { afterAll, beforeEach, expect, test } from 'vitest';
import { entryOf, kindNames } from '../src/server/features/notices/kinds.policy.ts';
import type { NoticeKind } from '../src/server/features/notices/kinds.policy.ts';
import type { Task } from '../src/server/features/tasks/tasks.schema.ts';
import { startTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { createDisclosureWorld } from './support/disclosure.ts';
import { bearer, browserOf, createPerson, tokenOf } from './support/factories.ts';
import { createCrew } from './support/world.ts';
import type { Caller, Crew } from './support/world.ts';

let muster: TestApp;
let crew: Crew;
beforeEach(async () => {
  await muster?.[Symbol.asyncDispose]();
  muster = await startTestApp({ env: { RATE_LIMIT_SCALE: '1000' } });
  crew = await createCrew(muster);
  await useBrowsers();
});
afterAll(() => muster[Symbol.asyncDispose]());

/** With API tokens, owners would get warnings. */
async function useBrowsers(): Promise<void> {
  for (const who of [crew.owner, crew.chief, crew.otherChief, crew.member, crew.stranger])
    Object.assign(who, { headers: await browserOf(muster, who) });
}

const inHours = (hours: number): string => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();
const as = async (who: Caller, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const response = await crew.as(who, method, path, body);
  expect([path, response.statusCode < 300 ? 'done' : response.body]).toEqual([path, 'done']);
  return response;
};

/** A task of the first team with Mia and Otto on it. */
async function taskWithPeople(fields: object = {}): Promise<Task> {
  const times = { starts_at: inHours(100), ends_at: inHours(102) };
  const task = { title: 'Desk', tid: 'venue', ...times, capacity: 9, ...fields };
  const { id } = (await as(crew.chief, 'POST', 'tasks', task)).json();
  for (const who of [crew.member, crew.otherChief, crew.chief]) await as(who, 'PUT', `tasks/${id}/attendance`);
  return { id, ...task } as Task;
}

const invite = async (email: string): Promise<string> => {
  await as(crew.chief, 'POST', 'teams/venue/invitations', { emails: [email] });
  const { id } = await muster.db.read
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
};

const apply = async (who: Caller) => {
  await as(crew.chief, 'PATCH', 'teams/venue', { takes_applications: true });
  await as(who, 'PUT', 'teams/venue/application', {});
};

const form = { form: 'shirts', kind: 'appreciation', title: 'Shirts' };
const runJob = (name: string) =>
  muster.services.jobList.find((job) => job.name === name)?.run(new AbortController().signal);

const administrator = async () => browserOf(muster, await createPerson(muster, { administrator: true, name: 'Alma' }));
const asAdministrator = async (method: 'PUT' | 'DELETE', url: string, payload?: object) => {
  const headers = await administrator();
  const options = { method, url, headers, ...(payload === undefined ? {} : { payload }) };
  const response = await muster.call(options);
  expect([url, response.statusCode < 300 ? 'done' : response.body]).toEqual([url, 'done']);
};

type Name = 'Olga' | 'Chen' | 'Otto' | 'Mia' | 'Sam';
type Received = Partial<Record<Name, NoticeKind[]>>;
type Action = { prepare?: () => Promise<unknown>; act: (prepared: never) => Promise<unknown>; received: Received };
const action = <T>(one: { prepare?: () => Promise<T>; act: (prepared: T) => Promise<unknown>; received: Received }) =>
  one as Action;

/** Olga owns the project, Chen leads the first team with Mia, Otto the second, and Sam is in none. */
const actions: Record<string, Action> = {
  'a chief puts a member on a task': action({
    prepare: () => taskWithPeople(),
    act: ({ id }) => as(crew.chief, 'PUT', `tasks/${id}/attendees/${crew.owner.uid}`),
    received: { Olga: ['task.added'] },
  }),
  'a chief takes a member off a task': action({
    prepare: () => taskWithPeople(),
    act: ({ id }) => as(crew.chief, 'DELETE', `tasks/${id}/attendees/${crew.member.uid}`),
    received: { Mia: ['task.removed'] },
  }),
  'members join and leave tasks themselves': action({
    prepare: () => taskWithPeople(),
    act: ({ id }) => as(crew.member, 'DELETE', `tasks/${id}/attendance`),
    received: {},
  }),
  'a task moves': action({
    prepare: () => taskWithPeople(),
    act: ({ id }) => as(crew.chief, 'PATCH', `tasks/${id}`, { ends_at: inHours(103) }),
    received: { Mia: ['task.changed'], Otto: ['task.changed'] },
  }),
  'a task moves into another task of some of its people': action({
    prepare: async () => {
      const task = await taskWithPeople();
      const other = { title: 'Door', tid: 'venue', capacity: 9, starts_at: inHours(200), ends_at: inHours(202) };
      const { id } = (await as(crew.chief, 'POST', 'tasks', other)).json();
      await as(crew.member, 'PUT', `tasks/${id}/attendance`);
      return task;
    },
    act: ({ id }) =>
      as(crew.chief, 'PATCH', `tasks/${id}`, {
        starts_at: inHours(200.5),
        ends_at: inHours(201),
        release_conflicting: true,
      }),
    received: { Mia: ['task.removed'], Otto: ['task.changed'] },
  }),
  'a task is deleted': action({
    prepare: () => taskWithPeople(),
    act: ({ id }) => as(crew.chief, 'DELETE', `tasks/${id}?force=true`),
    received: { Mia: ['task.cancelled'], Otto: ['task.cancelled'] },
  }),
  'a task is a day away': action({
    prepare: () => taskWithPeople({ starts_at: inHours(30), ends_at: inHours(31) }),
    act: async () => {
      muster.clock.advance(8 * 3600);
      await runJob('notices');
    },
    received: { Mia: ['task.reminder'], Otto: ['task.reminder'], Chen: ['task.reminder'] },
  }),
  'a chief adds somebody to the team': action({
    act: () => as(crew.chief, 'PUT', `teams/venue/members/${crew.stranger.uid}`),
    received: { Sam: ['team.added'] },
  }),
  'a chief adds several people, and themselves again': action({
    act: () =>
      as(crew.chief, 'POST', 'teams/venue/members', {
        people: [crew.stranger, crew.otherChief, crew.chief].map(({ uid }) => ({ uid })),
      }),
    received: { Sam: ['team.added'], Otto: ['team.added'] },
  }),
  'a chief removes somebody who was on a task': action({
    prepare: () => taskWithPeople(),
    act: () => as(crew.chief, 'DELETE', `teams/venue/members/${crew.member.uid}`),
    received: { Mia: ['task.removed', 'team.removed'] },
  }),
  'a member leaves the team': action({
    act: () => as(crew.member, 'DELETE', `teams/venue/members/${crew.member.uid}`),
    received: {},
  }),
  'an owner disables the team': action({
    act: () => as(crew.owner, 'PUT', 'teams/venue/disabled'),
    received: { Chen: ['team.disabled'], Mia: ['team.disabled'] },
  }),
  'an owner enables the team again': action({
    prepare: () => as(crew.owner, 'PUT', 'teams/venue/disabled'),
    act: () => as(crew.owner, 'DELETE', 'teams/venue/disabled'),
    received: { Chen: ['team.enabled'], Mia: ['team.enabled'] },
  }),
  'an API token changes roles': action({
    prepare: async () => bearer(await tokenOf(muster, crew.chief)),
    act: (headers) => as({ ...crew.chief, headers }, 'PUT', `teams/venue/members/${crew.stranger.uid}`),
    received: { Sam: ['team.added'], Olga: ['security.roles_changed'] },
  }),
  'a member becomes chief': action({
    act: () => as(crew.owner, 'PUT', `teams/venue/chiefs/${crew.member.uid}`),
    received: { Mia: ['role.changed'] },
  }),
  'somebody becomes chief of a team that they were not in': action({
    act: () => as(crew.owner, 'PUT', `teams/venue/chiefs/${crew.stranger.uid}`),
    received: { Sam: ['team.added'] },
  }),
  'a chief becomes a member again': action({
    act: () => as(crew.owner, 'DELETE', `teams/venue/chiefs/${crew.chief.uid}`),
    received: { Chen: ['role.changed'] },
  }),
  'somebody becomes owner': action({
    act: () => asAdministrator('PUT', `/api/projects/${crew.pid}/owners/${crew.chief.uid}`),
    received: { Chen: ['role.changed'] },
  }),
  'somebody is no longer owner': action({
    prepare: () => asAdministrator('PUT', `/api/projects/${crew.pid}/owners/${crew.chief.uid}`),
    act: () => asAdministrator('DELETE', `/api/projects/${crew.pid}/owners/${crew.chief.uid}`),
    received: { Chen: ['role.changed'] },
  }),
  'somebody applies to the team': action({
    act: () => apply(crew.stranger),
    received: { Chen: ['application.received'] },
  }),
  'an application is accepted': action({
    prepare: () => apply(crew.stranger),
    act: () => as(crew.chief, 'PUT', `teams/venue/applications/${crew.stranger.uid}/acceptance`),
    received: { Sam: ['application.accepted'] },
  }),
  'an application is declined': action({
    prepare: () => apply(crew.stranger),
    act: () => as(crew.chief, 'DELETE', `teams/venue/applications/${crew.stranger.uid}`),
    received: { Sam: ['application.declined'] },
  }),
  'an application is withdrawn': action({
    prepare: () => apply(crew.stranger),
    act: () => as(crew.stranger, 'DELETE', 'teams/venue/application'),
    received: {},
  }),
  'nobody answers an application in time': action({
    prepare: () => apply(crew.stranger),
    act: async () => {
      muster.clock.advance(91 * 86_400);
      await muster.services.deleteExpired();
    },
    received: { Sam: ['application.lapsed'] },
  }),
  'somebody with an account is invited': action({
    act: () => invite(crew.stranger.email),
    received: { Sam: ['invitation.received'] },
  }),
  'an invitation is accepted': action({
    prepare: () => invite(crew.stranger.email),
    act: (id) =>
      muster.call({ method: 'PUT', url: `/api/me/invitations/${id}/acceptance`, headers: crew.stranger.headers }),
    received: { Chen: ['invitation.accepted'] },
  }),
  'an invitation is declined': action({
    prepare: () => invite(crew.stranger.email),
    act: (id) => muster.call({ method: 'DELETE', url: `/api/me/invitations/${id}`, headers: crew.stranger.headers }),
    received: { Chen: ['invitation.declined'] },
  }),
  'a form opens': action({
    act: () => as(crew.owner, 'POST', 'forms', { ...form, enabled: true }),
    received: { Chen: ['form.opened'], Otto: ['form.opened'], Mia: ['form.opened'] },
  }),
  'a form for the chiefs of one team opens later': action({
    prepare: () => {
      const asked = { audience: 'chiefs', tids: ['press'] };
      return as(crew.owner, 'POST', 'forms', { ...form, ...asked, enabled: true, opens_at: inHours(1) });
    },
    act: async () => {
      muster.clock.advance(2 * 3600);
      await runJob('form-notices');
    },
    received: { Otto: ['form.opened'] },
  }),
  'a form closes soon': action({
    prepare: async () => {
      await as(crew.owner, 'POST', 'forms', { ...form, enabled: true, closes_at: inHours(100) });
      await as(crew.otherChief, 'PUT', 'forms/shirts/response', { answers: { wanted: false } });
    },
    act: async () => {
      muster.clock.advance(30 * 3600);
      await runJob('form-notices');
    },
    received: { Olga: ['form.closing'], Chen: ['form.closing'], Mia: ['form.closing'] },
  }),
  'a form asks for more than somebody answered': action({
    prepare: async () => {
      const question = { key: 'one', label: 'One', type: 'text', required: false, private: false };
      const custom = { form: 'custom', kind: 'custom', title: 'Custom', fields: [question], enabled: true };
      await as(crew.owner, 'POST', 'forms', custom);
      await as(crew.member, 'PUT', 'forms/custom/response', { answers: { one: 'x' } });
      return [question, { ...question, key: 'two', label: 'Two' }];
    },
    act: (fields) => as(crew.owner, 'PATCH', 'forms/custom', { fields }),
    received: { Mia: ['form.asks_more'] },
  }),
  'travel money is paid': action({
    prepare: travel,
    act: ({ pay }) => pay(),
    received: { Mia: ['payment.made'] },
  }),
  'a payment is undone': action({
    prepare: async () => {
      const { pay, path } = await travel();
      await pay();
      return path;
    },
    act: (path) => as(crew.owner, 'DELETE', `${path}/${crew.member.uid}`),
    received: { Mia: ['payment.undone'] },
  }),
  'an account is suspended': action({
    act: () => asAdministrator('PUT', `/api/users/${crew.stranger.uid}/suspension`, {}),
    received: { Sam: ['security.suspended'] },
  }),
  'an account is active again': action({
    prepare: () => asAdministrator('PUT', `/api/users/${crew.stranger.uid}/suspension`, {}),
    act: () => asAdministrator('DELETE', `/api/users/${crew.stranger.uid}/suspension`),
    received: { Sam: ['security.reinstated'] },
  }),
  'somebody becomes administrator': action({
    act: () => asAdministrator('PUT', `/api/admins/${crew.stranger.uid}`),
    received: { Sam: ['security.administrators_changed'] },
  }),
  'an administrator removes all passkeys of a person': action({
    prepare: () =>
      muster.db.transaction((trx) =>
        trx
          .insertInto('passkeys')
          .values({
            id: 'passkey',
            uid: crew.stranger.uid,
            credential_id: 'passkey',
            public_key: '',
            counter: 0,
            transports: '[]',
            name: 'Phone',
            created_at: muster.clock.now().toISOString(),
          })
          .execute(),
      ),
    act: () => asAdministrator('DELETE', `/api/users/${crew.stranger.uid}/passkeys`),
    received: { Sam: ['security.sign_in_changed'] },
  }),
  'somebody changes their address': action({
    prepare: async () => {
      const headers = await browserOf(muster, crew.stranger);
      const payload = { email: 'new@example.org' };
      await muster.call({ method: 'POST', url: '/api/me/email', headers, payload });
      const [mail] = await muster.deliver();
      return { headers, token: /#token=(\S+)/.exec(mail?.text ?? '')?.[1] };
    },
    act: async ({ headers, token }) => {
      const response = await muster.call({
        method: 'POST',
        url: '/api/me/email/confirmation',
        headers,
        payload: { token },
      });
      expect(response.statusCode).toBeLessThan(300);
    },
    received: { Sam: ['security.email_changed'] },
  }),
};

/** A crew with a form about travel money that Mia has answered. */
async function travel() {
  const world = await createDisclosureWorld(muster);
  crew = world;
  const { form: name } = await world.createForm();
  expect((await world.put(world.member, { form: name })).statusCode).toBe(200);
  const path = `forms/${name}/payments`;
  const people = [{ uid: world.member.uid, amount: 149_000, currency: 'TWD' }];
  return { path, pay: () => as(world.owner, 'POST', path, { people }) };
}

const everybody = () => ({
  Olga: crew.owner,
  Chen: crew.chief,
  Otto: crew.otherChief,
  Mia: crew.member,
  Sam: crew.stranger,
});

async function receivedBy(): Promise<Received> {
  const rows = await muster.db.read.selectFrom('notices').select(['uid', 'kind']).orderBy('kind').execute();
  const all = Object.entries(everybody()).map(([name, { uid }]) => [
    name,
    rows.filter((row) => row.uid === uid).map(({ kind }) => kind),
  ]);
  return Object.fromEntries(all.filter(([, kinds]) => kinds?.length !== 0));
}

/** Whoever has a notice that is not in the summary gets one mail, and nobody gets two. */
const mailed = (received: Received): string[] =>
  Object.entries(everybody())
    .filter(([name]) => received[name as Name]?.some((kind) => entryOf(kind).mail !== 'digest'))
    .map(([, { email }]) => email)
    .toSorted();

test.each(Object.entries(actions))('%s: who hears of it', async (_, { prepare, act, received }) => {
  const prepared = await prepare?.();
  await muster.deliverNotices();
  await muster.db.transaction((trx) => trx.deleteFrom('notices').execute());
  await act(prepared as never);
  expect(await receivedBy()).toEqual(received);
  const own = await muster.deliver();
  const mails = [...own, ...(await muster.deliverNotices())];
  const addresses = new Set(Object.values(everybody()).map(({ email }) => email));
  expect(
    mails
      .map(({ to }) => to.toLowerCase())
      .filter((to) => addresses.has(to))
      .toSorted(),
  ).toEqual(mailed(received));
});

test('the actions cause every kind of notice', () => {
  const caused = new Set(Object.values(actions).flatMap(({ received }) => Object.values(received).flat()));
  expect(kindNames.filter((kind) => !caused.has(kind))).toEqual([]);
});
