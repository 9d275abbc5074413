import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createPerson, createTask, createTeam } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';

const muster = useApp();

async function createNamed() {
  const crew = await createCrew(muster);
  const { pid } = crew;
  const [zoe, gone] = [
    await createPerson(muster, { name: 'Zoë Anders' }),
    await createPerson(muster, { name: 'Zoltan', suspended: true }),
  ];
  await createTeam(muster, pid, { tid: 'zoo', name: 'Zöo', members: [zoe, gone] });
  await createTeam(muster, pid, { tid: 'closed', name: 'Zone', disabled: true });
  await createTask(muster, pid, { title: 'Feed the zoo', tid: 'zoo', visibility: 'team' });
  await createTask(muster, pid, { title: 'Zone check', tid: 'venue', visibility: 'team' });
  const field = { key: 'code', label: 'Code', type: 'text', max_length: 10 };
  const form = { form: 'zip', kind: 'custom', title: 'Zip codes', enabled: true, fields: [field] };
  expect((await crew.as(crew.owner, 'POST', 'forms', form)).statusCode).toBe(201);
  const find = async (who: typeof crew.owner, q: string, more = '') =>
    (await crew.as(who, 'GET', `search?q=${encodeURIComponent(q)}${more}`)).json();
  return { crew, zoe, find };
}

test('people find what they may see by its name: owners everyone, chiefs their own team, members nobody', async () => {
  const { crew, zoe, find } = await createNamed();
  const tasks = (...titles: string[]) => titles.map((title) => expect.objectContaining({ title }));
  expect(await find(crew.owner, 'ZO')).toEqual({
    people: [{ uid: zoe.uid, name: 'Zoë Anders', teams: ['Zöo'] }],
    teams: [{ tid: 'zoo', name: 'Zöo' }],
    tasks: tasks('Feed the zoo', 'Zone check'),
    forms: [],
  });
  expect((await find(crew.owner, 'zip')).forms).toEqual([{ form: 'zip', title: 'Zip codes' }]);
  const teams = [{ tid: 'zoo', name: 'Zöo' }];
  expect(await find(crew.chief, 'zo')).toEqual({ people: [], teams, tasks: tasks('Zone check'), forms: [] });
  expect((await find(crew.chief, 'mia')).people).toMatchObject([{ uid: crew.member.uid, name: 'Mia' }]);
  expect(await find(crew.member, 'mia')).toEqual({ people: [], teams: [], tasks: [], forms: [] });
  expect((await crew.as(crew.stranger, 'GET', 'search?q=zo')).statusCode).toBe(403);
});

test('a search has limits, and asks the same number of queries for one result and for many', async () => {
  const { crew, find } = await createNamed();
  expect((await find(crew.owner, 'zo', '&limit=1')).tasks).toHaveLength(1);
  expect((await find(crew.owner, ' ')).people).toEqual([]);
  for (const wrong of ['', '?q=a&limit=21', `?q=${'a'.repeat(101)}`, '?q=a&other=1'])
    expect((await crew.as(crew.owner, 'GET', `search${wrong}`)).statusCode).toBe(400);
  const queries = async (q: string) => {
    const before = muster.db.queryCount();
    await find(crew.owner, q);
    return muster.db.queryCount() - before;
  };
  await createTask(muster, crew.pid, { title: 'Zoe one' });
  expect(await queries('zoë')).toBe(await queries('z'));
});
