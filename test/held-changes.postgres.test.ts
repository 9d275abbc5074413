import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from './support/app.ts';
import type { Crew } from './support/world.ts';
import { browserOf } from './support/factories.ts';
import { raceAgainst, startLockWorld } from './support/lock-holder.ts';
import type { LockWorld } from './support/lock-holder.ts';

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

const holdCaller = (uid: string) => ['select 1 from people where uid = $1 for update', [uid]] as const;
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);

/** What can happen between the gate and the transaction. Each locks the caller first, as the application does. */
const losses = {
  suspension: () => [['update people set suspended_at = now() where uid = $1', [crew.owner.uid]]] as const,
  'sign-out everywhere': () =>
    [holdCaller(crew.owner.uid), ['delete from sessions where uid = $1', [crew.owner.uid]]] as const,
  'removal as owner': () =>
    [holdCaller(crew.owner.uid), ['delete from project_owners where uid = $1', [crew.owner.uid]]] as const,
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
