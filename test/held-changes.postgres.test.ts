import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from './support/app.ts';
import type { Crew } from './support/world.ts';
import { addPasskey } from './support/world/authenticator.ts';
import { bearer, browserOf } from './support/factories.ts';
import { raceAgainst, startLockWorld } from './support/races/lock-holder.ts';
import type { LockWorld } from './support/races/lock-holder.ts';

let world: LockWorld;
let muster: TestApp;
let crew: Crew;
let headers: Record<string, string>;
beforeEach(async () => {
  world = await startLockWorld();
  ({ muster, crew } = world);
  headers = await browserOf(muster, crew.owner);
});
afterEach(() => world[Symbol.asyncDispose]());

const lockCaller = (uid: string) => ['select 1 from people where uid = $1 for update', [uid]] as const;
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);

/** What can happen between the gate and the transaction. Each locks the caller first, as the application does. */
const losses = {
  suspension: () => [['update people set suspended_at = now() where uid = $1', [crew.owner.uid]]] as const,
  'sign-out everywhere': () =>
    [lockCaller(crew.owner.uid), ['delete from sessions where uid = $1', [crew.owner.uid]]] as const,
  'removal as owner': () =>
    [lockCaller(crew.owner.uid), ['delete from project_owners where uid = $1', [crew.owner.uid]]] as const,
};

const call = (method: 'PUT' | 'DELETE' | 'POST', path: string, payload?: object) => () =>
  muster.call({
    method,
    url: path.startsWith('/') ? path : `/api/projects/${crew.pid}/${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });

/** Rights and money of a project. */
const changes = {
  'a new owner': () => call('PUT', `owners/${crew.stranger.uid}`),
  'a removed owner': () => call('DELETE', `owners/${crew.stranger.uid}`),
  'a new chief': () => call('PUT', `teams/venue/chiefs/${crew.stranger.uid}`),
  'a removed chief': () => call('DELETE', `teams/venue/chiefs/${crew.chief.uid}`),
  'new members': () => call('POST', 'teams/venue/members', { people: [{ uid: crew.stranger.uid }] }),
  'a removed member': () => call('DELETE', `teams/venue/members/${crew.member.uid}`),
  'travel money': () =>
    call('PUT', 'traffic-subsidies', { currency: 'TWD', data: [{ location: 'Taipei', amount: 100 }] }),
};

async function rows(): Promise<string> {
  const { read } = muster.db;
  return JSON.stringify([
    await read.selectFrom('project_owners').select(['pid', 'uid']).orderBy('uid').execute(),
    await read.selectFrom('memberships').select(['tid', 'uid', 'role']).orderBy('uid').execute(),
    await read.selectFrom('traffic_subsidies').selectAll().execute(),
    await read.selectFrom('private_data').select('uid').execute(),
    await read.selectFrom('audit').select('kind').execute(),
  ]);
}

test.each(Object.keys(changes).flatMap((change) => Object.keys(losses).map((loss) => [change, loss])))(
  '%s is refused after a %s between the check and the transaction',
  async (change, loss) => {
    const request = changes[change as keyof typeof changes]();
    const held = losses[loss as keyof typeof losses]();
    await muster.db.transaction((trx) =>
      trx
        .insertInto('project_owners')
        .values({ pid: crew.pid, uid: crew.otherChief.uid, created_at: '2026-06-01T09:00:00.000Z' })
        .execute(),
    );
    const before = JSON.parse(await rows()) as unknown[];
    const answers = await raceAgainst(muster, held, [request]);
    expect(statuses(answers)).toEqual([loss === 'removal as owner' ? 403 : 401]);
    const after = JSON.parse(await rows()) as unknown[];
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]).not.toContainEqual({ pid: crew.pid, uid: crew.stranger.uid });
  },
);

test.each(['suspension', 'sign-out everywhere'] as const)(
  'a bank account is not changed after a %s between the check and the transaction',
  async (loss) => {
    const body = { code: '', number: 'GB82WEST12345698765432', branch: '', holder: 'Olga' };
    const answers = await raceAgainst(muster, losses[loss](), [call('PUT', '/api/me/bank', body)]);
    expect(statuses(answers)).toEqual([401]);
    expect(await muster.db.read.selectFrom('private_data').selectAll().execute()).toEqual([]);
  },
);

test('an owner whose passkey is removed between the check and the transaction appoints nobody', async () => {
  const { authenticator } = await addPasskey(muster, headers);
  expect(authenticator).toBeDefined();
  await muster.db.transaction((trx) =>
    trx.updateTable('installation').set({ passkeys_required_at: muster.clock.now().toISOString() }).execute(),
  );
  const held = [lockCaller(crew.owner.uid), ['delete from passkeys where uid = $1', [crew.owner.uid]]] as const;
  const answers = await raceAgainst(muster, held, [call('PUT', `owners/${crew.stranger.uid}`)]);
  expect(answers.map((answer) => answer.json().code)).toEqual(['passkey_required']);
});

/** A chief of one team who also leads another, so that the gate still lets them in as a planner. */
test.each(['POST', 'PATCH', 'PUT', 'DELETE'] as const)(
  'planning (%s) is refused after the removal as chief of the team between the check and the transaction',
  async (method) => {
    const { chief, member, owner, as } = crew;
    await as(owner, 'PUT', `teams/press/chiefs/${chief.uid}`);
    const times = { starts_at: '2026-08-08T01:00:00Z', ends_at: '2026-08-08T02:00:00Z' };
    const task = { title: 'Build', tid: 'venue', capacity: 2, ...times };
    const { id } = (await as(owner, 'POST', 'tasks', task)).json();
    const requests = {
      POST: () => as(chief, 'POST', 'tasks', task),
      PATCH: () => as(chief, 'PATCH', `tasks/${id}`, { title: 'Break' }),
      PUT: () => as(chief, 'PUT', `tasks/${id}/attendees/${member.uid}`),
      DELETE: () => as(chief, 'DELETE', `tasks/${id}`),
    };
    const held = [
      lockCaller(chief.uid),
      [`delete from memberships where uid = $1 and tid = 'venue'`, [chief.uid]],
    ] as const;
    const answers = await raceAgainst(muster, held, [requests[method]]);
    expect(statuses(answers)).toEqual([403]);
    const tasks = await muster.db.read.selectFrom('tasks').select(['title', 'attendee_count']).execute();
    expect(tasks).toEqual([{ title: 'Build', attendee_count: 0 }]);
  },
);

test('a draft is not deleted after the removal as owner between the check and the transaction', async () => {
  const url = `/api/projects/${crew.pid}`;
  await muster.call({ method: 'PATCH', url, headers, payload: { state: 'draft' } });
  const answers = await raceAgainst(muster, losses['removal as owner'](), [
    () => muster.call({ method: 'DELETE', url: `${url}?force=true`, headers }),
  ]);
  expect(statuses(answers)).toEqual([403]);
  expect(await muster.db.read.selectFrom('projects').select('pid').execute()).toContainEqual({ pid: crew.pid });
});

test('a service account plans nothing after its token has expired between the check and the transaction', async () => {
  const ends_at = new Date(muster.clock.now().getTime() + 86_400_000).toISOString();
  const account = { name: 'Planner', scopes: ['tasks:write'], ends_at };
  const { id, token } = (await call('POST', 'service-accounts', account)()).json();
  const held = [
    lockCaller(crew.owner.uid),
    [`update service_tokens set expires_at = '2000-01-01' where account_id = $1`, [id]],
  ] as const;
  headers = bearer(token);
  const times = { starts_at: '2026-08-08T01:00:00Z', ends_at: '2026-08-08T02:00:00Z' };
  const answers = await raceAgainst(muster, held, [call('POST', 'tasks', { title: 'Build', capacity: 2, ...times })]);
  expect(answers.map((answer) => answer.json().code)).toEqual(['revoked_token']);
  expect(await muster.db.read.selectFrom('tasks').select('id').execute()).toEqual([]);
});
