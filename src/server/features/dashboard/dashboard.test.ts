import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createPerson, createRows, createTeam } from '../../../../test/support/factories.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';

const muster = useApp();

const later = (hours: number) => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();

async function read(crew: Crew) {
  const before = muster.db.queryCount();
  const answer = await crew.as(crew.owner, 'GET', 'dashboard');
  expect(answer.statusCode).toBe(200);
  return { dashboard: answer.json(), queries: muster.db.queryCount() - before };
}

const addTask = async (crew: Crew, title: string, hours: number, more: object = {}) => {
  const payload = { title, starts_at: later(hours), ends_at: later(hours + 2), capacity: 2, tid: 'venue', ...more };
  const answer = await crew.as(crew.owner, 'POST', 'tasks', payload);
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
};
const addForm = async (crew: Crew, form: string, more: object = {}) => {
  const fields = [{ key: 'note', label: 'Note', type: 'text' }];
  const payload = { form, kind: 'custom', title: form, enabled: true, fields, ...more };
  expect((await crew.as(crew.owner, 'POST', 'forms', payload)).statusCode).toBe(201);
};

test('only owners read it', async () => {
  const crew = await createCrew(muster);
  for (const who of [crew.chief, crew.member, crew.stranger])
    expect((await crew.as(who, 'GET', 'dashboard')).statusCode).toBe(403);
  expect((await crew.as(undefined, 'GET', 'dashboard')).statusCode).toBe(401);
});

test('a new project has nothing that waits', async () => {
  const crew = await createCrew(muster);
  expect((await read(crew)).dashboard).toEqual({
    pid: crew.pid,
    people: 3,
    members: 1,
    applications: [],
    applied_teams: 0,
    invitations: { open: 0, ending: 0, held: 0, members: 0 },
    claims: 0,
    travel: [],
    tasks: { short: 0, places: 0, missing: 0, next: [] },
    sign_ups: { places: 0, days: [] },
    new: { people: 3, places: 0, answers: 0 },
    teams_without_chief: [],
    teams_without_chief_count: 0,
    open_loans: 0,
    missing_answers: [],
    recent: { count: 0, since: expect.any(String), data: [] },
  });
});

test('invitations that wait for the project to become public are not unanswered', async () => {
  const crew = await createCrew(muster);
  const { headers } = crew.owner;
  const payload = { state: 'draft' };
  await muster.call({ method: 'PATCH', url: `/api/projects/${crew.pid}`, headers, payload });
  await crew.as(crew.owner, 'POST', 'teams/venue/invitations', { emails: ['held@example.org'] });
  expect((await read(crew)).dashboard).toMatchObject({ invitations: { open: 0, ending: 0, held: 1, members: 1 } });
});

test('decisions, gaps, missing answers and changes, each counted as its own page counts it', async () => {
  const crew = await createCrew(muster);
  const { pid } = crew;
  await createTeam(muster, pid, { tid: 'sound', name: 'Sound' });
  const gone = await createPerson(muster, { suspended: true });
  await createTeam(muster, pid, { tid: 'light', name: 'Light', chiefs: [gone] });
  await createTeam(muster, pid, { tid: 'off', disabled: true });
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
  expect((await crew.as(crew.stranger, 'PUT', 'teams/venue/application', { message: 'Hi' })).statusCode).toBeLessThan(
    300,
  );
  const emails = { emails: ['one@example.org', 'two@example.org'] };
  expect((await crew.as(crew.owner, 'POST', 'teams/venue/invitations', emails)).statusCode).toBeLessThan(300);
  const desk = await addTask(crew, 'Desk', 48);
  await crew.as(crew.owner, 'PUT', `tasks/${desk}/attendees/${crew.member.uid}`);
  const bar = await addTask(crew, 'Bar', 24, { capacity: 1 });
  await crew.as(crew.owner, 'PUT', `tasks/${bar}/attendees/${crew.member.uid}`);
  await addTask(crew, 'Under way', -1);
  await addForm(crew, 'shirts', { closes_at: later(72) });
  await addForm(crew, 'later', { opens_at: later(24) });
  await addForm(crew, 'chiefs', { audience: 'chiefs' });
  await crew.as(crew.member, 'PUT', 'forms/shirts/response', { answers: { note: 'M' } });
  const { dashboard } = await read(crew);
  const missing = async (form: string) =>
    (await crew.as(crew.owner, 'GET', `forms/${form}/totals`)).json().not_answered;
  expect(dashboard).toMatchObject({
    // Neither the owner, who is in no team, nor the suspended chief.
    people: 3,
    members: 1,
    applications: [{ tid: 'venue', name: 'Team 1', count: 1 }],
    applied_teams: 1,
    invitations: { open: 2, ending: 0 },
    claims: 0,
    tasks: {
      short: 1,
      places: 1,
      missing: 0,
      next: [{ id: desk, title: 'Desk', team: 'Team 1', capacity: 2, attendee_count: 1 }],
    },
    teams_without_chief: [
      { tid: 'light', name: 'Light' },
      { tid: 'sound', name: 'Sound' },
    ],
    teams_without_chief_count: 2,
    missing_answers: [
      { form: 'shirts', count: await missing('shirts') },
      { form: 'chiefs', count: await missing('chiefs') },
    ],
  });
  expect(dashboard.missing_answers).toMatchObject([{ count: 3 }, { count: 2 }]);
  expect(dashboard.recent.data).toHaveLength(8);
  expect(dashboard.recent.data[0]).toMatchObject({ kind: 'response.saved', actor_name: 'Mia', form_title: 'shirts' });
});

test('the number of queries does not grow with the number of rows, and old changes are left out', async () => {
  const crew = await createCrew(muster);
  const fill = async (name: string) => {
    await addTask(crew, name, 24);
    await addForm(crew, name);
    await createTeam(muster, crew.pid, { tid: name, name });
  };
  await fill('one');
  const { queries } = await read(crew);
  await fill('two');
  await fill('three');
  const full = await read(crew);
  expect(full.queries).toBe(queries);
  expect(queries).toBe(19);
  expect(full.dashboard.recent.count).toBe(6);
  muster.clock.advance(25 * 3600);
  expect((await read(crew)).dashboard.recent).toMatchObject({ count: 0, data: [] });
});

test('counts go beyond what is listed, and everybody counts once', async () => {
  const crew = await createCrew(muster);
  const { pid } = crew;
  const teams = Array.from({ length: 60 }, (_, index) => ({ pid, tid: `t${index}`, name: `T ${index}` }));
  await createRows(muster, {
    teams: teams.map((team) => ({ ...team, members: [crew.member, crew.stranger] })),
  });
  await muster.db.transaction((trx) =>
    trx
      .insertInto('applications')
      .values(
        teams.map(({ tid }) => ({
          pid,
          tid,
          uid: crew.owner.uid,
          message: '',
          language: 'en',
          created_at: later(0),
          expires_at: later(24),
        })),
      )
      .execute(),
  );
  const { dashboard } = await read(crew);
  expect([dashboard.applications.length, dashboard.teams_without_chief.length]).toEqual([50, 50]);
  expect(dashboard).toMatchObject({ people: 4, members: 2, applied_teams: 60, teams_without_chief_count: 60 });
});

test('tasks below their minimum come first, then those with free places', async () => {
  const crew = await createCrew(muster);
  await addTask(crew, 'Enough', 24, { min_people: 0 });
  await addTask(crew, 'Short later', 72, { min_people: 2 });
  await addTask(crew, 'Short soon', 48, { min_people: 1 });
  const { tasks } = (await read(crew)).dashboard;
  expect(tasks).toMatchObject({ short: 3, places: 6, missing: 3 });
  expect(tasks.next.map(({ title, min_people }: { title: string; min_people: number }) => [title, min_people])).toEqual(
    [
      ['Short soon', 1],
      ['Short later', 2],
      ['Enough', 0],
    ],
  );
});

test('says how the plan filled day by day, and what came since yesterday', async () => {
  const crew = await createCrew(muster);
  const task = await addTask(crew, 'Desk', 60, { capacity: 9 });
  await addTask(crew, 'Bar', 60, { capacity: 2 });
  const [today, yesterday, before] = [later(0), later(-24), later(-72)];
  const people = await Promise.all([before, before, yesterday, today, today].map(() => createPerson(muster)));
  const rows = [before, before, yesterday, today, today].map((created_at, index) => ({
    task_id: task,
    uid: people[index]?.uid ?? '',
    created_at,
    state: 'joined' as const,
    // Who was replaced takes no place any more.
    replaced_at: index === 4 ? today : null,
  }));
  await muster.db.transaction((trx) => trx.insertInto('attendances').values(rows).execute());
  const { dashboard, queries } = await read(crew);
  expect(dashboard.sign_ups).toEqual({
    places: 11,
    days: [
      { day: before.slice(0, 10), taken: 2 },
      { day: yesterday.slice(0, 10), taken: 3 },
      { day: today.slice(0, 10), taken: 4 },
    ],
  });
  // Yesterday at this time is more than 24 hours ago by the time of the request.
  expect(dashboard.new).toEqual({ people: 3, places: 1, answers: 0 });
  expect(queries).toBe((await read(crew)).queries);
});
