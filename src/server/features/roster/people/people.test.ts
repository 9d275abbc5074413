import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import {
  bearer,
  createPerson,
  createProject,
  createTask,
  createTeam,
  tokenOf,
} from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';
import { visibleAudience } from './people.policy.ts';

const muster = useApp();

const as = async (person: { uid: string }) => bearer(await tokenOf(muster, person));

async function event() {
  const owner = await createPerson(muster, { name: 'Owner' });
  const chief = await createPerson(muster, { name: 'Chief, "the"' });
  const formula = await createPerson(muster, { name: '=1+1', listing: 'hidden' });
  const gone = await createPerson(muster, { name: 'Suspended', suspended: true });
  const pid = await createProject(muster, { owners: [owner] });
  await createTeam(muster, pid, { tid: 'venue', name: 'Venue', chiefs: [chief], members: [formula, gone] });
  await createTeam(muster, pid, { tid: 'media', name: 'Media', members: [chief] });
  await createTeam(muster, pid, { tid: 'closed', disabled: true, members: [await createPerson(muster), chief] });
  return { pid, owner, chief, formula, gone };
}

const plain = { owner: false, helper: false, suspended: false, task_count: 0, hours: 0, missing_forms: [], tags: [] };
const contact = { phone: '', handles: [] };
const inVenue = { tid: 'venue', name: 'Venue', role: 'member' };

test('owners see everyone in the project once, with addresses, roles and teams', async () => {
  const { pid, owner, chief, formula, gone } = await event();
  // Somebody who helps in another project is not in this one.
  const elsewhere = {
    pid: await createProject(muster),
    uid: (await createPerson(muster)).uid,
    created_at: '2026-01-01',
  };
  await muster.db.transaction((trx) => trx.insertInto('helpers').values(elsewhere).execute());
  const headers = await as(owner);
  const url = `/api/projects/${pid}/people`;
  const first = (await muster.call({ url: `${url}?limit=3`, headers })).json();
  const second = (await muster.call({ url: `${url}?limit=3&cursor=${first.next}`, headers })).json();
  expect(second.next).toBeNull();
  expect([...first.data, ...second.data]).toEqual([
    { ...formula, ...plain, contact, teams: [inVenue] },
    {
      ...chief,
      ...plain,
      contact,
      teams: [
        { tid: 'media', name: 'Media', role: 'member' },
        { tid: 'venue', name: 'Venue', role: 'chief' },
      ],
    },
    { ...owner, ...plain, contact, owner: true, teams: [] },
    { ...gone, ...plain, contact, suspended: true, teams: [inVenue] },
  ]);
});

test('CSV has readable headers in the wanted language and is safe for spreadsheets', async () => {
  const { pid, owner, chief, formula, gone } = await event();
  const headers = await as(owner);
  const answer = await muster.call({ url: `/api/projects/${pid}/people.csv`, headers });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.body).toBe(
    [
      '\uFEFFName,Email,Phone,Chat names,Teams,Tags,Shifts,Planned hours,Missing forms,Notes,ID',
      `'=1+1,${formula.email},,,Venue,,0,0,,,${formula.uid}`,
      `"Chief, ""the""",${chief.email},,,"Media, Venue (chief)",,0,0,,,${chief.uid}`,
      `Owner,${owner.email},,,,,0,0,,owner,${owner.uid}`,
      `Suspended,${gone.email},,,Venue,,0,0,,suspended,${gone.uid}`,
      '',
    ].join('\r\n'),
  );
  const filtered = await muster.call({ url: `/api/projects/${pid}/people.csv?role=owner&language=zh-TW`, headers });
  expect(filtered.body).toBe(
    `\uFEFF姓名,電子郵件,電話,通訊帳號,團隊,標籤,任務,預定時數,未填表單,備註,識別碼\r\nOwner,${owner.email},,,,,0,0,,專案負責人,${owner.uid}\r\n`,
  );
  const wrong = await muster.call({ url: `/api/projects/${pid}/people.csv?form=none`, headers });
  expect(wrong.statusCode).toBe(400);
});

test('chiefs see the people of the teams that they lead, and of their teams only those that they are in', async () => {
  const { pid, owner, chief, formula, gone } = await event();
  await createTeam(muster, pid, { tid: 'secret', members: [formula] });
  const headers = await as(chief);
  const list = (query = '') => muster.call({ url: `/api/projects/${pid}/people${query}`, headers });
  const { data } = (await list()).json();
  expect(data.map(({ uid }: { uid: string }) => uid)).toEqual([formula.uid, chief.uid, gone.uid]);
  expect(data[0]).toEqual({ ...formula, ...plain, contact, teams: [inVenue] });
  for (const [query, count] of [
    ['?q=own', 0],
    [`?q=${owner.email}`, 0],
    ['?tid=venue', 3],
    ['?role=chief', 1],
    ['?role=owner', 0],
  ] as const)
    expect([query, (await list(query)).json().data.length]).toEqual([query, count]);
  for (const query of ['?tid=media', '?tid=secret', `?email=${formula.email}`])
    expect([query, (await list(query)).statusCode]).toEqual([query, 403]);
  const get = (uid: string) => muster.call({ url: `/api/projects/${pid}/people/${uid}`, headers });
  expect((await get(formula.uid)).json()).toMatchObject({ email: formula.email, teams: [inVenue] });
  expect((await get(owner.uid)).statusCode).toBe(404);
});

test('members, strangers, administrators and owners of other projects see nobody', async () => {
  const { pid, formula, chief } = await event();
  const [admin, other] = [await createPerson(muster, { administrator: true }), await createPerson(muster)];
  await createProject(muster, { owners: [other] });
  const url = `/api/projects/${pid}/people`;
  for (const path of [url, `${url}.csv`, `${url}/${chief.uid}`]) {
    for (const person of [formula, admin, other]) {
      const answer = await muster.call({ url: path, headers: await as(person) });
      expect(answer.statusCode).toBe(403);
      expect(answer.body).not.toContain(chief.email);
    }
    expect((await muster.call(path)).statusCode).toBe(401);
  }
});

async function workingCrew() {
  const crew = await createCrew(muster);
  const [lazy] = (await createMembers(muster, crew.pid, 'venue', 1)) as [Caller];
  const task = (day: string) =>
    createTask(muster, crew.pid, { tid: 'venue', starts_at: `${day}T08:00:00.000Z`, ends_at: `${day}T10:15:00.000Z` });
  const tasks = [await task('2099-08-08'), await task('2099-08-09')];
  for (const id of tasks) await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const form = { form: 'shirt', kind: 'shirt_size', title: 'Shirts', enabled: true };
  expect((await crew.as(crew.owner, 'POST', 'forms', form)).statusCode).toBe(201);
  await crew.as(crew.owner, 'POST', 'forms', { ...form, form: 'chiefs', title: 'Chiefs', audience: 'chiefs' });
  await crew.as(crew.owner, 'POST', 'forms', { ...form, form: 'draft', title: 'Draft', enabled: false });
  const answers = { size: 'M', cut: 'straight' };
  const saved = await crew.as(crew.member, 'PUT', 'forms/shirt/response', { answers });
  expect(saved.statusCode).toBe(200);
  return { ...crew, lazy, tasks };
}

test('people are found by name, address, team, role, answers, tasks and day', async () => {
  const crew = await workingCrew();
  const find = async (query: string) =>
    (await crew.as(crew.owner, 'GET', `people?${query}`)).json().data.map(({ name }: { name: string }) => name);
  const email = encodeURIComponent(crew.member.email);
  expect(await find('')).toEqual(['Chen', 'Member 0', 'Mia', 'Olga', 'Otto']);
  for (const [query, names] of [
    ['q=mi', ['Mia']],
    [`q=${email}`, ['Mia']],
    [`q=${encodeURIComponent(crew.member.email.slice(1, -3).toUpperCase())}`, ['Mia']],
    ['q=%25', []],
    ['q=_', []],
    [`email=${encodeURIComponent(crew.member.email.toUpperCase())}`, ['Mia']],
    ['email=nobody@example.org', []],
    ['tid=venue', ['Chen', 'Member 0', 'Mia']],
    ['tid=venue&role=chief', ['Chen']],
    ['role=chief', ['Chen', 'Otto']],
    ['role=member', ['Member 0', 'Mia']],
    ['role=owner', ['Olga']],
    ['form=shirt', ['Mia']],
    ['form=shirt&answered=true', ['Mia']],
    ['form=shirt&answered=false', ['Chen', 'Member 0', 'Olga', 'Otto']],
    ['form=chiefs&answered=false', ['Chen', 'Otto']],
    ['form=shirt&answered=false&tid=venue', ['Chen', 'Member 0']],
    ['without_tasks=true', ['Chen', 'Member 0', 'Olga', 'Otto']],
    ['without_tasks=false', ['Chen', 'Member 0', 'Mia', 'Olga', 'Otto']],
    ['day=2099-08-08', ['Mia']],
    ['day=2099-08-10', []],
    ['day=2099-08-08&without_tasks=true&tid=venue', ['Chen', 'Member 0']],
  ] as const)
    expect([query, await find(query)]).toEqual([query, names]);
});

test('a task from midnight to midnight is on one day', async () => {
  const crew = await createCrew(muster);
  const midnights = { starts_at: '2099-08-07T16:00:00.000Z', ends_at: '2099-08-08T16:00:00.000Z' };
  const id = await createTask(muster, crew.pid, { tid: 'venue', ...midnights });
  await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const found = async (day: string) =>
    (await crew.as(crew.owner, 'GET', `people?day=${day}`)).json().data.map(({ name }: { name: string }) => name);
  expect(await found('2099-08-07')).toEqual([]);
  expect(await found('2099-08-08')).toEqual(['Mia']);
  expect(await found('2099-08-09')).toEqual([]);
});

test('a row has tasks, hours and missing forms', async () => {
  const crew = await workingCrew();
  const { data } = (await crew.as(crew.chief, 'GET', 'people')).json();
  const shirt = { form: 'shirt', title: 'Shirts' };
  const rows = data.map((row: Record<string, unknown>) => [
    row['name'],
    row['task_count'],
    row['hours'],
    row['missing_forms'],
  ]);
  expect(rows).toEqual([
    ['Chen', 0, 0, [{ form: 'chiefs', title: 'Chiefs' }, shirt]],
    ['Member 0', 0, 0, [shirt]],
    ['Mia', 2, 4.5, []],
  ]);
});

test('the page of a person has what organisers know about them in this project', async () => {
  const crew = await workingCrew();
  const { member, owner, tasks } = crew;
  const found = (await crew.as(owner, 'GET', `people/${member.uid}`)).json();
  expect(found).toEqual({
    uid: member.uid,
    name: 'Mia',
    email: member.email,
    ...plain,
    task_count: 2,
    hours: 4.5,
    contact,
    intro: '',
    teams: [{ tid: 'venue', name: 'Team 1', role: 'member', joined_at: expect.any(String) }],
    tasks: tasks.map((id) => expect.objectContaining({ id, title: 'Task', tid: 'venue' })),
    answered_forms: [{ form: 'shirt', title: 'Shirts', updated_at: expect.any(String) }],
    availability: { unavailable: [], max_hours: null, preferred_kinds: [], preferred_teams: [] },
  });
  for (const uid of [crew.stranger.uid, 'nobody'])
    expect((await crew.as(owner, 'GET', `people/${uid}`)).statusCode).toBe(404);
});

test('contact details follow the choice of the person; without them nothing is recorded', async () => {
  const { member, owner, chief, as: call } = await createCrew(muster);
  const give = (visible_to: string) =>
    muster.call({
      method: 'PUT',
      url: '/api/me/contact',
      headers: member.headers,
      payload: { phone: '+886912345678', handles: [], visible_to },
    });
  const seen = async (who: Caller, query = '') =>
    (await call(who, 'GET', `people?q=mia${query}`)).json().data[0].contact?.phone;
  const reads = async () => (await muster.call({ url: '/api/me/private-reads', headers: member.headers })).json().data;
  await give('owners');
  expect([await seen(owner, '&contacts=false'), await seen(chief)]).toEqual([undefined, undefined]);
  expect(await reads()).toEqual([]);
  expect(await seen(owner)).toBe('+886912345678');
  await give('chiefs');
  expect(await seen(chief)).toBe('+886912345678');
  expect((await call(chief, 'GET', 'people.csv')).body).toContain("'+886912345678");
  await call(owner, 'GET', `people/${member.uid}`);
  expect(await reads()).toHaveLength(2);
});

test.each([
  ['form=none', 'form'],
  ['answered=true', 'answered'],
  ['role=boss', 'role'],
  ['day=2026-02-30', 'day'],
  ['email=x', 'email'],
  ['tid=A', 'tid'],
  ['without_tasks=maybe', 'without_tasks'],
  ['cursor=x', 'cursor'],
  ['other=1', 'other'],
])('rejects %s', async (query, field) => {
  const crew = await createCrew(muster);
  const { status, errors } = (await crew.as(crew.owner, 'GET', `people?${query}`)).json();
  expect([status, errors[0].pointer]).toEqual([400, `/querystring/${field}`]);
});

test('of a form for several teams, chiefs know what concerns their own teams', () => {
  const chief = { owner: false, teams: new Map([['venue', 'chief' as const]]), deputy: new Set<never>() };
  const asked = { audience: 'people' as const, tids: ['secret', 'venue'] };
  expect(visibleAudience(chief, asked).tids).toEqual(['', 'venue']);
  expect(visibleAudience({ ...chief, owner: true }, asked)).toEqual(asked);
});

test('a disabled form is unknown to chiefs', async () => {
  const crew = await workingCrew();
  expect((await crew.as(crew.owner, 'GET', 'people?form=draft')).statusCode).toBe(200);
  expect((await crew.as(crew.chief, 'GET', 'people?form=draft')).statusCode).toBe(400);
});

test('the first page has the number of all who match; people can be asked for by their identifiers', async () => {
  const crew = await createCrew(muster);
  const gone = await createPerson(muster, { suspended: true });
  await createTeam(muster, crew.pid, { tid: 'sound', members: [gone] });
  const list = async (who: Caller, query: string) => (await crew.as(who, 'GET', `people?${query}`)).json();
  const first = await list(crew.owner, 'limit=2');
  expect([first.data.length, first.total]).toEqual([2, 5]);
  expect(await list(crew.owner, `limit=2&cursor=${first.next}`)).not.toHaveProperty('total');
  expect((await list(crew.owner, 'suspended=false')).total).toBe(4);
  expect((await list(crew.owner, 'suspended=true')).data).toMatchObject([{ uid: gone.uid }]);
  // Sam is not in the project, and the chief of another team does not see Mia.
  const uids = `uids=${crew.member.uid},${crew.stranger.uid}`;
  expect(await list(crew.owner, uids)).toMatchObject({ data: [{ name: 'Mia' }], total: 1 });
  expect(await list(crew.otherChief, uids)).toMatchObject({ data: [], total: 0 });
  await createTeam(muster, crew.pid, { tid: 'light', members: [crew.member] });
  expect((await list(crew.owner, 'tid=venue&no_other_team=true')).data).toMatchObject([{ name: 'Chen' }]);
  expect((await crew.as(crew.owner, 'GET', 'people?no_other_team=true')).statusCode).toBe(400);
  for (const wrong of ['uids=', 'uids=A', 'uids=a,,b', `uids=${Array.from({ length: 201 }, () => 'a').join()}`])
    expect((await crew.as(crew.owner, 'GET', `people?${wrong}`)).statusCode).toBe(400);
});

test('a page takes as many queries with 50 people as with one, and a long CSV contains everyone', async () => {
  const owner = await createPerson(muster);
  const pid = await createProject(muster, { owners: [owner] });
  const headers = await as(owner);
  const spend = async () => {
    const before = muster.db.queryCount();
    const answer = await muster.call({ url: `/api/projects/${pid}/people?limit=50`, headers });
    return { queries: muster.db.queryCount() - before, count: answer.json().data.length };
  };
  expect(await spend()).toEqual({ queries: 12, count: 1 });
  await createTeam(muster, pid, { tid: 'all' });
  const members = await createMembers(muster, pid, 'all', 230);
  expect(await spend()).toEqual({ queries: 12, count: 50 });
  const csv = await muster.call({ url: `/api/projects/${pid}/people.csv`, headers });
  const lines = csv.body.trim().split('\r\n').slice(1);
  expect(new Set(lines.map((line) => line.split(',').at(-1)))).toEqual(
    new Set([owner.uid, ...members.map(({ uid }) => uid)]),
  );
  expect(lines).toHaveLength(231);
});
