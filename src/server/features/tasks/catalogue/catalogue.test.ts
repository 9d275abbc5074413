import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

const post = (path: string, payload: object, who: Caller = crew.owner) => crew.as(who, 'POST', path, payload);
const patch = (path: string, payload: object, who: Caller = crew.owner) => crew.as(who, 'PATCH', path, payload);

async function create(path: string, payload: object): Promise<{ id: string }> {
  const response = await post(path, payload);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

const auditOf = (subject: string) =>
  muster.db.read.selectFrom('audit').select(['actor', 'kind']).where('subject', '=', subject).orderBy('id').execute();

test.each([
  ['places', { name: 'Hall A', map_url: 'https://example.org/map' }, { name: 'Hall C' }, 'place'],
  [
    'skills',
    { name: 'First aid', description: 'A course', granted: true, valid_months: 24 },
    { granted: false },
    'skill',
  ],
  [
    'task-kinds',
    {
      name: 'Bar',
      briefing: 'Bring a jacket',
      requires: [],
      min_age: 18,
      weight: 1.5,
      rest_minutes: 60,
      max_consecutive_minutes: 360,
      leave_until_hours: 12,
    },
    { weight: 2, min_age: null },
    'kind',
  ],
])('owners add, change and delete %s, with audit entries; others read them', async (path, entry, change, kind) => {
  const created = await create(path, entry);
  expect(created).toEqual({ ...entry, id: created.id });
  const changed = await patch(`${path}/${created.id}`, change);
  expect([changed.statusCode, changed.json()]).toEqual([200, { ...entry, ...change, id: created.id }]);
  const stale = await crew.as(crew.owner, 'PATCH', `${path}/${created.id}`, change, { 'if-match': '"1"' });
  expect(stale.statusCode).toBe(412);
  expect((await crew.as(crew.member, 'GET', path)).json()).toEqual({ data: [changed.json()], next: null });
  for (const who of [crew.chief, crew.member, crew.stranger]) {
    expect((await post(path, { name: 'Mine' }, who)).statusCode).toBe(403);
    expect((await patch(`${path}/${created.id}`, { name: 'Mine' }, who)).statusCode).toBe(403);
    expect((await crew.as(who, 'DELETE', `${path}/${created.id}`)).statusCode).toBe(403);
  }
  const again = await post(path, { ...entry, name: changed.json().name });
  expect(again.json()).toMatchObject({ status: 409, code: 'already_exists', errors: [{ pointer: '/name' }] });
  expect((await crew.as(crew.owner, 'DELETE', `${path}/${created.id}`)).statusCode).toBe(204);
  expect((await crew.as(crew.owner, 'DELETE', `${path}/${created.id}`)).statusCode).toBe(404);
  const verbs = ['created', 'changed', 'removed'];
  expect(await auditOf(created.id)).toEqual(verbs.map((verb) => ({ actor: crew.owner.uid, kind: `${kind}.${verb}` })));
});

test('the briefing of a kind is for people and helpers of the project', async () => {
  const other = await createCrew(muster);
  await other.as(other.owner, 'POST', 'task-kinds', { name: 'Door', briefing: 'The code is 4711' });
  const read = async (who: Caller) => (await other.as(who, 'GET', 'task-kinds')).json().data[0].briefing;
  expect([await read(other.member), await read(other.stranger)]).toEqual(['The code is 4711', '']);
  const { id } = (await other.as(other.owner, 'POST', 'tasks', task({ visibility: 'signed_in' }))).json();
  expect((await other.as(other.stranger, 'PUT', `tasks/${id}/attendance`)).statusCode).toBe(204);
  expect(await read(other.stranger)).toBe('The code is 4711');
});

const task = (fields: object) => ({
  title: 'Desk',
  starts_at: '2026-08-08T09:00:00Z',
  ends_at: '2026-08-08T10:00:00Z',
  capacity: 2,
  ...fields,
});

test.each([
  ['tasks', task({ min_people: 3 }), 400, '/min_people'],
  ['tasks', task({ ends_at: '2026-08-08T09:00:00Z' }), 400, '/ends_at'],
  ['tasks', task({ place: 'nowhere' }), 422, '/place'],
  ['tasks', task({ kind: 'none' }), 422, '/kind'],
  ['tasks', task({ visibility: 'world' }), 400, '/visibility'],
  ['tasks', task({ visibility: 'team' }), 400, '/visibility'],
  ['tasks', task({ joining: 'maybe' }), 400, '/joining'],
  ['task-kinds', { name: 'A', requires: ['unknown'] }, 400, '/requires/0'],
  ['task-kinds', { name: 'A', min_age: 0 }, 400, '/min_age'],
  ['task-kinds', { name: 'A', rest_minutes: 2881 }, 400, '/rest_minutes'],
  ['task-kinds', { name: ' ' }, 400, '/name'],
  ['places', { name: 'A', map_url: 'javascript:alert(1)' }, 400, '/map_url'],
  ['skills', { name: 'A', level: 1 }, 400, '/level'],
])('%s with %o is refused at the field', async (path, payload, status, pointer) => {
  const rows = () => muster.db.read.selectFrom('audit').select('id').execute();
  const before = await rows();
  const response = await post(path, payload);
  expect([response.statusCode, response.json().errors[0].pointer]).toEqual([status, pointer]);
  expect(await rows()).toEqual(before);
});

test('a task changes only to a team, place, kind and skill of its project', async () => {
  const { id } = await create('tasks', task({}));
  for (const field of ['tid', 'place', 'kind', 'grants_skill']) {
    const response = await patch(`tasks/${id}`, { [field]: 'nowhere' });
    expect([response.statusCode, response.json().errors?.[0].pointer]).toEqual([422, `/${field}`]);
  }
});

test('a task can need as many people as it has places', async () => {
  expect((await post('tasks', task({ min_people: 2 }))).statusCode).toBe(201);
});

test('a project has at most 200 places', async () => {
  const other = await createCrew(muster);
  await muster.db.transaction(async (trx) => {
    const places = Array.from({ length: 200 }, (_, index) => ({
      id: `${other.pid}${index}`,
      pid: other.pid,
      name: `P${index}`,
    }));
    await trx.insertInto('places').values(places).execute();
  });
  expect((await other.as(other.owner, 'POST', 'places', { name: 'One more' })).statusCode).toBe(422);
});

test('people say what they can do; what is only granted is given by owners and chiefs', async () => {
  const [cooking, driving] = [
    await create('skills', { name: 'Cooking' }),
    await create('skills', { name: 'Driving', granted: true }),
  ];
  const declare = (skills: string[]) => crew.as(crew.member, 'PUT', 'my-skills', { skills });
  expect((await declare([cooking.id])).json().data).toEqual([
    { id: cooking.id, name: 'Cooking', granted: false, valid_until: null },
  ]);
  const refused = await declare([cooking.id, driving.id]);
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ pointer: '/skills/1' }] });
  expect((await declare(['unknown'])).json()).toMatchObject({ status: 400, errors: [{ pointer: '/skills/0' }] });
  const path = `people/${crew.member.uid}/skills/${driving.id}`;
  expect((await crew.as(crew.otherChief, 'PUT', path)).statusCode).toBe(404);
  expect((await crew.as(crew.member, 'PUT', path)).statusCode).toBe(403);
  expect((await crew.as(crew.chief, 'PUT', path)).statusCode).toBe(204);
  expect((await crew.as(crew.chief, 'PUT', path)).statusCode).toBe(204);
  const granted = { id: driving.id, name: 'Driving', granted: true, valid_until: null };
  expect((await declare([])).json().data).toEqual([granted]);
  expect((await crew.as(crew.chief, 'GET', `people/${crew.member.uid}/skills`)).json().data).toEqual([granted]);
  const notices = await muster.db.read
    .selectFrom('notices')
    .select('kind')
    .where('uid', '=', crew.member.uid)
    .where('subject', '=', driving.id)
    .execute();
  expect(notices).toEqual([{ kind: 'skill.granted' }]);
  expect((await crew.as(crew.owner, 'DELETE', path)).statusCode).toBe(204);
  expect((await crew.as(crew.member, 'GET', 'my-skills')).json().data).toEqual([]);
});

test('a deleted place or kind leaves the tasks', async () => {
  const [place, kind] = [await create('places', { name: 'Gate' }), await create('task-kinds', { name: 'Gate' })];
  const created = await create('tasks', task({ place: place.id, kind: kind.id, min_people: 1 }));
  await crew.as(crew.owner, 'DELETE', `places/${place.id}`);
  await crew.as(crew.owner, 'DELETE', `task-kinds/${kind.id}`);
  const read = (await crew.as(crew.owner, 'GET', `tasks/${created.id}`)).json();
  expect(read).toMatchObject({ place: null, kind: null, min_people: 1 });
});

test('what people said about themselves does not count once only organisers give the skill, what was given does', async () => {
  const skill = await create('skills', { name: 'Forklift' });
  const kind = await create('task-kinds', { name: 'Loading', requires: [skill.id] });
  const { id } = await create('tasks', task({ kind: kind.id }));
  const join = async (who: Caller) => (await crew.as(who, 'PUT', `tasks/${id}/attendance`)).statusCode;
  await crew.as(crew.member, 'PUT', 'my-skills', { skills: [skill.id] });
  await crew.as(crew.owner, 'PATCH', `skills/${skill.id}`, { granted: true });
  expect(await join(crew.member)).toBe(409);
  await crew.as(crew.owner, 'PUT', `people/${crew.member.uid}/skills/${skill.id}`);
  // This is what remains when the account of the person who gave it is erased.
  await muster.db.transaction((trx) => trx.updateTable('person_skills').set({ granted_by: null }).execute());
  expect(await join(crew.member)).toBe(204);
});

test('owners see how many tasks use a kind and a location, and how many people have a skill', async () => {
  const { id: kind } = await create('task-kinds', { name: 'Counted kind' });
  const { id: place } = await create('places', { name: 'Counted place' });
  const { id: skill } = await create('skills', { name: 'Counted skill' });
  await create('skills', { name: 'Skill of nobody' });
  const times = { starts_at: '2030-08-08T01:00:00Z', ends_at: '2030-08-08T02:00:00Z' };
  for (const at of [place, null]) await create('tasks', { title: 'Counted', capacity: 1, ...times, kind, place: at });
  const granted = await crew.as(crew.owner, 'PUT', `people/${crew.member.uid}/skills/${skill}`);
  expect(granted.statusCode, granted.body).toBe(204);
  const uses = await crew.as(crew.owner, 'GET', 'catalogue-uses');
  const counts = new Map(uses.json().data.map((one: { id: string; count: number }) => [one.id, one.count]));
  expect([kind, place, skill].map((id) => counts.get(id))).toEqual([2, 1, 1]);
  expect((await crew.as(crew.chief, 'GET', 'catalogue-uses')).statusCode).toBe(403);
});
