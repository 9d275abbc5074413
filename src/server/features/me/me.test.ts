import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { applying } from '../../../../test/support/world/applications.ts';
import { createCaller } from '../../../../test/support/world.ts';
import { createDisclosureWorld, until } from '../../../../test/support/world/disclosure.ts';
import {
  bearer,
  browserOf,
  createPerson,
  createProject,
  createRows,
  createTeam,
  tokenOf,
} from '../../../../test/support/factories.ts';
import { insertRows } from '../../db/transfer.ts';
import { sha256 } from '../../lib/secrets.ts';

const muster = useApp();

const meOf = async (headers: Record<string, string>) => (await muster.call({ url: '/api/me', headers })).json();

async function createForm(pid: string, form: string, fields: { closes_at?: string; enabled?: boolean } = {}) {
  const at = muster.clock.now().toISOString();
  const row = { pid, form, kind: 'custom', title: `Form ${form}`, fields: '[]', created_at: at };
  await muster.db.transaction((trx) =>
    trx
      .insertInto('forms')
      .values({
        ...row,
        audience: 'people',
        enabled_at: fields.enabled === false ? null : at,
        closes_at: fields.closes_at ?? null,
      })
      .execute(),
  );
}

test('the caller reads who they are, their roles and their teams by project, newest first', async () => {
  using _still = muster.clock.freeze();
  const person = await createPerson(muster, { name: 'Ada', administrator: true });
  const [older, newer] = [
    await createProject(muster, { pid: 'me-2025' }),
    await createProject(muster, { pid: 'me-2026', owners: [person] }),
  ];
  const chief = await createTeam(muster, older, { name: 'Venue', chiefs: [person] });
  const gone = await createTeam(muster, older, { name: 'Gone', members: [person], disabled: true });
  const me = await meOf(await browserOf(muster, person));
  expect(me).toEqual({
    uid: person.uid,
    email: person.email,
    email_hash: sha256(person.email),
    name: 'Ada',
    listing: 'public',
    roles: ['administrator'],
    projects: [
      { pid: newer, name: expect.any(String), owner: true, teams: [], grants: [] },
      {
        pid: older,
        name: expect.any(String),
        owner: false,
        teams: [{ tid: chief, name: 'Venue', role: 'chief' }],
        grants: [],
      },
    ],
    disabled_teams: [{ pid: older, project: expect.any(String), tid: gone, team: 'Gone', role: 'member' }],
    missing: ['real_profile', 'address', 'bank', 'dietary_habits'],
    bank_unconfirmed_since: null,
    missing_forms: [],
    needed: [],
    waiting_applications: [],
    unread_notices: 0,
    rights_withheld: false,
    signed_in_at: muster.clock.now().toISOString(),
  });
  expect((await muster.call('/api/me')).statusCode).toBe(401);
});

test("only open, unanswered forms of the caller's projects are listed", async () => {
  const person = await createPerson(muster);
  const [mine, other] = [await createProject(muster), await createProject(muster)];
  await createTeam(muster, mine, { members: [person] });
  await createForm(mine, 'shirt', { closes_at: '2030-01-01T00:00:00.000Z' });
  await createForm(mine, 'later', { enabled: false });
  await createForm(mine, 'over', { closes_at: '2020-01-01T00:00:00.000Z' });
  await createForm(other, 'foreign');
  const { missing_forms } = await meOf(bearer(await tokenOf(muster, person)));
  expect(missing_forms).toEqual([
    { pid: mine, form: 'shirt', title: 'Form shirt', closes_at: '2030-01-01T00:00:00.000Z', asks_more: false },
  ]);
});

test('open applications are counted by team only for those who may decide them', async () => {
  const { openCrew, apply, accept } = applying(muster);
  const crew = await openCrew();
  const { pid, owner, chief, otherChief, member, stranger, as } = crew;
  await as(owner, 'PATCH', 'teams/press', { takes_applications: true });
  const [ada, bea, late] = [await createCaller(muster), await createCaller(muster), await createCaller(muster)];
  for (const who of [ada, bea, late]) await apply(crew, who);
  await as(ada, 'PUT', 'teams/press/application', {});
  const suspend = (uid: string, suspended_at: string | null) =>
    muster.db.transaction((trx) =>
      trx.updateTable('people').set({ suspended_at }).where('uid', '=', uid).executeTakeFirst(),
    );
  await suspend(late.uid, muster.clock.now().toISOString());
  const waitingFor = async ({ headers }: { headers: Record<string, string> }) =>
    (await meOf(headers)).waiting_applications;
  const { name: project } = (await muster.call(`/api/projects/${pid}`)).json();
  const at = (tid: string, count: number) => ({ pid, project, tid, team: expect.any(String), count });
  expect(await waitingFor(chief)).toEqual([at('venue', 2)]);
  expect(await waitingFor(otherChief)).toEqual([at('press', 1)]);
  expect((await waitingFor(owner)).map(({ tid, count }: { tid: string; count: number }) => [tid, count])).toEqual(
    expect.arrayContaining([
      ['venue', 2],
      ['press', 1],
    ]),
  );
  for (const other of [member, stranger, ada]) expect(await waitingFor(other)).toEqual([]);
  // Who stands in for the chief of a team hears of that team alone.
  await createRows(muster, { grants: [{ pid, uid: stranger.uid, role: 'chief', tid: 'press' }] });
  expect(await waitingFor(stranger)).toEqual([at('press', 1)]);
  await as(owner, 'PUT', `teams/press/chiefs/${owner.uid}`);
  expect(await waitingFor(owner)).toHaveLength(2);
  await accept(crew, chief, ada);
  expect(await waitingFor(chief)).toEqual([at('venue', 1)]);
  await as(owner, 'PUT', 'teams/press/disabled');
  expect([await waitingFor(otherChief), await waitingFor(owner)]).toEqual([[], [at('venue', 1)]]);
  const rule = (passkeys_required_at: string | null) =>
    muster.db.transaction((trx) => trx.updateTable('installation').set({ passkeys_required_at }).executeTakeFirst());
  await rule(muster.clock.now().toISOString());
  expect([await waitingFor(owner), await waitingFor(chief)]).toEqual([[], [at('venue', 1)]]);
  await rule(null);
});

test('a form that asks for more than was answered is listed again until it is answered', async () => {
  using _still = muster.clock.freeze();
  const world = await createDisclosureWorld(muster);
  const [{ member }, declining] = [world, await world.newMember()];
  const waitingFor = async ({ headers }: { headers: Record<string, string> }) =>
    (await meOf(headers)).missing_forms.map(({ form, asks_more }: { form: string; asks_more: boolean }) =>
      asks_more ? `${form} more` : form,
    );
  const travel = await world.createForm();
  await world.put(member, travel);
  await world.put(declining, travel, {}, { apply: false });
  expect([await waitingFor(member), await waitingFor(declining)]).toEqual([[], []]);
  await world.change(travel, { passes_until: '2026-12-31' });
  expect(await waitingFor(member)).toEqual([]);
  await world.change(travel, { passes_until: until, passes_on: ['bank', 'address'] });
  expect([await waitingFor(member), await waitingFor(declining)]).toEqual([[`${travel.form} more`], []]);
  await world.put(member, travel, { passes_on: ['bank', 'address'], passes_until: until });
  expect(await waitingFor(member)).toEqual([]);

  const question = { key: 'why', label: 'Why "added_at":"2', type: 'text' };
  const nothing = { passes_on: [] };
  const custom = { form: 'why', kind: 'custom', title: 'Why', enabled: true };
  await world.as(world.owner, 'POST', 'forms', { ...custom, fields: [question] });
  await world.change(custom, { fields: [question, { ...question, key: 'early' }] });
  await world.put(member, custom, nothing, { why: 'so' });
  expect(await waitingFor(member)).toEqual([]);
  muster.clock.advance(1);
  const fields = [question, { ...question, key: 'early' }, { ...question, key: 'late' }];
  const changed = (await world.change(custom, { fields })).json();
  const at = muster.clock.now().toISOString();
  expect(changed.fields.map(({ added_at }: { added_at: string | null }) => added_at)).toEqual([null, null, at]);
  expect([await waitingFor(member), await waitingFor(declining)]).toEqual([['why more'], ['why']]);
  muster.clock.advance(1);
  await world.put(member, custom, nothing, { why: 'so' });
  await world.change(custom, { fields, title: 'Still' });
  expect(await waitingFor(member)).toEqual([]);
});

test('an unanswered form is listed however many others are answered or declined', async () => {
  const world = await createDisclosureWorld(muster);
  const { member, owner } = world;
  const question = { key: 'why', label: 'Why', type: 'text' };
  const asked = { form: 'asked', kind: 'custom', title: 'Asked', enabled: true, fields: [question] };
  await world.as(owner, 'POST', 'forms', asked);
  await world.put(member, asked, { passes_on: [] }, { why: 'so' });
  muster.clock.advance(1);
  await world.change(asked, { fields: [question, { ...question, key: 'late' }] });
  muster.clock.advance(1);
  await world.put(member, asked, { passes_on: [] }, { why: 'so' });
  const [agreed, declined] = [await world.createForm(), await world.createForm()];
  await world.put(member, agreed);
  await world.put(member, declined, {}, { apply: false });
  const copies = async (table: 'forms' | 'form_responses' | 'form_consents') => {
    const rows = await muster.db.read.selectFrom(table).selectAll().where('pid', '=', world.pid).execute();
    return rows.flatMap((row) => Array.from({ length: 80 }, (_, i) => ({ ...row, form: `${row.form}-${i}` })));
  };
  const made = { forms: await copies('forms'), form_responses: await copies('form_responses') };
  const consents = await copies('form_consents');
  await world.as(owner, 'POST', 'forms', { ...asked, form: 'zz' });
  // More than a project can get by itself.
  await muster.db.transaction(async (trx) => {
    await insertRows(trx, 'forms', made.forms);
    await insertRows(trx, 'form_responses', made.form_responses);
    await insertRows(trx, 'form_consents', consents);
  });
  await world.change({ form: `${agreed.form}-79` }, { passes_on: ['bank', 'address'] });
  const waiting = (await meOf(member.headers)).missing_forms;
  expect([made.form_responses.length, consents.length]).toEqual([240, 80]);
  expect(waiting.map(({ form, asks_more }: { form: string; asks_more: boolean }) => [form, asks_more])).toEqual([
    [`${agreed.form}-79`, true],
    ['zz', false],
  ]);
});

test('it takes the same number of queries with one team and with fifty', async () => {
  const person = await createPerson(muster);
  const headers = bearer(await tokenOf(muster, person));
  const count = async () => {
    const before = muster.db.queryCount();
    const { projects, waiting_applications } = await meOf(headers);
    expect(waiting_applications).toHaveLength(projects.length);
    return { projects: projects.length, queries: muster.db.queryCount() - before };
  };
  const add = async () => {
    const pid = await createProject(muster);
    const tid = await createTeam(muster, pid, { chiefs: [person] });
    await createForm(pid, 'shirt');
    const { uid } = await createPerson(muster);
    const [created_at, expires_at] = [muster.clock.now().toISOString(), '2099-01-01T00:00:00.000Z'];
    const row = { pid, tid, uid, message: '', language: 'en', created_at, expires_at };
    await muster.db.transaction((trx) => trx.insertInto('applications').values(row).execute());
  };
  await add();
  expect(await count()).toEqual({ projects: 1, queries: 7 });
  for (let i = 0; i < 49; i += 1) await add();
  expect(await count()).toEqual({ projects: 50, queries: 7 });
});
