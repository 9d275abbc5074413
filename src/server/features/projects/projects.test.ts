import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import {
  bearer,
  browserOf,
  createPerson,
  createProject,
  createTeam,
  tokenOf,
} from '../../../../test/support/factories.ts';

const muster = useApp();
let admin: { uid: string };
let asAdmin: Record<string, string>;
beforeAll(async () => {
  admin = await createPerson(muster, { administrator: true });
  asAdmin = bearer(await tokenOf(muster, admin));
});

const as = async (person: { uid: string }) => bearer(await tokenOf(muster, person));
const create = (payload: object, headers: Record<string, string> = asAdmin) =>
  muster.call({ method: 'POST', url: '/api/projects', headers, payload });
const patch = (pid: string, payload: object, headers: Record<string, string>) =>
  muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers, payload });
const base = { name: 'Camp', timezone: 'Asia/Taipei' };

const ownersRights = {
  edit: true,
  remove: false,
  create_teams: true,
  see_owners: true,
  appoint_owners: true,
  see_people: true,
  list_people: true,
  see_subsidies: true,
  edit_subsidies: true,
  see_tasks: true,
  plan_tasks: true,
  create_forms: true,
  manage_money: true,
  recruit: true,
  recruit_all: true,
  send_messages: true,
  announce: true,
  run_desk: true,
  see_now: true,
  see_safety: true,
  see_overview: true,
  see_plan: true,
  see_totals: true,
  see_hours: true,
  see_grants: true,
  see_statistics: true,
  read_audit: true,
};
const noRights = Object.fromEntries(Object.keys(ownersRights).map((right) => [right, false]));

test('an administrator creates a project, owns it, and everyone can read it', async () => {
  using _still = muster.clock.freeze();
  const answer = await create({
    ...base,
    pid: 'y2026',
    name: ' Camp 2026 ',
    starts_on: '2026-08-08',
    ends_on: '2026-08-09',
    state: 'public',
    listing: 'everyone',
  });
  expect(answer.statusCode).toBe(201);
  expect(answer.headers['location']).toBe('/api/projects/y2026');
  const project = {
    pid: 'y2026',
    name: 'Camp 2026',
    description: '',
    starts_on: '2026-08-08',
    ends_on: '2026-08-09',
    timezone: 'Asia/Taipei',
    state: 'public',
    listing: 'everyone',
    confirm_days: 3,
    min_hours: null,
    adult_age: null,
    minors_latest_end: null,
    call_opens_at: null,
    call_closes_at: null,
    wishes: 1,
    decisions: 'at_once',
    place: '',
    colour: null,
    colours: null,
    picture: null,
    leading_since: null,
    created_at: muster.clock.now().toISOString(),
  };
  expect(answer.json()).toEqual({ ...project, rights: ownersRights });
  const read = await muster.call('/api/projects/y2026');
  expect(read.json()).toEqual({ ...project, rights: noRights });
  const entries = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'actor'])
    .where('pid', '=', 'y2026')
    .execute();
  expect(entries.map((entry) => entry.kind).toSorted()).toEqual(['owner.added', 'project.created']);
  expect(entries.every((entry) => entry.actor === admin.uid)).toBe(true);
});

test('only administrators create projects', async () => {
  const volunteer = await as(await createPerson(muster));
  expect((await create({ ...base, pid: 'mine' }, volunteer)).statusCode).toBe(403);
  expect((await create({ ...base, pid: 'mine' }, {})).statusCode).toBe(401);
  expect((await muster.call('/api/projects/mine')).statusCode).toBe(404);
});

test('an existing pid is not overwritten, also when two projects are created at once', async () => {
  const pid = await createProject(muster, { name: 'First' });
  const answer = await create({ ...base, pid });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'already_exists' });
  expect((await muster.call(`/api/projects/${pid}`)).json().name).toBe('First');
  const racing = await Promise.all(Array.from({ length: 8 }, () => create({ ...base, pid: 'raced' })));
  expect(racing.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 7 }, () => 409),
  ]);
});

test('a repeated Idempotency-Key creates one project and returns the same response', async () => {
  const headers = { ...asAdmin, 'idempotency-key': 'create-once' };
  const [first, second] = [
    await create({ ...base, pid: 'once' }, headers),
    await create({ ...base, pid: 'once' }, headers),
  ];
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(second.json()).toEqual(first.json());
  const other = await create({ ...base, pid: 'twice' }, headers);
  expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
});

test('owners can be given; unknown and suspended people are rejected with a pointer', async () => {
  const [ada, gone] = [await createPerson(muster), await createPerson(muster, { suspended: true })];
  const browser = await browserOf(muster, admin);
  const created = await create({ ...base, pid: 'handed-over', owners: [ada.uid] }, browser);
  expect(created.json().rights).toEqual({
    ...noRights,
    remove: true,
    appoint_owners: true,
    see_owners: true,
    see_overview: true,
    see_grants: true,
    read_audit: true,
  });
  expect((await patch('handed-over', { name: 'Ours' }, await as(ada))).statusCode).toBe(200);
  const refused = await create({ ...base, pid: 'nobodys', owners: [ada.uid, 'nobody', gone.uid] }, browser);
  expect(refused.statusCode).toBe(422);
  expect(refused.json().code).toBe('unknown_person');
  expect(refused.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/owners/1', '/owners/2']);
  expect((await muster.call('/api/projects/nobodys')).statusCode).toBe(404);
});

async function lastYear() {
  const [chief, gone, member] = [
    await createPerson(muster),
    await createPerson(muster, { suspended: true }),
    await createPerson(muster),
  ];
  const pid = await createProject(muster, { owners: [admin] });
  await createTeam(muster, pid, {
    tid: 'venue',
    name: 'Venue',
    headcount: 5,
    chiefs: [chief, gone],
    members: [member],
  });
  await createTeam(muster, pid, { tid: 'old', disabled: true, chiefs: [chief] });
  const now = muster.clock.now().toISOString();
  await muster.db.transaction(async (trx) => {
    await trx
      .updateTable('teams')
      .set({ description: 'inside', public_description: 'outside', mailing_list: 'v@l.org' })
      .where('pid', '=', pid)
      .execute();
    await trx
      .insertInto('forms')
      .values({
        pid,
        form: 'shirt',
        kind: 'shirt_size',
        title: 'Shirt',
        audience: 'people',
        fields: '[]',
        opens_at: now,
        enabled_at: now,
        created_at: now,
        response_count: 1,
      })
      .execute();
    await trx
      .insertInto('form_responses')
      .values({
        pid,
        form: 'shirt',
        uid: member.uid,
        answers: '{}',
        key_id: 'k',
        revision: 1,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await trx.updateTable('projects').set({ subsidy_currency: 'TWD' }).where('pid', '=', pid).execute();
    await trx
      .insertInto('traffic_subsidies')
      .values({ pid, location: 'Tainan', sort_key: 'tainan', amount: 100 })
      .execute();
  });
  return { pid, chief };
}

test('a copy includes teams, forms and the subsidy table, but no members, answers or opening times', async () => {
  const { pid: copy_from } = await lastYear();
  expect((await create({ ...base, pid: 'copied', copy_from })).statusCode).toBe(201);
  const teams = (await muster.call({ url: '/api/projects/copied/teams', headers: asAdmin })).json().data;
  expect(teams).toMatchObject([
    {
      tid: 'venue',
      name: 'Venue',
      headcount: 5,
      member_count: 0,
      description: 'inside',
      public_description: 'outside',
      mailing_list: 'v@l.org',
    },
  ]);
  const { db } = muster;
  const forms = await db.read.selectFrom('forms').selectAll().where('pid', '=', 'copied').execute();
  expect(forms).toMatchObject([{ form: 'shirt', title: 'Shirt', enabled_at: null, opens_at: null, response_count: 0 }]);
  expect(await db.read.selectFrom('form_responses').selectAll().where('pid', '=', 'copied').execute()).toEqual([]);
  expect(await db.read.selectFrom('memberships').selectAll().where('pid', '=', 'copied').execute()).toEqual([]);
  const table = await muster.call({ url: '/api/projects/copied/traffic-subsidies', headers: asAdmin });
  expect(table.json()).toMatchObject({ currency: 'TWD', data: [{ location: 'Tainan', amount: 100 }] });
});

test('chiefs are copied on request, but not suspended ones', async () => {
  const { pid: copy_from, chief } = await lastYear();
  await create({ ...base, pid: 'led', copy_from, copy_chiefs: true });
  const people = (await muster.call({ url: '/api/projects/led/teams/venue/members', headers: asAdmin })).json().data;
  expect(people).toMatchObject([{ uid: chief.uid, role: 'chief' }]);
  const [team] = (await muster.call({ url: '/api/projects/led/teams', headers: asAdmin })).json().data;
  expect(team).toMatchObject({ member_count: 1, open_places: 4 });
});

test('a project that does not exist cannot be copied', async () => {
  const answer = await create({ ...base, pid: 'copyless', copy_from: 'nowhere' });
  expect(answer.json()).toMatchObject({ status: 422, errors: [{ pointer: '/copy_from' }] });
});

test('PATCH changes only the given fields', async () => {
  const owner = await createPerson(muster);
  const pid = await createProject(muster, { owners: [owner], name: 'Old' });
  const headers = await as(owner);
  await patch(pid, { description: 'kept', starts_on: '2026-08-08' }, headers);
  const answer = await patch(pid, { name: ' New ' }, headers);
  expect(answer.json()).toMatchObject({
    name: 'New',
    description: 'kept',
    starts_on: '2026-08-08',
    timezone: 'Asia/Taipei',
  });
  expect((await patch(pid, { starts_on: null }, headers)).json()).toMatchObject({
    starts_on: null,
    description: 'kept',
  });
  expect((await muster.call(`/api/projects/${pid}`)).json()).toMatchObject({ name: 'New', starts_on: null });
});

test('the last day may not come before the first, also when only one of them is changed', async () => {
  const owner = await createPerson(muster);
  const pid = await createProject(muster, { owners: [owner] });
  const headers = await as(owner);
  await patch(pid, { starts_on: '2026-08-08', ends_on: '2026-08-09' }, headers);
  for (const change of [{ starts_on: '2026-08-10' }, { ends_on: '2026-08-07' }]) {
    const answer = await patch(pid, change, headers);
    expect(answer.json()).toMatchObject({ status: 422, code: 'not_allowed', errors: [{ pointer: '/ends_on' }] });
  }
  const racing = await Promise.all([
    patch(pid, { starts_on: '2026-09-01', ends_on: '2026-09-02' }, headers),
    patch(pid, { ends_on: '2026-08-08' }, headers),
  ]);
  expect(racing.every(({ statusCode }) => statusCode === 200 || statusCode === 422)).toBe(true);
  expect((await create({ ...base, pid: 'backwards', starts_on: '2026-02-02', ends_on: '2026-02-01' })).statusCode).toBe(
    422,
  );
});

test('of two changes with the same ETag, the second gets 412', async () => {
  const owner = await createPerson(muster);
  const pid = await createProject(muster, { owners: [owner] });
  const headers = await as(owner);
  const { etag } = (await muster.call(`/api/projects/${pid}`)).headers;
  const matching = { ...headers, 'if-match': String(etag) };
  const answers = await Promise.all([patch(pid, { name: 'One' }, matching), patch(pid, { name: 'Two' }, matching)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
  const winner = answers.find(({ statusCode }) => statusCode === 200);
  const again = await patch(pid, { name: 'Three' }, { ...headers, 'if-match': String(winner?.headers['etag']) });
  expect(again.statusCode).toBe(200);
});

test('owners change only their own project; administrators and others cannot', async () => {
  const [owner, other] = [await createPerson(muster), await createPerson(muster)];
  const pid = await createProject(muster, { owners: [owner] });
  await createProject(muster, { owners: [other] });
  expect((await patch(pid, { name: 'Taken' }, await as(other))).statusCode).toBe(403);
  expect((await patch(pid, { name: 'Taken' }, asAdmin)).statusCode).toBe(403);
  expect((await patch(pid, { name: 'Taken' }, {})).statusCode).toBe(401);
  expect((await patch('nowhere', { name: 'Taken' }, await as(owner))).statusCode).toBe(404);
  expect((await muster.call(`/api/projects/${pid}`)).json().name).not.toBe('Taken');
});
