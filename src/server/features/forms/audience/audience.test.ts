import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, useApp } from '../../../../../test/support/app.ts';
import { createDisclosureWorld, problemOf } from '../../../../../test/support/world/disclosure.ts';
import type { DisclosureWorld } from '../../../../../test/support/world/disclosure.ts';
import { browserOf, createPerson } from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';
import { migrate } from '../../../db/migrate.ts';
import type { Audience } from './audience.schema.ts';

const muster = useApp();
let world: DisclosureWorld;
let writer: Caller;
let counter = 0;

beforeAll(async () => {
  world = await createDisclosureWorld(muster);
  const [person] = await createMembers(muster, world.pid, 'press', 1);
  if (person === undefined) throw new Error('expected a member of press');
  writer = person;
});

async function createForm(more: { audience?: Audience; tids?: string[] }): Promise<string> {
  counter += 1;
  const form = `asked-${counter}`;
  const payload = { form, kind: 'appreciation', title: form, enabled: true, ...more };
  const created = await world.as(world.owner, 'POST', 'forms', payload);
  expect(created.statusCode).toBe(201);
  expect(created.json()).toMatchObject({ audience: 'people', tids: [], ...more });
  return form;
}

const missing = async (form: string): Promise<string[]> =>
  (await world.as(world.owner, 'GET', `forms/${form}/missing`)).json().data.map(({ name }: Caller) => name);
const answer = (who: Caller, form: string) =>
  world.as(who, 'PUT', `forms/${form}/response`, { answers: { wanted: false } });
const atHome = async ({ headers }: Caller): Promise<string[]> =>
  (await muster.call({ url: '/api/me', headers }))
    .json()
    .missing_forms.filter(({ pid }: { pid: string }) => pid === world.pid)
    .map(({ form }: { form: string }) => form);
const listed = async (who: Caller): Promise<string[]> =>
  (await world.as(who, 'GET', 'forms?limit=200')).json().data.map(({ form }: { form: string }) => form);
const peopleWithout = async (form: string): Promise<string[]> =>
  (await world.as(world.owner, 'GET', `people?form=${form}&answered=false`))
    .json()
    .data.map(({ name }: { name: string }) => name);
const missingOf = async ({ uid }: Caller): Promise<string[]> =>
  (await world.as(world.owner, 'GET', `people/${uid}`)).json().missing_forms.map(({ form }: { form: string }) => form);

/** Chen leads and Mia is in venue; Otto leads and Member 0 is in press; Olga owns the project. */
const everybody = ['Chen', 'Member 0', 'Mia', 'Olga', 'Otto'] as const;
type Name = (typeof everybody)[number];
const audiences: [what: string, asks: { audience?: Audience; tids?: string[] }, asked: Name[]][] = [
  ['everybody', {}, [...everybody]],
  ['owners', { audience: 'owners' }, ['Olga']],
  ['chiefs', { audience: 'chiefs' }, ['Chen', 'Otto']],
  ['members', { audience: 'members' }, ['Member 0', 'Mia']],
  ['one team', { tids: ['venue'] }, ['Chen', 'Mia']],
  ['two teams', { tids: ['press', 'venue'] }, ['Chen', 'Member 0', 'Mia', 'Otto']],
  ['chiefs of a team', { audience: 'chiefs', tids: ['press'] }, ['Otto']],
  ['members of a team', { audience: 'members', tids: ['venue'] }, ['Mia']],
];

test.each(audiences)('a form for %s asks them, and nobody else', async (_, asks, asked) => {
  const form = await createForm(asks);
  const { chief, member, owner, otherChief } = world;
  const people: Record<Name, Caller> = { Chen: chief, 'Member 0': writer, Mia: member, Olga: owner, Otto: otherChief };
  expect(await missing(form)).toEqual(asked);
  expect(await peopleWithout(form)).toEqual(asked);
  for (const name of everybody) {
    const who = people[name];
    const isAsked = asked.includes(name);
    expect([name, (await atHome(who)).includes(form)]).toEqual([name, isAsked]);
    expect([name, (await missingOf(who)).includes(form)]).toEqual([name, isAsked]);
    expect([name, (await listed(who)).includes(form)]).toEqual([name, isAsked || who === owner]);
    const refused = [403, 'forbidden', 'The form is for other people of the project'];
    const saved = await answer(who, form);
    const { code, detail } = saved.json();
    expect([name, isAsked ? saved.statusCode : [saved.statusCode, code, detail]]).toEqual([
      name,
      isAsked ? 200 : refused,
    ]);
    const read = await world.as(who, 'GET', `forms/${form}`);
    expect([name, read.statusCode]).toEqual([name, isAsked || who === owner ? 200 : 403]);
  }
  const totals = (await world.as(world.owner, 'GET', `forms/${form}/totals`)).json();
  expect(totals).toMatchObject({ people: asked.length, answered: asked.length, not_answered: 0, outside: 0, left: 0 });
});

test('those who answered before the audience changed are counted separately', async () => {
  const form = await createForm({});
  for (const who of [world.chief, world.member, world.otherChief]) await answer(who, form);
  await world.as(world.owner, 'PATCH', `forms/${form}`, { audience: 'chiefs', tids: ['venue'] });
  const totals = (await world.as(world.owner, 'GET', `forms/${form}/totals`)).json();
  expect(totals).toMatchObject({ people: 1, answered: 1, not_answered: 0, left: 2 });
  expect(totals.fields[0].counts).toMatchObject([
    { value: true, count: 0 },
    { value: false, count: 1 },
  ]);
  const { data } = (await world.as(world.owner, 'GET', `forms/${form}/responses`)).json();
  expect(data.filter(({ left }: { left: boolean }) => left)).toHaveLength(2);
  // Their own answer stays visible to them, and says that it does not count.
  const askedOf = async (who: Caller) => (await world.as(who, 'GET', `forms/${form}/response`)).json().asked;
  expect([await askedOf(world.member), await askedOf(world.chief)]).toEqual([false, true]);
  expect((await world.as(world.member, 'GET', `forms/${form}`)).json().rights.answer).toBe(false);
  const { detail } = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'form.changed')
    .where('pid', '=', world.pid)
    .where('subject', '=', form)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(detail)).toEqual({ fields: 'audience tids', audience: 'chiefs', tids: 'venue' });
});

test('teams that the project does not have are rejected with their place in the list', async () => {
  const other = await createDisclosureWorld(muster);
  await other.as(other.owner, 'POST', 'teams', { tid: 'only-there', name: 'Only there' });
  const post = async (more: object) =>
    problemOf(await world.as(world.owner, 'POST', 'forms', { form: 'x', kind: 'appreciation', title: 'X', ...more }));
  expect(await post({ tids: ['venue', 'nowhere'] })).toEqual([400, 'invalid_input', '/tids/1']);
  expect(await post({ tids: ['only-there'] })).toEqual([400, 'invalid_input', '/tids/0']);
  expect(await post({ tids: ['venue', 'venue'] })).toEqual([400, 'invalid_input', '/tids']);
  expect(await post({ tids: ['No slug'] })).toEqual([400, 'invalid_input', '/tids/0']);
  expect(await post({ audience: 'owners', tids: ['venue'] })).toEqual([400, 'invalid_input', '/tids']);
  expect(await post({ audience: 'signed_in', tids: ['venue'] })).toEqual([400, 'invalid_input', '/tids']);
  const form = await createForm({ tids: ['venue'] });
  const patch = async (more: object) => problemOf(await world.as(world.owner, 'PATCH', `forms/${form}`, more));
  expect(await patch({ tids: ['nowhere'] })).toEqual([400, 'invalid_input', '/tids/0']);
  expect(await patch({ audience: 'signed_in' })).toEqual([400, 'invalid_input', '/tids']);
  const changed = await world.as(world.owner, 'PATCH', `forms/${form}`, { audience: 'signed_in', tids: [] });
  expect(changed.json()).toMatchObject({ audience: 'signed_in', tids: [] });
});

test('a form for teams does not match identifiers that begin alike', async () => {
  await world.as(world.owner, 'POST', 'teams', { tid: 'venue_2', name: 'Venue 2' });
  await world.as(world.owner, 'POST', 'teams', { tid: 'venuex2', name: 'Venue X2' });
  const [person] = await createMembers(muster, world.pid, 'venuex2', 1);
  if (person === undefined) throw new Error('expected a member');
  const form = await createForm({ tids: ['venue_2'] });
  expect(await atHome(person)).not.toContain(form);
  expect(await listed(person)).not.toContain(form);
  await world.as(world.owner, 'DELETE', `teams/venuex2/members/${person.uid}`);
});

/** What ends consent of a member of venue to a form for this audience, although they stay in the project. */
const endings: Record<string, { asks: object; end: (form: string, who: Caller) => Promise<unknown>; state: string }> = {
  'asking other teams': {
    asks: { tids: ['venue'] },
    end: (form) => world.change({ form }, { tids: ['press', 'venue'] }),
    state: 'not_agreed',
  },
  'asking all teams': {
    asks: { tids: ['venue'] },
    end: (form) => world.change({ form }, { tids: [] }),
    state: 'not_agreed',
  },
  'becoming a chief, if only members are asked': {
    asks: { audience: 'members' },
    end: (_, { uid }) => world.as(world.owner, 'PUT', `teams/venue/chiefs/${uid}`),
    state: 'left',
  },
  'leaving the team that is asked': {
    asks: { tids: ['venue'] },
    end: async (_, { uid }) => {
      await world.as(world.owner, 'PUT', `teams/press/members/${uid}`);
      return world.as(world.owner, 'DELETE', `teams/venue/members/${uid}`);
    },
    state: 'left',
  },
};

test.each(Object.entries(endings))('consent ends with %s', async (_, { asks, end, state }) => {
  const { form } = await world.createForm(asks);
  const person = await world.newMember();
  await world.keep(person);
  expect((await world.put(person, { form })).statusCode).toBe(200);
  expect(await world.stateOf({ form }, person)).toBe('given');
  expect(await end(form, person)).toMatchObject({ statusCode: expect.toBeOneOf([200, 204]) });
  expect(await world.shownOf({ form }, person)).toMatchObject({ state, bank: null });
});

test('consent stays when the same teams are sent again in another order, or another team is left', async () => {
  const { form } = await world.createForm({ tids: ['press', 'venue'] });
  const person = await world.newMember();
  await world.keep(person);
  await world.put(person, { form });
  await world.change({ form }, { tids: ['venue', 'press'] });
  await world.as(world.owner, 'PUT', `teams/press/members/${person.uid}`);
  await world.as(world.owner, 'DELETE', `teams/press/members/${person.uid}`);
  expect(await world.stateOf({ form }, person)).toBe('given');
});

test('the next year keeps the teams that are copied, and no form asks everybody because its team is gone', async () => {
  const year = await createDisclosureWorld(muster);
  await year.as(year.owner, 'POST', 'teams', { tid: 'old', name: 'Old' });
  const create = (form: string, more: object) =>
    year.as(year.owner, 'POST', 'forms', { form, kind: 'appreciation', title: form, ...more });
  await create('all', {});
  await create('both', { audience: 'chiefs', tids: ['old', 'press'] });
  await create('gone', { tids: ['old'] });
  await year.as(year.owner, 'PUT', 'teams/old/disabled');
  const pid = `${year.pid}-next`;
  const copied = await muster.call({
    method: 'POST',
    url: '/api/projects',
    headers: await browserOf(muster, await createPerson(muster, { administrator: true })),
    payload: { pid, name: 'Next', timezone: 'Asia/Taipei', copy_from: year.pid },
  });
  expect(copied.statusCode).toBe(201);
  const forms = muster.db.read.selectFrom('forms').select(['form', 'audience', 'audience_tids']);
  expect(await forms.where('pid', '=', pid).orderBy('form').execute()).toEqual([
    { form: 'all', audience: 'people', audience_tids: '[]' },
    { form: 'both', audience: 'chiefs', audience_tids: '["press"]' },
  ]);
});

test('the migration keeps whom forms ask, and their answers', async () => {
  await using app = await startTestApp();
  const { as, pid, owner, chief } = await createCrew(app);
  await as(owner, 'POST', 'forms', {
    form: 'old',
    kind: 'appreciation',
    title: 'Old',
    audience: 'chiefs',
    enabled: true,
  });
  await as(chief, 'PUT', 'forms/old/response', { answers: { wanted: false } });
  await app.db.transaction(async (trx) => {
    await sql`alter table forms drop column audience_tids`.execute(trx);
    await sql`delete from schema_migrations where name = '0018_form_audience'`.execute(trx);
  });
  expect(await migrate(app.db, app.clock.now().toISOString())).toEqual(['0018_form_audience']);
  const forms = app.db.read.selectFrom('forms').select(['audience', 'audience_tids']).where('pid', '=', pid);
  expect(await forms.execute()).toEqual([{ audience: 'chiefs', audience_tids: '[]' }]);
  const answers = app.db.read.selectFrom('form_responses').select('uid').where('pid', '=', pid);
  expect(await answers.execute()).toEqual([{ uid: chief.uid }]);
});

test('lists and totals need as many queries with teams as without', async () => {
  const all = await createForm({});
  const some = await createForm({ tids: ['venue'] });
  const queries = async (who: Caller, path: string) => {
    const before = muster.db.queryCount();
    expect((await world.as(who, 'GET', path)).statusCode).toBe(200);
    return muster.db.queryCount() - before;
  };
  for (const path of ['', '/missing', '/totals'])
    expect([path, await queries(world.owner, `forms/${some}${path}`)]).toEqual([
      path,
      await queries(world.owner, `forms/${all}${path}`),
    ]);
  expect(await queries(world.member, 'forms')).toBe(4);
});
