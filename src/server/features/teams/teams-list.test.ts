import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();
let pid: string;
let headers: Record<string, string>;
beforeAll(async () => {
  const owner = await createPerson(muster);
  headers = bearer(await tokenOf(muster, owner));
  pid = await createProject(muster, { owners: [owner] });
});

test('teams are listed by name in pages, with as many queries for 50 as for one', async () => {
  const url = `/api/projects/${pid}/teams`;
  const spend = async () => {
    const before = muster.db.queryCount();
    const page = (await muster.call({ url, headers })).json();
    return { queries: muster.db.queryCount() - before, page };
  };
  await createTeam(muster, pid, { name: 'Émile' });
  const one = await spend();
  for (let i = 0; i < 54; i += 1) await createTeam(muster, pid, { name: `Team ${String(i).padStart(2, '0')}` });
  const many = await spend();
  expect([one.page.data.length, many.page.data.length]).toEqual([1, 50]);
  expect(many.queries).toBe(one.queries);
  await createTeam(muster, pid, { name: 'Aaa' });
  const rest = (await muster.call({ url: `${url}?cursor=${many.page.next}`, headers })).json();
  const names = [...many.page.data, ...rest.data].map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Émile', ...Array.from({ length: 54 }, (_, i) => `Team ${String(i).padStart(2, '0')}`)]);
  expect(rest.next).toBeNull();
  for (const query of ['cursor=nonsense', 'cursor=WyJhIl0', 'limit=0', 'limit=201', 'x=1']) {
    expect((await muster.call(`${url}?${query}`)).statusCode).toBe(400);
  }
});

const bad: [field: string, value: unknown][] = [
  ['tid', 'Not A Slug'],
  ['tid', ''],
  ['tid', 'x'.repeat(65)],
  ['tid', 'a\u0000'],
  ['name', ''],
  ['name', '\u00a0 '],
  ['name', 'x'.repeat(101)],
  ['name', 'a\u0000b'],
  ['name', 'a\tb'],
  ['name', 'a\udc00b'],
  ['name', null],
  ['name', 7],
  ['description', 'x'.repeat(20_001)],
  ['description', 'a\u0000b'],
  ['description', '\ud83d'],
  ['description', null],
  ['public_description', 'x'.repeat(20_001)],
  ['public_description', 'a\u001bb'],
  ['public_description', {}],
  ['headcount', -1],
  ['headcount', 1.5],
  ['headcount', '5'],
  ['headcount', 10_001],
  ['headcount', 2 ** 53 + 2],
  ['headcount', true],
  ['mailing_list', 'x'.repeat(255)],
  ['mailing_list', 'a\nb'],
  ['mailing_list', 'a\u0000b'],
  ['mailing_list', null],
  ['member_count', 3],
];

test.each(bad)('a team is not created or changed with %s %j', async (field, value) => {
  const project = await createProject(muster, {});
  await muster.db.transaction(async (trx) => {
    const { uid } = await trx
      .selectFrom('project_owners')
      .select('uid')
      .where('pid', '=', pid)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('project_owners')
      .values({ pid: project, uid, created_at: muster.clock.now().toISOString() })
      .execute();
  });
  const url = `/api/projects/${project}/teams`;
  const tid = await createTeam(muster, project);
  const before = (await muster.call({ url, headers })).json();
  for (const answer of [
    await muster.call({ method: 'POST', url, headers, payload: { tid: 'new', name: 'New', [field]: value } }),
    await muster.call({ method: 'PATCH', url: `${url}/${tid}`, headers, payload: { [field]: value } }),
  ]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toContain(`/${field}`);
  }
  expect((await muster.call({ url, headers })).json()).toEqual(before);
});

test('an empty change is rejected', async () => {
  const tid = await createTeam(muster, pid);
  const answer = await muster.call({ method: 'PATCH', url: `/api/projects/${pid}/teams/${tid}`, headers, payload: {} });
  expect(answer.statusCode).toBe(400);
});

test.each(['%00', '..%2F', '%F0%9F%98%80', 'x'.repeat(600), "'%20or%201=1"])('the team %s gets 404', async (tid) => {
  const answer = await muster.call({ url: `/api/projects/${pid}/teams/${tid}`, headers });
  expect([400, 404, 414]).toContain(answer.statusCode);
});

test('others count only the people they see, and get the right number of open places', async () => {
  const [seen, hidden, suspended, mate] = [
    await createPerson(muster),
    await createPerson(muster, { listing: 'hidden' }),
    await createPerson(muster, { suspended: true }),
    await createPerson(muster),
  ];
  const tid = await createTeam(muster, pid, { headcount: 10, members: [seen, hidden, suspended, mate] });
  const url = `/api/projects/${pid}/teams`;
  const counts = async (who: Record<string, string>) => {
    const one = (await muster.call({ url: `${url}/${tid}`, headers: who })).json();
    const list = (await muster.call({ url: `${url}?limit=200`, headers: who })).json();
    const listed = list.data.find((team: { tid: string }) => team.tid === tid);
    return [one, listed].map(({ member_count, headcount, open_places }) => [member_count, headcount, open_places]);
  };
  const outside = [2, 8, 6];
  expect(await counts({})).toEqual([outside, outside]);
  expect(await counts(bearer(await tokenOf(muster, await createPerson(muster))))).toEqual([outside, outside]);
  // The suspended person keeps the place, but is not counted.
  const inside = [3, 10, 6];
  expect(await counts(headers)).toEqual([inside, inside]);
  expect(await counts(bearer(await tokenOf(muster, mate)))).toEqual([inside, inside]);
  const changed = await muster.call({ method: 'PATCH', url: `${url}/${tid}`, headers, payload: { headcount: 11 } });
  expect(changed.json()).toMatchObject({ member_count: 3, headcount: 11, open_places: 7 });
});
