import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import { createPerson, createTeam } from '../../../../test/support/factories.ts';

const muster = useApp();

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
