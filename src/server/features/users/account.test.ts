import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

const as = async (person: { uid: string }) => bearer(await tokenOf(muster, person));
const find = async (headers: object, query: string) =>
  muster.call({ url: `/api/users?${query}`, headers: { ...headers } });

test('administrators find a person by their exact address, also a suspended one', async () => {
  const admin = await as(await createPerson(muster, { administrator: true }));
  const ada = await createPerson(muster, { name: '' });
  const gone = await createPerson(muster, { suspended: true });
  const uids = async (query: string) => (await find(admin, query)).json().data.map(({ uid }: { uid: string }) => uid);
  expect(await uids(`email=${ada.email.toUpperCase()}`)).toEqual([ada.uid]);
  expect(await uids(`email=${gone.email}`)).toEqual([gone.uid]);
  expect(await uids(`email=${gone.email}&suspended=false`)).toEqual([]);
  expect(await uids(`email=${ada.email}&suspended=true`)).toEqual([]);
  expect(await uids('email=nobody@example.org')).toEqual([]);
  expect((await find(admin, `email=${ada.email}`)).json().next).toBeNull();
});

test('nobody else finds people by address', async () => {
  const ada = await createPerson(muster);
  const owner = await createPerson(muster);
  await createProject(muster, { owners: [owner] });
  for (const person of [ada, owner]) {
    const response = await find(await as(person), `email=${ada.email}`);
    expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden']);
  }
  expect((await find({}, `email=${ada.email}`)).statusCode).toBe(401);
});

test.each([
  ['email=x', 'email'],
  ['email=ada@example.org&q=ada', 'q'],
  ['email=ada@example.org&cursor=x', 'cursor'],
])('rejects %s', async (query, field) => {
  const admin = await as(await createPerson(muster, { administrator: true }));
  const { status, errors } = (await find(admin, query)).json();
  expect([status, errors[0].pointer]).toEqual([400, `/querystring/${field}`]);
});

test("administrators see a person's address and projects with as many queries for many as for one; others do not", async () => {
  const admin = await as(await createPerson(muster, { administrator: true }));
  const ada = await createPerson(muster, { name: 'Ada' });
  const read = async (headers: object) => {
    const before = muster.db.queryCount();
    const body = (await muster.call({ url: `/api/users/${ada.uid}`, headers: { ...headers } })).json();
    return { body, queries: muster.db.queryCount() - before };
  };
  const none = await read(admin);
  expect(none.body).toMatchObject({ email: ada.email, projects: [] });
  const [first, second] = [await createProject(muster, { owners: [ada] }), await createProject(muster)];
  await createTeam(muster, first, { tid: 'venue', name: 'Venue', chiefs: [ada] });
  await createTeam(muster, second, { tid: 'media', name: 'Media', members: [ada], disabled: true });
  const some = await read(admin);
  expect(some.queries).toBe(none.queries);
  const expected = [
    { pid: first, name: expect.any(String), owner: true, teams: [{ tid: 'venue', name: 'Venue', role: 'chief' }] },
    { pid: second, name: expect.any(String), owner: false, teams: [{ tid: 'media', name: 'Media', role: 'member' }] },
  ];
  expect(some.body.projects).toHaveLength(2);
  expect(some.body.projects).toEqual(expect.arrayContaining(expected));
  for (const headers of [await as(ada), await as(await createPerson(muster))]) {
    const { body } = await read(headers);
    expect(body).not.toHaveProperty('email');
    expect(body).not.toHaveProperty('projects');
  }
});
