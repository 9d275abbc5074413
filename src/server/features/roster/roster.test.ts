import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp({ env: { RATE_LIMIT_SCALE: '1000' } });

const as = async (person: { uid: string }) => bearer(await tokenOf(muster, person));

async function event() {
  const owner = await createPerson(muster, { name: 'Owner' });
  const chief = await createPerson(muster, { name: 'Chief, "the"' });
  const formula = await createPerson(muster, { name: '=1+1', listing: 'hidden' });
  const gone = await createPerson(muster, { name: 'Suspended', suspended: true });
  const pid = await createProject(muster, { owners: [owner] });
  await createTeam(muster, pid, { tid: 'venue', chiefs: [chief], members: [formula, gone] });
  await createTeam(muster, pid, { tid: 'media', members: [chief] });
  await createTeam(muster, pid, { tid: 'closed', disabled: true, members: [await createPerson(muster), chief] });
  return { pid, owner, chief, formula, gone };
}

test('owners see everyone in the project once, with addresses, roles and teams', async () => {
  const { pid, owner, chief, formula, gone } = await event();
  const headers = await as(owner);
  const url = `/api/projects/${pid}/people`;
  const first = (await muster.call({ url: `${url}?limit=3`, headers })).json();
  const second = (await muster.call({ url: `${url}?limit=3&cursor=${first.next}`, headers })).json();
  expect(second.next).toBeNull();
  const plain = { owner: false, suspended: false };
  expect([...first.data, ...second.data]).toEqual([
    { ...formula, ...plain, teams: [{ tid: 'venue', role: 'member' }] },
    {
      ...chief,
      ...plain,
      teams: [
        { tid: 'media', role: 'member' },
        { tid: 'venue', role: 'chief' },
      ],
    },
    { ...owner, ...plain, owner: true, teams: [] },
    { ...gone, ...plain, suspended: true, teams: [{ tid: 'venue', role: 'member' }] },
  ]);
});

test('CSV has the same content and is safe for spreadsheets', async () => {
  const { pid, owner, chief, formula, gone } = await event();
  const answer = await muster.call({ url: `/api/projects/${pid}/people.csv`, headers: await as(owner) });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.body).toBe(
    [
      '\uFEFFuid,name,email,owner,suspended,teams',
      `${formula.uid},'=1+1,${formula.email},false,false,venue:member`,
      `${chief.uid},"Chief, ""the""",${chief.email},false,false,media:member venue:chief`,
      `${owner.uid},Owner,${owner.email},true,false,`,
      `${gone.uid},Suspended,${gone.email},false,true,venue:member`,
      '',
    ].join('\r\n'),
  );
});

test('only owners of the project see the addresses', async () => {
  const { pid, chief, formula } = await event();
  const [admin, other] = [await createPerson(muster, { administrator: true }), await createPerson(muster)];
  await createProject(muster, { owners: [other] });
  for (const url of [`/api/projects/${pid}/people`, `/api/projects/${pid}/people.csv`]) {
    for (const person of [chief, formula, admin, other]) {
      const answer = await muster.call({ url, headers: await as(person) });
      expect(answer.statusCode).toBe(403);
      expect(answer.body).not.toContain(chief.email);
    }
    expect((await muster.call(url)).statusCode).toBe(401);
  }
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
  const one = await spend();
  expect(one.count).toBe(1);
  const members = [];
  for (let i = 0; i < 230; i += 1) members.push(await createPerson(muster));
  await createTeam(muster, pid, { members });
  expect(await spend()).toEqual({ queries: one.queries, count: 50 });
  const csv = await muster.call({ url: `/api/projects/${pid}/people.csv`, headers });
  const lines = csv.body.trim().split('\r\n').slice(1);
  expect(new Set(lines.map((line) => line.split(',')[0]))).toEqual(
    new Set([owner.uid, ...members.map(({ uid }) => uid)]),
  );
  expect(lines).toHaveLength(231);
});

test('planners find people of the project by name, without their addresses', async () => {
  const crew = await createCrew(muster);
  const gone = await createPerson(muster, { name: 'Minna', suspended: true });
  await createTeam(muster, crew.pid, { tid: 'more', members: [await createPerson(muster, { name: 'Mío' }), gone] });
  await createTeam(muster, crew.pid, {
    tid: 'off',
    disabled: true,
    members: [await createPerson(muster, { name: 'Mika' })],
  });
  const hint = /^.•••@[a-z.]+$/;
  const find = async (q: string, who = crew.chief) => (await crew.as(who, 'GET', `candidates?${q}`)).json();
  expect((await find('q=mi')).data).toEqual([
    { uid: crew.member.uid, name: 'Mia', email_hint: expect.stringMatching(hint), teams: [expect.anything()] },
    {
      uid: expect.any(String),
      name: 'Mío',
      email_hint: expect.stringMatching(hint),
      teams: [{ project: expect.any(String), team: expect.any(String), role: 'member' }],
    },
  ]);
  const zhang = await createPerson(muster, { name: '張美惠 Mimi' });
  await createTeam(muster, crew.pid, { tid: 'last', members: [zhang] });
  for (const q of ['mim', '美', '張']) {
    expect((await find(`q=${encodeURIComponent(q)}`)).data).toMatchObject([{ uid: zhang.uid, name: zhang.name }]);
  }
  const page = await find('limit=3');
  expect(page.data.map(({ name }: { name: string }) => name)).toEqual(['Chen', 'Mia', 'Mío']);
  expect((await find(`cursor=${page.next}`)).data.map(({ name }: { name: string }) => name)).toEqual([
    'Olga',
    'Otto',
    '張美惠 Mimi',
  ]);
  const before = muster.db.queryCount();
  await find('q=zzz');
  expect(muster.db.queryCount() - before).toBe(4);
  expect((await crew.as(crew.member, 'GET', 'candidates')).statusCode).toBe(403);
});
