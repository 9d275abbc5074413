import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

type Headers = Record<string, string>;
const as = async (person: { uid: string }): Promise<Headers> => bearer(await tokenOf(muster, person));

async function year() {
  const [owner, chief, member, stranger] = [
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster),
  ];
  const pid = await createProject(muster, { owners: [owner] });
  await createTeam(muster, pid, { tid: 'venue', name: 'Venue', headcount: 5, chiefs: [chief], members: [member] });
  await muster.db.transaction((trx) =>
    trx
      .updateTable('teams')
      .set({ description: 'inside', public_description: 'outside', mailing_list: 'v@l.org' })
      .where('pid', '=', pid)
      .execute(),
  );
  return { pid, url: `/api/projects/${pid}/teams`, owner, chief, member, stranger };
}

const create = (url: string, payload: object, headers: Headers) =>
  muster.call({ method: 'POST', url, headers, payload });
const patch = (url: string, payload: object, headers: Headers) =>
  muster.call({ method: 'PATCH', url: `${url}/venue`, headers, payload });

const none = {
  edit: false,
  manage: false,
  appoint_chiefs: false,
  add_members: false,
  see_contacts: false,
  leave: false,
  apply: false,
};
const open = {
  tid: 'venue',
  name: 'Venue',
  public_description: 'outside',
  headcount: 5,
  member_count: 2,
  open_places: 3,
  takes_applications: false,
  disabled: false,
};
const full = { ...open, description: 'inside', mailing_list: 'v@l.org' };

test('everyone sees the public fields of a team, its members and owners all fields, each with their rights', async () => {
  const { url, owner, chief, member, stranger } = await year();
  const expected: [Headers, object][] = [
    [{}, { ...open, rights: none }],
    [await as(stranger), { ...open, rights: none }],
    [await as(member), { ...full, rights: { ...none, see_contacts: true, leave: true } }],
    [await as(chief), { ...full, rights: { ...none, edit: true, add_members: true, see_contacts: true, leave: true } }],
    [
      await as(owner),
      {
        ...full,
        rights: {
          ...none,
          edit: true,
          manage: true,
          appoint_chiefs: true,
          add_members: true,
          see_contacts: true,
        },
      },
    ],
  ];
  for (const [headers, team] of expected) {
    expect((await muster.call({ url, headers })).json()).toEqual({ data: [team], next: null });
    expect((await muster.call({ url: `${url}/venue`, headers })).json()).toEqual(team);
  }
});

test('members of one team see only the public fields of another', async () => {
  const { pid, url } = await year();
  const other = await createPerson(muster);
  await createTeam(muster, pid, { tid: 'media', name: 'Media', chiefs: [other] });
  const { data } = (await muster.call({ url, headers: await as(other) })).json();
  expect(data.map(({ tid, description }: { tid: string; description?: string }) => [tid, description])).toEqual([
    ['media', ''],
    ['venue', undefined],
  ]);
});

test('an owner creates a team, which is in the public listing at once', async () => {
  const { pid, url, owner } = await year();
  await muster.call(`/api/members/${pid}`);
  const answer = await create(url, { tid: 'media', name: ' Media ' }, await as(owner));
  expect(answer.statusCode).toBe(201);
  expect(answer.headers['location']).toBe(`${url}/media`);
  expect(answer.json()).toMatchObject({
    tid: 'media',
    name: 'Media',
    headcount: null,
    open_places: null,
    member_count: 0,
  });
  const listed = (await muster.call(`/api/members/${pid}`)).json().data;
  expect(listed.map(({ tid }: { tid: string }) => tid)).toEqual(['media', 'venue']);
  const entry = await muster.db.read
    .selectFrom('audit')
    .select(['actor', 'subject'])
    .where('pid', '=', pid)
    .where('kind', '=', 'team.created')
    .execute();
  expect(entry).toEqual([{ actor: owner.uid, subject: 'media' }]);
});

test('an existing tid is not overwritten, a repeated Idempotency-Key creates one team, and only owners create teams', async () => {
  const { url, owner, chief, stranger } = await year();
  const headers = await as(owner);
  expect((await create(url, { tid: 'venue', name: 'New' }, headers)).json()).toMatchObject({
    status: 409,
    code: 'already_exists',
  });
  expect((await muster.call(`${url}/venue`)).json().name).toBe('Venue');
  const keyed = { ...headers, 'idempotency-key': 'team-1' };
  const [first, second] = [
    await create(url, { tid: 'a', name: 'A' }, keyed),
    await create(url, { tid: 'a', name: 'A' }, keyed),
  ];
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(second.json()).toEqual(first.json());
  for (const person of [chief, stranger]) {
    expect((await create(url, { tid: 'b', name: 'B' }, await as(person))).statusCode).toBe(403);
  }
  expect((await create(url, { tid: 'b', name: 'B' }, {})).statusCode).toBe(401);
  expect((await create('/api/projects/nowhere/teams', { tid: 'b', name: 'B' }, headers)).statusCode).toBe(404);
});

test('a chief changes the texts and the mailing list; name and headcount are for owners', async () => {
  const { pid, url, owner, chief } = await year();
  const headers = await as(chief);
  const texts = { description: 'new inside', public_description: 'new outside', mailing_list: 'new@l.org' };
  expect((await patch(url, texts, headers)).json()).toMatchObject({ ...texts, name: 'Venue', headcount: 5 });
  for (const [change, pointer] of [
    [{ name: 'Mine' }, '/name'],
    [{ headcount: 100 }, '/headcount'],
    [{ headcount: null, description: 'x' }, '/headcount'],
  ] as const) {
    expect((await patch(url, change, headers)).json()).toMatchObject({ status: 403, errors: [{ pointer }] });
  }
  await muster.call(`/api/members/${pid}`);
  const renamed = await patch(url, { name: 'Halls', headcount: null }, await as(owner));
  expect(renamed.json()).toMatchObject({ ...texts, name: 'Halls', headcount: null, open_places: null });
  expect((await muster.call(`/api/members/${pid}`)).json().data[0].name).toBe('Halls');
  expect((await muster.call({ url: `${url}/venue`, headers })).json()).toMatchObject({ ...texts, name: 'Halls' });
});

test('members, strangers, chiefs of other teams and owners of other projects change nothing', async () => {
  const { pid, url, member, stranger } = await year();
  const other = await year();
  const chief = await createPerson(muster);
  await createTeam(muster, pid, { chiefs: [chief] });
  for (const person of [member, stranger, chief, other.owner, other.chief]) {
    expect((await patch(url, { description: 'x' }, await as(person))).statusCode).toBe(403);
  }
  expect((await patch(url, { description: 'x' }, {})).statusCode).toBe(401);
});

test('a headcount below the number of members is rejected, also when members join at the same time', async () => {
  const { pid, url, owner } = await year();
  const headers = await as(owner);
  expect((await patch(url, { headcount: 1 }, headers)).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '/headcount' }],
  });
  const people = await Promise.all(Array.from({ length: 3 }, () => createPerson(muster)));
  const answers = await Promise.all([
    ...people.map(({ uid }) => muster.call({ method: 'PUT', url: `${url}/venue/members/${uid}`, headers })),
    patch(url, { headcount: 3 }, headers),
  ]);
  for (const { statusCode } of answers) expect([200, 204, 409, 422]).toContain(statusCode);
  const team = await muster.db.read
    .selectFrom('teams')
    .select(['headcount', 'member_count'])
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();
  expect(team.member_count).toBeLessThanOrEqual(team.headcount ?? 0);
});

test('of two changes with the same ETag the second gets 412; new members do not change the ETag', async () => {
  const { url, owner, chief, stranger } = await year();
  const headers = await as(chief);
  const { etag } = (await muster.call({ url: `${url}/venue`, headers })).headers;
  await muster.call({ method: 'PUT', url: `${url}/venue/members/${stranger.uid}`, headers: await as(owner) });
  const matching = { ...headers, 'if-match': String(etag) };
  const answers = await Promise.all([
    patch(url, { description: 'a' }, matching),
    patch(url, { description: 'b' }, matching),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
});

test('a disabled team is visible to owners only, keeps its members, and can be enabled again', async () => {
  const { pid, url, owner, chief, member, stranger } = await year();
  const headers = await as(owner);
  const turn = (method: 'PUT' | 'DELETE', by: Headers) =>
    muster.call({ method, url: `${url}/venue/disabled`, headers: by });
  expect((await turn('PUT', await as(chief))).statusCode).toBe(403);
  await muster.call(`/api/members/${pid}`);
  for (let i = 0; i < 2; i += 1) expect((await turn('PUT', headers)).statusCode).toBe(204);
  expect((await muster.call(`/api/members/${pid}`)).json().data).toEqual([]);
  for (const by of [{}, await as(stranger), await as(member), await as(chief)]) {
    expect((await muster.call({ url, headers: by })).json().data).toEqual([]);
    for (const path of ['', '/members', '/chiefs']) {
      expect((await muster.call({ url: `${url}/venue${path}`, headers: by })).statusCode).toBe(404);
    }
  }
  expect((await patch(url, { description: 'x' }, await as(chief))).statusCode).toBe(404);
  expect((await muster.call({ url, headers })).json().data).toMatchObject([
    { tid: 'venue', disabled: true, member_count: 2 },
  ]);
  for (let i = 0; i < 2; i += 1) expect((await turn('DELETE', headers)).statusCode).toBe(204);
  expect((await muster.call(`/api/members/${pid}`)).json().data[0].members).toHaveLength(2);
  const kinds = await muster.db.read.selectFrom('audit').select('kind').where('pid', '=', pid).execute();
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['team.disabled', 'team.enabled']);
});
