import { expect, test } from 'vitest';
import { encodeCursor } from '../../../http/paging.ts';
import { useApp } from '../../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../../test/support/factories.ts';
import { sha256 } from '../../../lib/secrets.ts';

const muster = useApp();

const as = async (person: { uid: string }) => bearer(await tokenOf(muster, person));

async function crew() {
  const owner = await createPerson(muster, { name: 'Owner' });
  const chief = await createPerson(muster, { name: 'Zoe' });
  const open = await createPerson(muster, { name: 'Ada' });
  const keyed = await createPerson(muster, { name: 'Bob', listing: 'keyed' });
  const hidden = await createPerson(muster, { name: '=Cay', listing: 'hidden' });
  const gone = await createPerson(muster, { name: 'Dan', suspended: true });
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ intro: 'Hello\n"all"' }).where('uid', '=', open.uid).execute(),
  );
  const pid = await createProject(muster, { owners: [owner] });
  const tid = await createTeam(muster, pid, { chiefs: [chief], members: [open, keyed, hidden, gone] });
  const url = `/api/projects/${pid}/teams/${tid}/members`;
  return { pid, tid, url, owner, chief, open, keyed, hidden, gone };
}

type Listed = { name: string; uid?: string; email?: string; email_hash: string; role: string };
const namesOf = (answer: { json: () => { data: Listed[] } }) => answer.json().data.map(({ name }) => name);

test('everyone sees listed members by name and hash only, chiefs first', async () => {
  const { url, chief, open, keyed, hidden, gone } = await crew();
  const stranger = await as(await createPerson(muster));
  for (const headers of [{}, stranger]) {
    const { data } = (await muster.call({ url, headers })).json();
    expect(data).toEqual([
      { name: 'Zoe', email_hash: sha256(chief.email), role: 'chief' },
      { name: 'Ada', email_hash: sha256(open.email), role: 'member' },
      { name: 'Bob', email_hash: expect.stringMatching(/^[0-9a-f]{64}$/), role: 'member' },
    ]);
    expect(data[2].email_hash).not.toBe(sha256(keyed.email));
    const text = JSON.stringify(data);
    for (const person of [hidden, gone]) expect(text).not.toContain(person.name);
    for (const person of [chief, open, keyed]) expect(text).not.toContain(person.email);
  }
});

test('members see everyone but suspended people, without addresses; chiefs see the addresses', async () => {
  using _still = muster.clock.freeze();
  const { url, owner, chief, open, gone } = await crew();
  const member = await muster.call({ url, headers: await as(open) });
  expect(namesOf(member)).toEqual(['Zoe', '=Cay', 'Ada', 'Bob']);
  expect(member.json().data[2]).toEqual({
    uid: open.uid,
    name: 'Ada',
    email_hash: sha256(open.email),
    role: 'member',
    intro: 'Hello\n"all"',
    joined_at: muster.clock.now().toISOString(),
    contact: { phone: '', handles: [] },
  });
  expect(member.json().data[0]).not.toHaveProperty('contact');
  const leader = await muster.call({ url, headers: await as(chief) });
  expect(namesOf(leader)).toEqual(['Zoe', '=Cay', 'Ada', 'Bob', 'Dan']);
  expect(leader.json().data[4]).toMatchObject({ uid: gone.uid, suspended: true });
  expect(member.body).not.toContain('@example.org');
  expect(leader.json().data[2]).toMatchObject({ email: open.email, contact: { phone: '', handles: [] } });
  const owners = await muster.call({ url, headers: await as(owner) });
  expect(owners.json().data[0]).toMatchObject({ email: chief.email, suspended: false });
});

test('the list of chiefs contains only the chiefs', async () => {
  const { pid, tid, open } = await crew();
  const url = `/api/projects/${pid}/teams/${tid}/chiefs`;
  expect(namesOf(await muster.call(url))).toEqual(['Zoe']);
  expect(namesOf(await muster.call({ url, headers: await as(open) }))).toEqual(['Zoe']);
});

test('a page takes the same number of queries with 50 people as with one, and pages are contiguous', async () => {
  const owner = await createPerson(muster);
  const headers = await as(owner);
  const pid = await createProject(muster, { owners: [owner] });
  const one = await createTeam(muster, pid, { members: [await createPerson(muster)] });
  const people = await Promise.all(Array.from({ length: 55 }, () => createPerson(muster)));
  const many = await createTeam(muster, pid, { chiefs: people.slice(0, 5), members: people.slice(5) });
  const spend = async (tid: string) => {
    const before = muster.db.queryCount();
    const answer = await muster.call({ url: `/api/projects/${pid}/teams/${tid}/members`, headers });
    return { queries: muster.db.queryCount() - before, page: answer.json() };
  };
  const [small, large] = [await spend(one), await spend(many)];
  expect(large.page.data).toHaveLength(50);
  expect(large.queries).toBe(small.queries);
  const url = `/api/projects/${pid}/teams/${many}/members`;
  // Somebody who comes in before the cursor moves nobody to another page.
  await muster.call({ method: 'PUT', url: `/api/projects/${pid}/teams/${many}/chiefs/${owner.uid}`, headers });
  const rest = (await muster.call({ url: `${url}?cursor=${large.page.next}`, headers })).json();
  const uids = [...large.page.data, ...rest.data].map(({ uid }: Listed) => String(uid));
  expect(uids.toSorted()).toEqual(people.map(({ uid }) => uid).toSorted());
  expect(rest.next).toBeNull();
  const noSuchRole = encodeCursor(['boss', 'a', 'b']);
  for (const query of ['cursor=nonsense', `cursor=${noSuchRole}`, 'limit=0', 'x=1']) {
    expect((await muster.call({ url: `${url}?${query}`, headers })).statusCode).toBe(400);
  }
});

test("the contact sheet as CSV has the caller's columns and is safe for spreadsheets", async () => {
  using _still = muster.clock.freeze();
  const { pid, tid, url, owner, chief, open, hidden, keyed } = await crew();
  const lines = async (person: { uid: string }) => {
    const answer = await muster.call({ url: `${url}.csv`, headers: await as(person) });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${pid}-${tid}-members.csv"`,
    });
    return answer.body.replace('\uFEFF', '').trimEnd().split('\r\n');
  };
  const joined = muster.clock.now().toISOString();
  expect(await lines(open)).toEqual([
    'uid,name,role,email_hash,intro,joined_at,phone,handles',
    `${chief.uid},Zoe,chief,${sha256(chief.email)},,${joined},,`,
    expect.stringMatching(
      new RegExp(`^${hidden.uid},'=Cay,member,(?!${sha256(hidden.email)})[0-9a-f]{64},,${joined},,$`),
    ),
    `${open.uid},Ada,member,${sha256(open.email)},"Hello\n""all""",${joined},,`,
    expect.stringContaining(keyed.uid),
  ]);
  expect((await lines(chief))[0]).toBe('uid,name,role,email_hash,intro,joined_at,suspended,email,phone,handles');
  const [header, first] = await lines(owner);
  expect(header).toBe('uid,name,role,email_hash,intro,joined_at,suspended,email,phone,handles');
  expect(first).toContain(`,false,${chief.email}`);
  expect((await muster.call(`${url}.csv`)).statusCode).toBe(401);
  expect((await muster.call({ url: `${url}.csv`, headers: await as(await createPerson(muster)) })).statusCode).toBe(
    403,
  );
});
