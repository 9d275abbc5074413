import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createPerson, createTeam } from '../../../../../test/support/factories.ts';
import { days } from '../../../lib/clock.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();

/** Last year with people in two teams and one that is gone, and this year of the same owner and chief. */
async function twoYears() {
  const last = await createCrew(muster);
  const { owner, chief } = last;
  const next = await createCrew(muster);
  await muster.db.transaction(async (trx) => {
    const created_at = muster.clock.now().toISOString();
    await trx.insertInto('project_owners').values({ pid: next.pid, uid: owner.uid, created_at }).execute();
    await trx
      .insertInto('memberships')
      .values({ pid: next.pid, tid: 'venue', uid: chief.uid, role: 'chief', created_at })
      .execute();
  });
  await createTeam(muster, last.pid, { tid: 'sound', name: 'Sound', members: [last.member] });
  return { last, next };
}

async function list(next: Crew, who: Caller, query: string) {
  const before = muster.db.queryCount();
  const response = await next.as(who, 'GET', `returning-people?${query}`);
  return { ...response.json(), status: response.statusCode, queries: muster.db.queryCount() - before };
}

test('people of an earlier project are listed by team, with whether they can be invited', async () => {
  const { last, next } = await twoYears();
  const { owner, member, otherChief } = last;
  const few = await list(next, owner, `from=${last.pid}`);
  expect(few).toMatchObject({ total: 3, open: 2, missing_teams: ['Sound'], next: null });
  expect(few.data).toEqual([
    { name: 'Chen', email: last.chief.email, tid: 'venue', team: 'Team 1', role: 'chief', state: 'in_team' },
    { name: 'Mia', email: member.email, tid: 'venue', team: 'Team 1', role: 'member', state: 'open' },
    { name: 'Otto', email: otherChief.email, tid: 'press', team: 'Team 2', role: 'chief', state: 'open' },
  ]);
  await next.as(owner, 'POST', 'teams/venue/invitations', { emails: [member.email] });
  const gone = await createPerson(muster, { name: 'Zoe', suspended: true });
  await muster.db.transaction((trx) =>
    trx
      .insertInto('memberships')
      .values({ pid: last.pid, tid: 'press', uid: gone.uid, role: 'member', created_at: '2026-01-01T00:00:00.000Z' })
      .execute(),
  );
  await createMembers(muster, last.pid, 'press', 20);
  const many = await list(next, owner, `from=${last.pid}`);
  expect(many.data.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)).toContain(
    'Zoe suspended',
  );
  expect(many).toMatchObject({ total: 24, open: 21 });
  expect([few.queries, many.queries]).toEqual([8, 8]);
  const first = await list(next, owner, `from=${last.pid}&limit=5`);
  const rest = await list(next, owner, `from=${last.pid}&limit=200&cursor=${first.next}`);
  expect([...first.data, ...rest.data]).toEqual(many.data);
  expect(rest).not.toHaveProperty('total');
});

test('chiefs see the people of the teams that they led and lead, and invite members only; others see nobody', async () => {
  const { last, next } = await twoYears();
  const found = await list(next, last.chief, `from=${last.pid}`);
  expect(found).toMatchObject({ data: [{ name: 'Mia', role: 'member', state: 'open' }], total: 1, missing_teams: [] });
  expect((await list(next, last.owner, `from=${last.pid}&tid=press`)).data).toMatchObject([{ name: 'Otto' }]);
  // Owners of this year who had no part in the last one.
  expect((await list(next, next.owner, `from=${last.pid}`)).status).toBe(403);
  expect((await list(next, last.member, `from=${last.pid}`)).status).toBe(403);
  expect((await list(next, last.owner, 'from=nowhere')).status).toBe(404);
  expect((await list(next, last.owner, '')).status).toBe(400);
  expect((await next.as(undefined, 'GET', `returning-people?from=${last.pid}`)).statusCode).toBe(401);
});

test('people of several teams are listed once, with a team that they led', async () => {
  const { last, next } = await twoYears();
  const { owner, member } = last;
  await createTeam(muster, next.pid, { tid: 'sound', name: 'Sound' });
  await createTeam(muster, last.pid, { tid: 'stage', name: 'Stage', chiefs: [member] });
  const teamsOfMia = async (query = ''): Promise<string[]> =>
    (await list(next, owner, `from=${last.pid}&${query}`)).data
      .filter(({ name }: { name: string }) => name === 'Mia')
      .map(({ tid, role }: { tid: string; role: string }) => `${tid} ${role}`);
  // "Sound" comes before "Team 1".
  expect([await teamsOfMia(), await teamsOfMia('tid=venue')]).toEqual([['sound member'], ['venue member']]);
  expect(await list(next, owner, `from=${last.pid}`)).toMatchObject({ total: 3, open: 2 });
  await createTeam(muster, next.pid, { tid: 'stage', name: 'Stage' });
  expect(await teamsOfMia()).toEqual(['stage chief']);
});

test('nobody who was asked for another team, has applied or is there already can be invited', async () => {
  const { last, next } = await twoYears();
  const { owner, member, otherChief } = last;
  const states = async (): Promise<string[]> => {
    const { data, open } = await list(next, owner, `from=${last.pid}`);
    return [...data.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`), open];
  };
  await next.as(owner, 'POST', 'teams/press/invitations', { emails: [member.email] });
  expect(await states()).toEqual(['Chen in_team', 'Mia invited', 'Otto open', 1]);
  // Mia has not answered.
  muster.clock.advance(days(60));
  expect(await states()).toEqual(['Chen in_team', 'Mia asked', 'Otto open', 1]);
  await next.as(owner, 'PATCH', 'teams/venue', { takes_applications: true });
  const applied = await next.as(otherChief, 'PUT', 'my-application', { wishes: ['venue'], message: '' });
  expect(applied.statusCode, applied.body).toBe(200);
  expect(await states()).toEqual(['Chen in_team', 'Mia asked', 'Otto applied', 0]);
  await createTeam(muster, next.pid, { tid: 'bar', name: 'Bar', members: [member, otherChief] });
  expect(await states()).toEqual(['Chen in_team', 'Mia in_project', 'Otto in_project', 0]);
});
