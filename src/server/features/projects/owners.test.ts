import { expect, test } from 'vitest';
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

type Headers = Record<string, string>;
const as = (person: { uid: string }): Promise<Headers> => browserOf(muster, person);
const put = (pid: string, uid: string, headers: Headers) =>
  muster.call({ method: 'PUT', url: `/api/projects/${pid}/owners/${uid}`, headers });
const remove = (pid: string, uid: string, headers: Headers) =>
  muster.call({ method: 'DELETE', url: `/api/projects/${pid}/owners/${uid}`, headers });
const owners = async (pid: string): Promise<string[]> => {
  const rows = await muster.db.read.selectFrom('project_owners').select('uid').where('pid', '=', pid).execute();
  return rows.map((row) => row.uid).toSorted();
};

test('owners and administrators appoint and remove owners; repeating it changes nothing', async () => {
  const [ada, bob, admin] = [
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster, { administrator: true }),
  ];
  const pid = await createProject(muster, { owners: [ada] });
  for (const headers of [await as(ada), await as(admin)]) {
    for (let i = 0; i < 2; i += 1) expect((await put(pid, bob.uid, headers)).statusCode).toBe(204);
    expect(await owners(pid)).toEqual([ada.uid, bob.uid].toSorted());
    for (let i = 0; i < 2; i += 1) expect((await remove(pid, bob.uid, headers)).statusCode).toBe(204);
    expect(await owners(pid)).toEqual([ada.uid]);
  }
  const entries = await muster.db.read.selectFrom('audit').select('kind').where('subject', '=', bob.uid).execute();
  expect(entries.map(({ kind }) => kind).toSorted()).toEqual([
    'owner.added',
    'owner.added',
    'owner.removed',
    'owner.removed',
  ]);
});

test('administrators may appoint owners in any project; members and chiefs may not', async () => {
  const [chief, member, stranger] = [
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster),
  ];
  const pid = await createProject(muster, { owners: [await createPerson(muster)] });
  await createTeam(muster, pid, { chiefs: [chief], members: [member] });
  for (const person of [chief, member, stranger]) {
    expect((await put(pid, person.uid, await as(person))).statusCode).toBe(403);
  }
  expect((await put(pid, member.uid, {})).statusCode).toBe(401);
  expect(await owners(pid)).toHaveLength(1);
});

test('unknown and suspended people cannot become owners', async () => {
  const [ada, gone] = [await createPerson(muster), await createPerson(muster, { suspended: true })];
  const pid = await createProject(muster, { owners: [ada] });
  const headers = await as(ada);
  for (const uid of ['nobody', gone.uid]) expect((await put(pid, uid, headers)).statusCode).toBe(404);
  expect((await remove(pid, 'nobody', headers)).statusCode).toBe(404);
  expect((await put(pid, '%00', headers)).statusCode).toBe(400);
  expect((await put('nowhere', ada.uid, headers)).statusCode).toBe(404);
  expect(await owners(pid)).toEqual([ada.uid]);
});

test('the last active owner cannot be removed', async () => {
  const [ada, gone] = [await createPerson(muster), await createPerson(muster, { suspended: true })];
  const pid = await createProject(muster, { owners: [ada, gone] });
  const headers = await as(ada);
  const answer = await remove(pid, ada.uid, headers);
  expect(answer.json()).toMatchObject({ status: 409, code: 'last_owner' });
  expect((await remove(pid, gone.uid, headers)).statusCode).toBe(204);
  expect(await owners(pid)).toEqual([ada.uid]);
});

test('when ten owners leave at once, one stays', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => createPerson(muster)));
  const pid = await createProject(muster, { owners: people });
  const headers = await Promise.all(people.map(as));
  const answers = await Promise.all(people.map(({ uid }, i) => remove(pid, uid, headers[i] ?? {})));
  // An owner who was removed by the time the request came in would get 403; here everybody removes themselves.
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 9 }, () => 204),
    409,
  ]);
  expect(await owners(pid)).toHaveLength(1);
});

test('members of the project and administrators list owners in pages, without addresses', async () => {
  const people = [];
  for (const name of ['Émile', 'ada', 'Zoe']) people.push(await createPerson(muster, { name }));
  const [member, stranger, admin] = [
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster, { administrator: true }),
  ];
  const pid = await createProject(muster, { owners: people });
  await createTeam(muster, pid, { members: [member] });
  const url = `/api/projects/${pid}/owners`;
  const headers = await as(member);
  const first = (await muster.call({ url: `${url}?limit=2`, headers })).json();
  const second = (await muster.call({ url: `${url}?limit=2&cursor=${first.next}`, headers })).json();
  expect(second.next).toBeNull();
  const listed = [...first.data, ...second.data];
  expect(listed.map(({ name }) => name)).toEqual(['ada', 'Émile', 'Zoe']);
  expect(Object.keys(listed[0]).toSorted()).toEqual(['email_hash', 'name', 'uid']);
  for (const { email } of people) expect(JSON.stringify(listed)).not.toContain(email);
  expect((await muster.call({ url, headers: await as(admin) })).statusCode).toBe(200);
  expect((await muster.call({ url, headers: await as(stranger) })).statusCode).toBe(403);
  expect((await muster.call(url)).statusCode).toBe(401);
});

test('owners are appointed and removed with a fresh sign-in in a browser, never with a token', async () => {
  const [ada, bob, admin] = [
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster, { administrator: true }),
  ];
  const pid = await createProject(muster, { owners: [ada] });
  for (const person of [ada, admin]) {
    const token = bearer(await tokenOf(muster, person));
    expect((await put(pid, bob.uid, token)).json()).toMatchObject({ status: 403, code: 'browser_only' });
    expect((await remove(pid, ada.uid, token)).json()).toMatchObject({ status: 403, code: 'browser_only' });
    const browser = await as(person);
    muster.clock.advance(16 * 60);
    expect((await put(pid, bob.uid, browser)).json()).toMatchObject({ status: 403, code: 'sign_in_again' });
    expect((await remove(pid, ada.uid, browser)).json()).toMatchObject({ status: 403, code: 'sign_in_again' });
  }
  expect(await owners(pid)).toEqual([ada.uid]);
});

test('other owners of a new project are named only in a browser with a fresh sign-in, never with a token', async () => {
  const [admin, ada] = [await createPerson(muster, { administrator: true }), await createPerson(muster)];
  const create = (headers: Headers, named: { uid: string }[]) => {
    const payload = { pid: 'detour', name: 'Detour', timezone: 'UTC', owners: named.map(({ uid }) => uid) };
    return muster.call({ method: 'POST', url: '/api/projects', headers, payload });
  };
  const codes = async (headers: Headers) => [
    (await create(headers, [ada])).json().code,
    (await create(headers, [admin, ada])).json().code,
  ];
  const token = bearer(await tokenOf(muster, admin));
  expect(await codes(token)).toEqual(['browser_only', 'browser_only']);
  const browser = await as(admin);
  muster.clock.advance(16 * 60);
  expect(await codes(browser)).toEqual(['sign_in_again', 'sign_in_again']);
  // Creating a project of one's own stays possible with a token.
  expect((await create(token, [admin])).statusCode).toBe(201);
});
