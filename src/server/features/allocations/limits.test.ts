import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createPerson } from '../../../../test/support/factories.ts';
import { at, shiftsIn } from '../../../../test/support/world/drafts.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';

const muster = useApp();

const { shift, draft } = shiftsIn(muster);

test('plans nobody for more hours on a day than the draft allows, also when it is applied', async () => {
  const crew = await createCrew(muster);
  const away = { unavailable: [{ from: at(0), to: at(23) }] };
  for (const person of [crew.chief, crew.otherChief]) await crew.as(person, 'PUT', 'availability', away);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ timezone: 'Asia/Taipei' }).where('pid', '=', crew.pid).execute(),
  );
  // 15:00 to 16:00 UTC is the last hour of the day in Taipei.
  const shifts = [await shift(crew, 10, 13), await shift(crew, 13, 15), await shift(crew, 16, 20)];
  const free = await draft(crew);
  expect(free).toMatchObject({ max_hours_per_day: null, summary: { place_count: 3, missing: 0 } });
  const made = await draft(crew, { max_hours_per_day: 4 });
  expect(made).toMatchObject({
    max_hours_per_day: 4,
    summary: { place_count: 2, missing: 1, bound: expect.toBeOneOf([1, null]) },
    gaps: [{ obstacles: expect.arrayContaining([{ obstacle: 'max_hours_per_day', people: 1 }]) }],
  });
  await shift(crew, 8, 10, { title: 'Meanwhile' });
  const [meanwhile] = (await crew.as(crew.owner, 'GET', 'tasks?day=2099-01-01')).json().data;
  await crew.as(crew.owner, 'PUT', `tasks/${meanwhile.id}/attendees/${crew.member.uid}`);
  const applied = await crew.as(crew.owner, 'PUT', `allocations/${made.id}/applied`);
  expect(applied.json()).toMatchObject({
    skipped: [{ uid: crew.member.uid, reason: 'max_hours_per_day' }],
    placed: [{ task: shifts[2], uid: crew.member.uid }],
  });
  for (const hours of [0, 25, 1.5, '8'])
    expect((await crew.as(crew.owner, 'POST', 'allocations', { max_hours_per_day: hours })).statusCode).toBe(400);
});

test('fills tasks up to their minimum, or all places after all minimums', async () => {
  const crew = await createCrew(muster);
  await createMembers(muster, crew.pid, 'venue', 2);
  const early = await shift(crew, 9, 12);
  const late = await shift(crew, 11, 14, { min_people: 3 });
  const placesIn = ({ assignments }: { assignments: { task: string }[] }) =>
    [early, late].map((id) => assignments.filter(({ task }) => task === id).length);
  const minimums = await draft(crew);
  expect(minimums).toMatchObject({ fill_all: false, summary: { place_count: 4, missing: 0 } });
  expect(placesIn(minimums)).toEqual([1, 3]);
  const full = await draft(crew, { fill_all: true });
  // Five people for six places at the same time: only a place above the minimum stays free.
  expect(full).toMatchObject({ fill_all: true, summary: { place_count: 5, missing: 0 } });
  expect(full.gaps).toMatchObject([
    { task: early, missing: 0, empty: 1, obstacles: [{ obstacle: 'task_overlap', people: 3 }] },
  ]);
  expect(placesIn(full)).toEqual([2, 3]);
  const applied = await crew.as(crew.owner, 'PUT', `allocations/${full.id}/applied`);
  expect(applied.json()).toMatchObject({ skipped: [], placed: { length: 5 } });
});

test('says in how many separate blocks of a day people work', async () => {
  const crew = await createCrew(muster);
  const away = { unavailable: [{ from: at(0), to: at(23) }] };
  for (const person of [crew.chief, crew.otherChief]) await crew.as(person, 'PUT', 'availability', away);
  const hours = async () => (await draft(crew)).hours;
  await shift(crew, 1, 2);
  await shift(crew, 2, 3);
  expect(await hours()).toMatchObject([{ uid: crew.member.uid, after: 2, blocks: 1 }]);
  await shift(crew, 5, 6);
  await shift(crew, 8, 9);
  expect(await hours()).toMatchObject([{ uid: crew.member.uid, after: 4, blocks: 3 }]);
});

test('tells how many tasks that lack people have begun', async () => {
  const crew = await createCrew(muster);
  await shift(crew, 9, 12);
  const now = Date.parse(muster.clock.now().toISOString());
  const hour = (count: number): string => new Date(now + count * 3_600_000).toISOString();
  const running = { starts_at: hour(-1), ends_at: hour(2) };
  await shift(crew, 1, 2, running);
  await shift(crew, 1, 2, { ...running, min_people: 0 });
  await shift(crew, 1, 2, { starts_at: hour(-3), ends_at: hour(-1) });
  await shift(crew, 1, 2, { ...running, tid: 'press' });
  const staffed = await shift(crew, 1, 2, running);
  await crew.as(crew.owner, 'PUT', `tasks/${staffed}/attendees/${crew.member.uid}`);
  expect((await draft(crew, { tids: ['venue'] })).summary).toMatchObject({ task_count: 1, begun_count: 1 });
  const { person_count } = (await draft(crew)).summary;
  const active = [await createPerson(muster), await createPerson(muster)];
  const helpers = [...active, await createPerson(muster, { suspended: true })];
  const created_at = muster.clock.now().toISOString();
  const rows = helpers.map(({ uid }) => ({ pid: crew.pid, uid, created_at }));
  await muster.db.transaction((trx) => trx.insertInto('helpers').values(rows).execute());
  expect((await draft(crew)).summary).toMatchObject({ begun_count: 2, person_count: person_count + 2 });
});

/** A crew in London of which only the member is free on these two days. */
async function createNightCrew() {
  const crew = await createCrew(muster);
  const away = { unavailable: [{ from: at(0), to: '2099-01-03T00:00:00.000Z' }] };
  for (const person of [crew.chief, crew.otherChief]) await crew.as(person, 'PUT', 'availability', away);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ timezone: 'Europe/London' }).where('pid', '=', crew.pid).execute(),
  );
  return crew;
}

test('leaves people 8 hours of rest between two days, also when it is applied', async () => {
  const crew = await createNightCrew();
  const night = await shift(crew, 22, 23, { ends_at: '2099-01-02T06:00:00.000Z' });
  const morning = { starts_at: '2099-01-02T06:00:00.000Z', ends_at: '2099-01-02T10:00:00.000Z' };
  const early = await shift(crew, 0, 0, morning);
  const made = await draft(crew);
  expect(made).toMatchObject({
    summary: { place_count: 1, missing: 1 },
    gaps: [{ obstacles: expect.arrayContaining([{ obstacle: 'too_little_rest', people: 1 }]) }],
  });
  const [{ task: taken }] = made.assignments;
  const open = taken === night ? early : night;
  const candidates = `candidates?uids=${crew.member.uid}`;
  expect((await crew.as(crew.owner, 'GET', `tasks/${taken}/${candidates}`)).json().data).toMatchObject([
    { rested: true },
  ]);
  await crew.as(crew.owner, 'PUT', `tasks/${open}/attendees/${crew.member.uid}`);
  expect((await crew.as(crew.owner, 'GET', `tasks/${taken}/${candidates}`)).json().data).toEqual([
    { uid: crew.member.uid, refusal: null, missing_skills: [], rule: null, available: true, rested: false },
  ]);
  expect((await crew.as(crew.owner, 'PUT', `allocations/${made.id}/applied`)).json()).toMatchObject({
    placed: [],
    skipped: [{ task: taken, uid: crew.member.uid, reason: 'too_little_rest' }],
  });
});

test('lets the tasks of one night follow each other', async () => {
  const crew = await createNightCrew();
  await shift(crew, 22, 23, { ends_at: '2099-01-02T02:00:00.000Z' });
  await shift(crew, 0, 0, { starts_at: '2099-01-02T02:00:00.000Z', ends_at: '2099-01-02T06:00:00.000Z' });
  await shift(crew, 0, 0, { starts_at: '2099-01-02T14:00:00.000Z', ends_at: '2099-01-02T16:00:00.000Z' });
  expect((await draft(crew)).summary).toMatchObject({ place_count: 3, missing: 0 });
});

test('names the first people who cannot for personal reasons, whether they are too young or have no birthday', async () => {
  const crew = await createCrew(muster);
  const kind = (await crew.as(crew.owner, 'POST', 'task-kinds', { name: 'Bar', min_age: 18 })).json().id;
  const now = muster.clock.now().getTime();
  const [starts_at, ends_at] = [24, 26].map((hours) => new Date(now + hours * 3_600_000).toISOString());
  const task = { title: 'Bar', tid: 'venue', visibility: 'team', capacity: 5, min_people: 5, starts_at, ends_at, kind };
  expect((await crew.as(crew.owner, 'POST', 'tasks', task)).statusCode).toBe(201);
  const gap = async () => (await draft(crew)).gaps[0];
  const before = await gap();
  expect(before).toMatchObject({
    obstacles: expect.arrayContaining([{ obstacle: 'not_possible', people: 2 }]),
    fix: { kind: 'ask_them', people: 2, ask: [{ uid: crew.chief.uid }, { uid: crew.member.uid }] },
  });
  const birthday = `${Number(starts_at?.slice(0, 4)) - 9}-01-01`;
  const payload = { name: '', phone: '', national_id: '', company: '', birthday };
  await muster.call({ method: 'PUT', url: '/api/me/real-profile', headers: crew.member.headers, payload });
  expect(await gap()).toEqual(before);
});

test('names the skills to teach', async () => {
  const crew = await createCrew(muster);
  const add = async (what: string, body: object) => (await crew.as(crew.owner, 'POST', what, body)).json().id;
  const [aid, radio] = [await add('skills', { name: 'First aid' }), await add('skills', { name: 'Radio' })];
  const kind = await add('task-kinds', { name: 'Medic', requires: [aid, radio] });
  await shift(crew, 9, 12, { kind_id: kind });
  const fix = async () => (await draft(crew)).gaps[0].fix;
  expect(await fix()).toMatchObject({ kind: 'teach', skills: ['First aid', 'Radio'], ask: [] });
  for (const person of [crew.member, crew.chief, crew.otherChief])
    await crew.as(crew.owner, 'PUT', `people/${person.uid}/skills/${aid}`);
  expect(await fix()).toMatchObject({ kind: 'teach', people: 3, skills: ['Radio'] });
});
