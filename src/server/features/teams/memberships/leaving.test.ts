import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../../test/support/factories.ts';
import { leaveEverything, touchListingsOf } from '../teams.service.ts';

const muster = useApp();

const countOf = async (pid: string, tid: string) => {
  const team = await muster.db.read
    .selectFrom('teams')
    .select('member_count')
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .executeTakeFirstOrThrow();
  const { rows } = await muster.db.read
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .executeTakeFirstOrThrow();
  return { counted: team.member_count, rows };
};

test('an erased person leaves every team and project they own, and the counts are updated', async () => {
  const [ada, bob] = [await createPerson(muster), await createPerson(muster)];
  const [older, newer] = [
    await createProject(muster, { owners: [ada, bob] }),
    await createProject(muster, { owners: [bob] }),
  ];
  const first = await createTeam(muster, older, { chiefs: [ada], members: [bob] });
  const second = await createTeam(muster, newer, { members: [ada] });
  const listed = async (pid: string) => (await muster.call(`/api/members/${pid}`)).json().data[0].members.length;
  expect([await listed(older), await listed(newer)]).toEqual([2, 1]);
  await muster.db.transaction((trx) => leaveEverything(trx, muster.clock.now(), ada.uid));
  expect([await listed(older), await listed(newer)]).toEqual([1, 0]);
  expect(await countOf(older, first)).toEqual({ counted: 1, rows: 1 });
  expect(await countOf(newer, second)).toEqual({ counted: 0, rows: 0 });
  const kinds = await muster.db.read.selectFrom('audit').select('kind').where('subject', '=', ada.uid).execute();
  expect(kinds.map((row) => row.kind).toSorted()).toEqual(['member.removed', 'member.removed', 'owner.removed']);
});

test('the last owner of a project cannot be erased, also when the other owner is suspended', async () => {
  const [ada, gone] = [await createPerson(muster), await createPerson(muster, { suspended: true })];
  const pid = await createProject(muster, { owners: [ada, gone] });
  const tid = await createTeam(muster, pid, { members: [ada] });
  const leaving = muster.db.transaction((trx) => leaveEverything(trx, muster.clock.now(), ada.uid));
  await expect(leaving).rejects.toMatchObject({ code: 'last_owner' });
  expect(await countOf(pid, tid)).toEqual({ counted: 1, rows: 1 });
});

test("updating a person's listings takes as many queries for many projects as for one", async () => {
  const [ada, bob] = [await createPerson(muster), await createPerson(muster)];
  const spend = async (uid: string) => {
    const before = muster.db.queryCount();
    await muster.db.transaction((trx) => touchListingsOf(trx, uid));
    return muster.db.queryCount() - before;
  };
  await createTeam(muster, await createProject(muster), { members: [ada] });
  for (let i = 0; i < 12; i += 1) await createTeam(muster, await createProject(muster), { members: [bob] });
  expect(await spend(bob.uid)).toBe(await spend(ada.uid));
});

test('a person who is erased while others add them is in no team afterwards, without errors', async () => {
  const owner = await createPerson(muster);
  const headers = bearer(await tokenOf(muster, owner));
  const pid = await createProject(muster, { owners: [owner] });
  const [first, second] = [await createTeam(muster, pid), await createTeam(muster, pid)];
  for (let i = 0; i < 5; i += 1) {
    const { uid } = await createPerson(muster);
    const erase = () =>
      muster.db.transaction(async (trx) => {
        await leaveEverything(trx, muster.clock.now(), uid);
        await trx.deleteFrom('people').where('uid', '=', uid).execute();
      });
    const put = (tid: string) =>
      muster.call({ method: 'PUT', url: `/api/projects/${pid}/teams/${tid}/members/${uid}`, headers });
    const bulk = (tid: string) =>
      muster.call({
        method: 'POST',
        url: `/api/projects/${pid}/teams/${tid}/members`,
        headers,
        payload: { people: [{ uid }] },
      });
    const [one, two, , three] = await Promise.all([put(first), bulk(second), erase(), put(second)]);
    expect([204, 404]).toContain(one.statusCode);
    expect([200, 422]).toContain(two.statusCode);
    expect([204, 404]).toContain(three.statusCode);
  }
  expect(await countOf(pid, first)).toEqual({ counted: 0, rows: 0 });
  expect(await countOf(pid, second)).toEqual({ counted: 0, rows: 0 });
});
