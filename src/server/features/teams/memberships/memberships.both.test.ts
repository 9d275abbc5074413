import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../../test/support/factories.ts';
import { rolesIn } from '../../../../../test/support/memberships.ts';

const muster = useApp();

type Headers = Record<string, string>;
type Place = { pid: string; tid: string };
const as = async (person: { uid: string }): Promise<Headers> => bearer(await tokenOf(muster, person));
const call = (method: 'PUT' | 'DELETE', { pid, tid }: Place, what: string, headers: Headers) =>
  muster.call({ method, url: `/api/projects/${pid}/teams/${tid}/${what}`, headers });

async function crew(fields: { headcount?: number; disabled?: boolean } = {}) {
  const [owner, chief, other, member] = [
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster),
  ];
  const pid = await createProject(muster, { owners: [owner] });
  const tid = await createTeam(muster, pid, { ...fields, chiefs: [chief, other], members: [member] });
  return { pid, tid, owner, chief, other, member, newcomer: await createPerson(muster) };
}

const rolesOf = ({ pid, tid }: Place) => rolesIn(muster, pid, tid);

const entriesOf = async (pid: string, uid: string) => {
  const rows = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'actor', 'detail'])
    .where('pid', '=', pid)
    .where('subject', '=', uid)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, actor, detail }) => ({ kind, actor, detail: JSON.parse(detail) }));
};

test('a chief adds a member, who is in the public listing at once; adding again changes nothing', async () => {
  const place = await crew();
  const { pid, tid, chief, newcomer } = place;
  await muster.call(`/api/members/${pid}`);
  for (let i = 0; i < 2; i += 1) {
    expect((await call('PUT', place, `members/${newcomer.uid}`, await as(chief))).statusCode).toBe(204);
  }
  expect((await rolesOf(place))[newcomer.uid]).toBe('member');
  expect((await muster.call(`/api/members/${pid}`)).json().data[0].members).toHaveLength(4);
  expect(await entriesOf(pid, newcomer.uid)).toEqual([{ kind: 'member.added', actor: chief.uid, detail: { tid } }]);
});

test('adding a chief as a member leaves them a chief', async () => {
  const place = await crew();
  expect((await call('PUT', place, `members/${place.other.uid}`, await as(place.chief))).statusCode).toBe(204);
  expect((await rolesOf(place))[place.other.uid]).toBe('chief');
});

test('owners appoint chiefs: a new person joins, a member is promoted, and a removed chief stays a member', async () => {
  const place = await crew();
  const { pid, tid, owner, member, newcomer } = place;
  const headers = await as(owner);
  for (const { uid } of [member, newcomer]) {
    for (let i = 0; i < 2; i += 1) expect((await call('PUT', place, `chiefs/${uid}`, headers)).statusCode).toBe(204);
    expect((await rolesOf(place))[uid]).toBe('chief');
    for (let i = 0; i < 2; i += 1) expect((await call('DELETE', place, `chiefs/${uid}`, headers)).statusCode).toBe(204);
    expect((await rolesOf(place))[uid]).toBe('member');
    expect((await entriesOf(pid, uid)).map(({ kind }) => kind).toSorted()).toEqual(['chief.added', 'chief.removed']);
  }
  expect((await muster.call(`/api/projects/${pid}/teams/${tid}`)).json().member_count).toBe(4);
});

test('a chief cannot appoint chiefs, nor remove another chief', async () => {
  const place = await crew();
  const { owner, chief, other, member } = place;
  const headers = await as(chief);
  expect((await call('PUT', place, `chiefs/${member.uid}`, headers)).statusCode).toBe(403);
  expect((await call('DELETE', place, `chiefs/${other.uid}`, headers)).statusCode).toBe(403);
  expect((await call('DELETE', place, `members/${other.uid}`, headers)).json()).toMatchObject({
    status: 403,
    code: 'forbidden',
  });
  expect(await rolesOf(place)).toMatchObject({ [other.uid]: 'chief', [member.uid]: 'member' });
  expect((await call('DELETE', place, `members/${other.uid}`, await as(owner))).statusCode).toBe(204);
  expect(await rolesOf(place)).not.toHaveProperty(other.uid);
});

test('members and chiefs can leave; only chiefs of the team and owners remove others', async () => {
  const place = await crew();
  const { pid, chief, member, newcomer } = place;
  await call('PUT', place, `members/${newcomer.uid}`, await as(chief));
  expect((await call('DELETE', place, `members/${newcomer.uid}`, await as(member))).statusCode).toBe(403);
  expect((await call('DELETE', place, `members/${member.uid}`, await as(member))).statusCode).toBe(204);
  expect((await call('DELETE', place, `members/${chief.uid}`, await as(chief))).statusCode).toBe(204);
  expect(Object.keys(await rolesOf(place)).toSorted()).toEqual([place.other.uid, newcomer.uid].toSorted());
  expect((await entriesOf(pid, member.uid)).at(-1)).toMatchObject({ kind: 'member.removed', actor: member.uid });
  expect((await muster.call(`/api/members/${pid}`)).json().data[0].members).toHaveLength(2);
});

test('removing a person who is not in the team changes nothing; an unknown person gets 404', async () => {
  const place = await crew();
  const headers = await as(place.chief);
  const before = await rolesOf(place);
  expect((await call('DELETE', place, `members/${place.newcomer.uid}`, headers)).statusCode).toBe(204);
  expect((await call('DELETE', place, 'members/nobody', headers)).statusCode).toBe(404);
  expect((await call('DELETE', place, 'chiefs/nobody', await as(place.owner))).statusCode).toBe(404);
  expect(await rolesOf(place)).toEqual(before);
});

test('members, chiefs of other teams, owners of other projects and strangers cannot add anybody', async () => {
  const place = await crew();
  const elsewhere = await crew();
  const otherTeam = await createPerson(muster);
  await createTeam(muster, place.pid, { chiefs: [otherTeam] });
  const admin = await createPerson(muster, { administrator: true });
  const before = await rolesOf(place);
  for (const person of [place.member, otherTeam, elsewhere.owner, elsewhere.chief, place.newcomer, admin]) {
    const headers = await as(person);
    expect((await call('PUT', place, `members/${person.uid}`, headers)).statusCode).toBe(403);
    expect((await call('PUT', place, `chiefs/${person.uid}`, headers)).statusCode).toBe(403);
  }
  for (const what of ['members', 'chiefs']) {
    expect((await call('PUT', place, `${what}/${place.newcomer.uid}`, {})).statusCode).toBe(401);
    expect((await call('DELETE', place, `${what}/${place.member.uid}`, {})).statusCode).toBe(401);
  }
  expect(await rolesOf(place)).toEqual(before);
});

test('teams with the same tid in different projects are separate', async () => {
  const [here, there] = [await crew(), await crew()];
  await createTeam(muster, there.pid, { tid: here.tid });
  const target = { pid: there.pid, tid: here.tid };
  expect((await call('PUT', target, `members/${here.newcomer.uid}`, await as(here.chief))).statusCode).toBe(403);
  expect((await call('PUT', { pid: there.pid, tid: 'none' }, 'members/x', await as(there.owner))).statusCode).toBe(404);
  expect(await rolesOf(target)).toEqual({});
});

test('unknown and suspended people cannot be added, and a suspended one can be removed', async () => {
  const place = await crew();
  const headers = await as(place.owner);
  const gone = await createPerson(muster, { suspended: true });
  for (const uid of ['nobody', gone.uid]) {
    for (const what of ['members', 'chiefs']) {
      expect((await call('PUT', place, `${what}/${uid}`, headers)).json()).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
  }
  for (const uid of ['%00', 'a%0Ab', '%F0%9F%98%80', 'x'.repeat(65)]) {
    expect((await call('PUT', place, `members/${uid}`, headers)).statusCode).toBe(400);
  }
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ suspended_at: muster.clock.now().toISOString() })
      .where('uid', '=', place.member.uid)
      .execute(),
  );
  expect((await call('DELETE', place, `members/${place.member.uid}`, headers)).statusCode).toBe(204);
  expect(Object.keys(await rolesOf(place))).toHaveLength(2);
});

test('members can leave a disabled team; for everybody else it does not exist', async () => {
  const place = await crew({ disabled: true });
  const { pid, owner, chief, other, member, newcomer } = place;
  const statusOf = async (who: { uid: string }, whom = who.uid) => {
    const answer = await call('DELETE', place, `members/${encodeURIComponent(whom)}`, await as(who));
    return answer.statusCode === 204 ? 204 : [answer.statusCode, answer.json().detail];
  };
  const gone = [404, 'There is no such team'];
  const disabled = async (who: { uid: string }) =>
    (await muster.call({ url: '/api/me', headers: await as(who) })).json().disabled_teams;
  expect(await disabled(member)).toEqual([
    { pid, project: expect.any(String), tid: place.tid, team: expect.any(String), role: 'member' },
  ]);
  expect(await statusOf(newcomer)).toEqual(gone);
  expect(await statusOf(newcomer, 'no id')).toEqual(gone);
  expect(await statusOf(chief, member.uid)).toEqual([
    403,
    expect.stringContaining('Members can only remove themselves'),
  ]);
  expect([await statusOf(member), await statusOf(chief)]).toEqual([204, 204]);
  expect(await statusOf(member)).toEqual(gone);
  expect([await disabled(member), await disabled(newcomer)]).toEqual([[], []]);
  expect(await rolesOf(place)).toEqual({ [other.uid]: 'chief' });
  expect(await entriesOf(pid, member.uid)).toMatchObject([{ kind: 'member.removed', actor: member.uid }]);
  expect(await statusOf(owner, other.uid)).toBe(204);
});

test('nobody can be added to a disabled team', async () => {
  const place = await crew({ disabled: true });
  const headers = await as(place.owner);
  for (const path of [`members/${place.newcomer.uid}`, `chiefs/${place.newcomer.uid}`, `chiefs/${place.member.uid}`]) {
    expect((await call('PUT', place, path, headers)).json()).toMatchObject({ status: 409, code: 'team_disabled' });
  }
  expect((await call('PUT', place, `members/${place.newcomer.uid}`, await as(place.chief))).statusCode).toBe(404);
  expect(await rolesOf(place)).toMatchObject({ [place.member.uid]: 'member' });
});

test('nobody can be added to a full team, chiefs included, but a member can be promoted', async () => {
  const place = await crew({ headcount: 3 });
  const headers = await as(place.owner);
  for (const what of ['members', 'chiefs']) {
    const answer = await call('PUT', place, `${what}/${place.newcomer.uid}`, headers);
    expect(answer.json()).toMatchObject({ status: 409, code: 'team_full' });
  }
  expect((await call('PUT', place, `chiefs/${place.member.uid}`, headers)).statusCode).toBe(204);
  expect(Object.values(await rolesOf(place))).toEqual(['chief', 'chief', 'chief']);
});

test('of thirty people added at once to five places, five join and the others get team_full', async () => {
  const place = await crew({ headcount: 8 });
  const headers = await as(place.owner);
  const people = await Promise.all(Array.from({ length: 30 }, () => createPerson(muster)));
  const answers = await Promise.all(
    people.map(({ uid }, i) => call('PUT', place, `${i % 3 === 0 ? 'chiefs' : 'members'}/${uid}`, headers)),
  );
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array.from({ length: 5 }, () => 204), ...Array.from({ length: 25 }, () => 409)]);
  expect(Object.keys(await rolesOf(place))).toHaveLength(8);
});

test('the member count matches the rows when the same people are added, promoted and removed at once', async () => {
  const place = await crew({ headcount: 12 });
  const headers = await as(place.owner);
  const people = await Promise.all(Array.from({ length: 12 }, () => createPerson(muster)));
  const sendAll = people.flatMap(({ uid }) => [
    call('PUT', place, `members/${uid}`, headers),
    call('PUT', place, `chiefs/${uid}`, headers),
    call('DELETE', place, `members/${uid}`, headers),
    call('PUT', place, `members/${uid}`, headers),
    call('DELETE', place, `chiefs/${uid}`, headers),
  ]);
  const statuses = new Set((await Promise.all(sendAll)).map(({ statusCode }) => statusCode));
  expect([...statuses].every((status) => status === 204 || status === 409)).toBe(true);
  expect(Object.keys(await rolesOf(place)).length).toBeLessThanOrEqual(12);
});

test('adding a member takes the same number of queries in a team of one as in a team of fifty', async () => {
  const small = await crew();
  const people = await Promise.all(Array.from({ length: 50 }, () => createPerson(muster)));
  const owner = await createPerson(muster);
  const pid = await createProject(muster, { owners: [owner] });
  const large = { pid, tid: await createTeam(muster, pid, { members: people }) };
  const spend = async (place: Place, headers: Headers) => {
    const { uid } = await createPerson(muster);
    const before = muster.db.queryCount();
    expect((await call('PUT', place, `members/${uid}`, headers)).statusCode).toBe(204);
    return muster.db.queryCount() - before;
  };
  expect(await spend(large, await as(owner))).toBe(await spend(small, await as(small.owner)));
});

test('cursors show no identifier to visitors, and lead through the list all the same', async () => {
  const { pid, tid, chief, other, member } = await crew();
  const url = `/api/projects/${pid}/teams/${tid}/members`;
  const names: string[] = [];
  let cursor = '';
  for (let pages = 0; pages < 3; pages += 1) {
    const page = (await muster.call(`${url}?limit=1${cursor}`)).json();
    names.push(...page.data.map(({ name }: { name: string }) => name));
    const shown = `${page.next} ${Buffer.from(String(page.next), 'base64url').toString('latin1')}`;
    for (const { uid } of [chief, other, member]) expect(shown).not.toContain(uid);
    cursor = `&cursor=${page.next}`;
  }
  expect(names.toSorted()).toEqual([chief, other, member].map(({ name }) => name).toSorted());
  const first = (await muster.call(`${url}?limit=1`)).json();
  const plain = Buffer.from(JSON.stringify(['chief', '', ''])).toString('base64url');
  for (const foreign of [plain, 'nonsense', first.next.slice(0, -4)])
    expect((await muster.call(`${url}?cursor=${foreign}`)).statusCode).toBe(400);
  const elsewhere = await crew();
  const there = `/api/projects/${elsewhere.pid}/teams/${elsewhere.tid}/members`;
  expect((await muster.call(`${there}?cursor=${first.next}`)).statusCode).toBe(400);
});
