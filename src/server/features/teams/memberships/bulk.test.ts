import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../../test/support/factories.ts';
import { rolesIn } from '../../../../../test/support/memberships.ts';

const muster = useApp();

const as = async (person: { uid: string }) => bearer(await tokenOf(muster, person));
type Entry = { uid?: string; email?: string };

async function crew(fields: { headcount?: number; disabled?: boolean } = {}) {
  const [owner, chief] = [await createPerson(muster), await createPerson(muster)];
  const pid = await createProject(muster, { owners: [owner] });
  const tid = await createTeam(muster, pid, { ...fields, chiefs: [chief] });
  const headers: Record<string, string> = await as(fields.disabled === true ? owner : chief);
  const url = `/api/projects/${pid}/teams/${tid}/members`;
  const add = (people: Entry[], extra: Record<string, string> = {}, partial = false) =>
    muster.call({ method: 'POST', url, headers: { ...headers, ...extra }, payload: { people, partial } });
  const count = async () => Object.keys(await rolesIn(muster, pid, tid)).length;
  return { pid, tid, owner, chief, url, headers, add, count };
}

const persons = (count: number) => Promise.all(Array.from({ length: count }, () => createPerson(muster)));

test('many people are added at once, by uid or address, with one result for each in the given order', async () => {
  const { pid, chief, add, count } = await crew();
  const [ada, bob] = [await createPerson(muster, { email: 'ada.bulk@example.org' }), await createPerson(muster)];
  const answer = await add([
    { email: ' Ada.Bulk@Example.org ' },
    { uid: chief.uid },
    { uid: bob.uid },
    { uid: ada.uid },
  ]);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    data: [
      { uid: ada.uid, name: ada.name, outcome: 'added' },
      { uid: chief.uid, name: chief.name, outcome: 'already_member' },
      { uid: bob.uid, name: bob.name, outcome: 'added' },
      { uid: ada.uid, name: ada.name, outcome: 'repeated' },
    ],
  });
  expect(await count()).toBe(3);
  expect((await muster.call(`/api/members/${pid}`)).json().data[0].members).toHaveLength(3);
  const entries = await muster.db.read
    .selectFrom('audit')
    .select(['subject', 'actor'])
    .where('pid', '=', pid)
    .where('kind', '=', 'member.added')
    .execute();
  expect(entries.map(({ subject }) => subject).toSorted()).toEqual([ada.uid, bob.uid].toSorted());
  expect(entries.every(({ actor }) => actor === chief.uid)).toBe(true);
});

test('when one person cannot be added nobody is, and the response says why for each', async () => {
  const { add, count } = await crew();
  const [ada, gone] = [await createPerson(muster), await createPerson(muster, { suspended: true })];
  const answer = await add([{ uid: ada.uid }, { uid: 'nobody' }, { email: 'nobody@example.org' }, { uid: gone.uid }]);
  expect(answer.json()).toMatchObject({
    status: 422,
    code: 'unknown_person',
    errors: [
      { pointer: '/people/1/uid', detail: 'There is no such person' },
      { pointer: '/people/2/email', detail: 'There is no such person' },
      { pointer: '/people/3/uid', detail: 'The account is suspended' },
    ],
  });
  expect(await count()).toBe(1);
});

test('if part of the people is enough, each has a result', async () => {
  const { url, headers, chief, count, pid } = await crew({ headcount: 3 });
  const [ada, bob, cem, gone] = [...(await persons(3)), await createPerson(muster, { suspended: true })];
  const add = (people: Entry[]) => muster.call({ method: 'POST', url, headers, payload: { people, partial: true } });
  const answer = await add([
    { uid: ada?.uid ?? '' },
    { email: 'nobody@example.org' },
    { uid: gone?.uid ?? '' },
    { uid: chief.uid },
    { uid: bob?.uid ?? '' },
    { uid: cem?.uid ?? '' },
    { uid: ada?.uid ?? '' },
  ]);
  expect(answer.statusCode).toBe(200);
  expect(answer.json().data.map(({ uid, outcome }: { uid: string; outcome: string }) => [uid, outcome])).toEqual([
    [ada?.uid, 'added'],
    [null, 'unknown_person'],
    [gone?.uid, 'suspended'],
    [chief.uid, 'already_member'],
    [bob?.uid, 'added'],
    [cem?.uid, 'team_full'],
    [ada?.uid, 'repeated'],
  ]);
  // Nor do identifiers say whose they are.
  const named = answer.json().data.filter(({ name }: { name: string }) => name !== '');
  expect(named.map(({ uid }: { uid: string }) => uid)).toEqual([ada?.uid, chief.uid, bob?.uid, ada?.uid]);
  expect(await count()).toBe(3);
  const lookups = () =>
    muster.db.read
      .selectFrom('audit')
      .select('id')
      .where('pid', '=', pid)
      .where('kind', '=', 'members.looked_up')
      .execute();
  expect(await lookups()).toHaveLength(1);
  // Addresses of people who are not added are not answered with who they are.
  const addresses = [cem, gone].map((person) => ({ email: person?.email ?? '' }));
  expect((await add([...addresses, { email: 'nobody@example.org' }])).json().data).toEqual([
    { uid: null, name: '', outcome: 'team_full' },
    { uid: null, name: '', outcome: 'suspended' },
    { uid: null, name: '', outcome: 'unknown_person' },
  ]);
  expect(await lookups()).toHaveLength(2);
  // Nor does an address say that it belongs to somebody who is named before.
  const twice = (await add([{ uid: cem?.uid ?? '' }, { email: cem?.email ?? '' }])).json().data;
  expect(twice.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['team_full', 'team_full']);
});

test('with more people than places nobody is added', async () => {
  const { chief, add, count } = await crew({ headcount: 3 });
  const people = await persons(3);
  const answer = await add([{ uid: chief.uid }, ...people.map(({ uid }) => ({ uid }))]);
  expect(answer.json()).toMatchObject({ status: 409, code: 'team_full', detail: 'Free places in the team: 2' });
  expect(answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/people/1',
    '/people/2',
    '/people/3',
  ]);
  expect(await count()).toBe(1);
  expect((await add(people.slice(0, 2).map(({ uid }) => ({ uid })))).statusCode).toBe(200);
  expect(await count()).toBe(3);
});

test('nobody can be added to a disabled team', async () => {
  const { add, count } = await crew({ disabled: true });
  const [{ uid } = { uid: '' }] = await persons(1);
  for (const partial of [false, true])
    expect((await add([{ uid }], {}, partial)).json()).toMatchObject({ code: 'team_disabled' });
  // Also if nobody would be added.
  const unknown = await add([{ email: 'nobody@example.org' }], {}, true);
  expect(unknown.json()).toMatchObject({ code: 'team_disabled' });
  expect(await count()).toBe(1);
});

test('a repeated Idempotency-Key adds once and returns the same response', async () => {
  const { add, count } = await crew();
  const people = [{ uid: (await createPerson(muster)).uid }];
  const key = { 'idempotency-key': 'bulk-1' };
  const [first, second] = [await add(people, key), await add(people, key)];
  expect(second.json()).toEqual(first.json());
  expect(await count()).toBe(2);
});

test('concurrent bulk and single additions never overfill the team', async () => {
  const { url, headers, add, count } = await crew({ headcount: 31 });
  const people = (await persons(40)).map(({ uid }) => ({ uid }));
  const answers = await Promise.all([
    add(people.slice(0, 25)),
    add(people.slice(15, 40).toReversed()),
    ...people.slice(20, 30).map(({ uid }) => muster.call({ method: 'PUT', url: `${url}/${uid}`, headers })),
  ]);
  for (const { statusCode } of answers) expect([200, 204, 409]).toContain(statusCode);
  expect(await count()).toBeLessThanOrEqual(31);
});

test('two hundred people take as many queries as one', async () => {
  const everyone = (await persons(200)).map(({ uid }) => ({ uid }));
  const spend = async (people: Entry[]) => {
    const { add, count } = await crew();
    const before = muster.db.queryCount();
    expect((await add(people)).statusCode).toBe(200);
    const spent = muster.db.queryCount() - before;
    expect(await count()).toBe(people.length + 1);
    return spent;
  };
  expect(await spend(everyone)).toBe(await spend(everyone.slice(0, 1)));
});

test('members and strangers cannot add anybody', async () => {
  const { url, add, count } = await crew();
  const member = await createPerson(muster);
  await add([{ uid: member.uid }]);
  const payload = { people: [{ uid: (await createPerson(muster)).uid }] };
  const by = async (headers: Record<string, string>) =>
    (await muster.call({ method: 'POST', url, headers, payload })).statusCode;
  expect(await by(await as(member))).toBe(403);
  expect(await by(await as(await createPerson(muster)))).toBe(403);
  expect(await by({})).toBe(401);
  expect(await count()).toBe(2);
});

test.each([
  [{}, '/people'],
  [{ people: [] }, '/people'],
  [{ people: Array.from({ length: 201 }, () => ({ uid: 'x' })) }, '/people'],
  [{ people: 'everyone' }, '/people'],
  [{ people: ['somebody'] }, '/people/0'],
  [{ people: [{}] }, '/people/0'],
  [{ people: [{ uid: 'x', email: 'x@example.org' }] }, '/people/0'],
  [{ people: [{ uid: 'x', role: 'chief' }] }, '/people/0/role'],
  [{ people: [{ uid: 'x\u0000' }] }, '/people/0/uid'],
  [{ people: [{ uid: 5 }] }, '/people/0/uid'],
  [{ people: [{ email: 'no address' }] }, '/people/0/email'],
  [{ people: [{ email: `${'x'.repeat(250)}@example.org` }] }, '/people/0/email'],
  [{ people: [{ email: 'a\ud800@example.org' }] }, '/people/0/email'],
  [{ people: [{ email: 'a\u0000@example.org' }] }, '/people/0/email'],
  [{ people: [{ uid: 'x' }], team: 'venue' }, '/team'],
])('invalid input %j is rejected with a pointer to %s', async (payload, pointer) => {
  const { url, headers, count } = await crew();
  const answer = await muster.call({ method: 'POST', url, headers, payload });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  expect(await count()).toBe(1);
});

const lookups = async (pid: string) => {
  const rows = await muster.db.read
    .selectFrom('audit')
    .select(['actor', 'detail'])
    .where('pid', '=', pid)
    .where('kind', '=', 'members.looked_up')
    .execute();
  return rows.map(({ actor, detail }) => ({ actor, ...JSON.parse(detail) }));
};

test('a refused request by address, which tells who has an account, leaves an entry without the addresses', async () => {
  const { pid, tid, chief, add } = await crew({ headcount: 1 });
  const known = await createPerson(muster, { email: 'probe.known@example.org' });
  const entry = { actor: chief.uid, tid, addresses: 2 };
  expect((await add([{ email: 'probe.unknown@example.org' }, { email: known.email }])).json().code).toBe(
    'unknown_person',
  );
  expect(await lookups(pid)).toEqual([entry]);
  expect((await add([{ email: known.email }])).json().code).toBe('team_full');
  expect(await lookups(pid)).toEqual([entry, { ...entry, addresses: 1 }]);
  expect((await add([{ uid: 'nobody' }])).json().code).toBe('unknown_person');
  expect(await lookups(pid)).toHaveLength(2);
});

test('looking up addresses is limited for each person', async () => {
  await using strict = await startTestApp({ place: muster.place, clock: muster.clock, env: realLimits });
  const { url, headers } = await crew();
  const look = async (payload: object) => (await strict.call({ method: 'POST', url, headers, payload })).statusCode;
  const unknown = { people: [{ email: 'nobody.here@example.org' }] };
  for (let i = 0; i < 20; i += 1) expect(await look(unknown)).toBe(422);
  expect(await look(unknown)).toBe(429);
  expect(await look({ people: [{ uid: 'nobody' }] })).toBe(422);
});
