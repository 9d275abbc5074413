import { expect, test } from 'vitest';
import { maxForms, maxOwners, maxTeams } from '../../../shared/limits.ts';
import { useApp } from '../../../../test/support/app.ts';
import { browserOf, createRows, createTeam } from '../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();

async function summaries(crew: Crew) {
  const before = muster.db.queryCount();
  const { data } = (await crew.as(crew.owner, 'GET', 'team-summaries')).json();
  return { data, queries: muster.db.queryCount() - before };
}

test('owners see who leads each team and what waits in it, with as many queries for twelve teams as for two', async () => {
  const crew = await createCrew(muster);
  const { pid } = crew;
  const nothing = { invitations: { sent: 0, held: 0 }, applications: 0 };
  const few = await summaries(crew);
  expect(few.data).toEqual([
    { tid: 'venue', chiefs: [{ uid: crew.chief.uid, name: 'Chen' }], chief_count: 1, ...nothing },
    { tid: 'press', chiefs: [{ uid: crew.otherChief.uid, name: 'Otto' }], chief_count: 1, ...nothing },
  ]);
  for (let index = 0; index < 9; index += 1) await createTeam(muster, pid, { tid: `t${index}`, name: `T ${index}` });
  const leads = await createMembers(muster, pid, 'venue', 11);
  await createTeam(muster, pid, { tid: 'all', name: 'A', disabled: true, chiefs: leads });
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
  await crew.as(crew.stranger, 'PUT', 'teams/venue/application', { message: 'Hi' });
  await crew.as(crew.chief, 'POST', 'teams/venue/invitations', { emails: ['a@example.org', 'b@example.org'] });
  await muster.db.transaction((trx) =>
    trx.updateTable('invitations').set({ held: 1 }).where('email', '=', 'b@example.org').execute(),
  );
  const many = await summaries(crew);
  expect(many.data).toHaveLength(12);
  // Named by name, the rest is counted.
  const { chiefs, ...all } = many.data[0];
  expect(all).toEqual({ tid: 'all', chief_count: 11, ...nothing });
  expect(chiefs.map(({ name }: { name: string }) => name)).toEqual(
    leads
      .map(({ name }) => name)
      .toSorted()
      .slice(0, 10),
  );
  expect(many.data.find(({ tid }: { tid: string }) => tid === 'venue')).toMatchObject({
    chief_count: 1,
    invitations: { sent: 1, held: 1 },
    applications: 1,
  });
  expect([few.queries, many.queries]).toEqual([7, 7]);
  for (const who of [crew.chief, crew.member, crew.stranger])
    expect((await crew.as(who, 'GET', 'team-summaries')).statusCode).toBe(403);
  expect((await crew.as(undefined, 'GET', 'team-summaries')).statusCode).toBe(401);
});

test('invitations can be listed by role, and members are counted', async () => {
  const crew = await createCrew(muster);
  const invite = (role: string, emails: string[]) =>
    crew.inBrowser(crew.owner, 'POST', 'teams/venue/invitations', { emails, role });
  await invite('member', ['m@example.org']);
  await invite('chief', ['c@example.org']);
  const emails = async (who: Caller, path: string) =>
    (await crew.as(who, 'GET', path)).json().data.map(({ email }: { email: string }) => email);
  expect(await emails(crew.owner, 'invitations?role=chief')).toEqual(['c@example.org']);
  expect(await emails(crew.chief, 'teams/venue/invitations?role=member')).toEqual(['m@example.org']);
  expect((await crew.as(crew.owner, 'GET', 'invitations?role=boss')).statusCode).toBe(400);
  await createMembers(muster, crew.pid, 'venue', 3);
  expect((await crew.as(crew.chief, 'GET', 'teams/venue/members?q=mia')).json()).toMatchObject({
    data: [{ name: 'Mia' }],
    total: 1,
  });
  const page = (await crew.as(crew.chief, 'GET', 'teams/venue/members?limit=2')).json();
  expect([page.data.length, page.total]).toEqual([2, 5]);
  expect((await crew.as(crew.chief, 'GET', `teams/venue/members?cursor=${page.next}`)).json()).not.toHaveProperty(
    'total',
  );
});

test('what the web app loads as a whole is limited: teams, forms and owners of a project', async () => {
  const crew = await createCrew(muster);
  const { pid } = crew;
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  await createRows(muster, {
    teams: numbers(maxTeams - 3).map((index) => ({ pid, tid: `t${index}`, name: `T ${index}` })),
    forms: numbers(maxForms - 1).map((index) => ({
      pid,
      form: `f${index}`,
      kind: 'custom',
      title: 'Form',
      fields: JSON.stringify([{ key: 'note', label: 'Note', type: 'text' }]),
    })),
  });
  const create = async (path: string, payload: object) => {
    const { statusCode, json } = await crew.as(crew.owner, 'POST', path, payload);
    return [statusCode, json().code];
  };
  expect(await create('teams', { tid: 'last', name: 'Last' })).toEqual([201, undefined]);
  expect(await create('teams', { tid: 'over', name: 'Over' })).toEqual([422, 'not_allowed']);
  const form = { kind: 'custom', title: 'Form', fields: [{ key: 'note', label: 'Note', type: 'text' }] };
  expect(await create('forms', { ...form, form: 'last' })).toEqual([201, undefined]);
  expect(await create('forms', { ...form, form: 'over' })).toEqual([422, 'not_allowed']);
  const people = await createMembers(muster, pid, 'venue', maxOwners);
  await muster.db.transaction((trx) =>
    trx
      .insertInto('project_owners')
      .values(
        people.slice(0, maxOwners - 1).map(({ uid }) => ({ pid, uid, created_at: muster.clock.now().toISOString() })),
      )
      .execute(),
  );
  const headers = await browserOf(muster, crew.owner);
  const url = `/api/projects/${pid}/owners/${people.at(-1)?.uid}`;
  const refused = await muster.call({ method: 'PUT', url, headers });
  expect(refused.json()).toMatchObject({ code: 'not_allowed' });
});
