import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createPerson, createRows } from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { insertRows } from '../../../db/transfer.ts';
import { newId } from '../../../lib/secrets.ts';
import type { SeriesStatistics } from './series-statistics.schema.ts';
import { seriesTable } from './series-statistics.service.ts';

const muster = useApp();

const follows = (crew: Crew, before: Crew, starts_on: string) =>
  muster.db.transaction((trx) =>
    trx
      .updateTable('projects')
      .set({ follows: before.pid, starts_on, ends_on: starts_on })
      .where('pid', '=', crew.pid)
      .execute(),
  );
const statistics = async (crew: Crew, who: Caller = crew.owner): Promise<SeriesStatistics> =>
  (await crew.as(who, 'GET', 'series/statistics')).json();
const table = async (crew: Crew, name: string): Promise<string[][]> =>
  (await crew.as(crew.owner, 'GET', `series/statistics.csv?table=${name}`)).body
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

/** The same people in the first teams of several years, so that it is known who came again. */
const join = (crew: Crew, people: readonly Caller[], created_at = '2026-01-01T00:00:00.000Z') =>
  muster.db.transaction((trx) =>
    insertRows(
      trx,
      'memberships',
      people.map(({ uid }) => ({
        pid: crew.pid,
        tid: 'venue',
        uid,
        role: 'member',
        created_at,
        role_since: created_at,
      })),
    ),
  );

/** Three years: 12 people of the first come again in the second, and 3 of them in the third, which is still to come. */
async function threeYears() {
  const [first, second, third] = [await createCrew(muster), await createCrew(muster), await createCrew(muster)];
  await follows(second, first, '2025-08-08');
  await follows(third, second, '2099-08-08');
  const people = await createMembers(muster, first.pid, 'venue', 20);
  await join(second, people.slice(0, 12), '2025-07-30T00:00:00.000Z');
  await join(third, people.slice(0, 3));
  return { first, second, third, people };
}

test('an owner who was not there before sees who came, came again and left, and how long people stay', async () => {
  const { first, second, third } = await threeYears();
  const { years, stays, cohorts } = await statistics(third);
  expect(
    years.map(({ pid, people, new_people: fresh, returning_people: back, left_people: left }) => [
      pid,
      people,
      fresh,
      back,
      left,
    ]),
  ).toEqual([
    [first.pid, 24, 24, 0, null],
    [second.pid, 16, 4, 12, 12],
    // Nobody knows yet who stays away.
    [third.pid, 7, 4, 3, null],
  ]);
  expect(stays).toEqual([20, 9, 3]);
  expect(cohorts).toEqual([
    { pid: first.pid, people: [24, 12, 3] },
    { pid: second.pid, people: [4, 0] },
    { pid: third.pid, people: [4] },
  ]);
  expect(years[1]?.joined?.at(-3)).toBe(12);
  expect(years[0]?.joined).toBeNull();
  // Those of an earlier year see nothing of a later one.
  expect((await statistics(first)).years).toHaveLength(1);
  expect((await statistics(second)).years).toHaveLength(2);
  for (const who of [third.chief, third.member, third.stranger, first.owner])
    expect((await third.as(who, 'GET', 'series/statistics')).statusCode).toBe(403);
});

test('people agree with the list of people: also owners, helpers and suspended ones, none of disabled teams', async () => {
  const { third, people } = await threeYears();
  const created_at = '2026-01-01T00:00:00.000Z';
  await createRows(muster, {
    teams: [{ pid: third.pid, tid: 'off', name: 'Off', disabled: true, members: [people[10] ?? third.owner] }],
  });
  const suspended = await createPerson(muster, { suspended: true });
  await muster.db.transaction((trx) =>
    trx
      .insertInto('helpers')
      .values(
        [people[11] ?? third.owner, third.member, suspended].map(({ uid }) => ({ pid: third.pid, uid, created_at })),
      )
      .execute(),
  );
  const { total } = (await third.as(third.owner, 'GET', 'people?limit=1')).json();
  expect((await statistics(third)).years.at(-1)?.people).toBe(total);
});

/** Marks of every sort, with times that are rounded up and down, and weights. */
async function work(crew: Crew): Promise<void> {
  const people = await createMembers(muster, crew.pid, 'venue', 60);
  const at = '2026-01-01T00:00:00.000Z';
  const kinds = [50, 100, 133].map((weight_percent, index) => ({
    id: newId(muster.clock.now()),
    pid: crew.pid,
    name: `Kind ${index}`,
    weight_percent,
  }));
  const tasks = Array.from({ length: 12 }, (_, index) => ({
    id: newId(muster.clock.now()),
    pid: crew.pid,
    tid: ['venue', 'press', null][index % 3] ?? null,
    kind_id: [...kinds.map(({ id }) => id), null][index % 4] ?? null,
    title: 'Task',
    starts_at: `2025-08-0${1 + (index % 5)}T08:00:00.000Z`,
    ends_at: `2025-08-0${1 + (index % 5)}T10:1${index % 10}:00.000Z`,
    capacity: 100,
    created_at: at,
  }));
  const states = ['done', 'left_early', 'no_show', 'joined', 'arrived'];
  const attendances = tasks.flatMap(({ id, starts_at, ends_at }, task) =>
    people.slice(task * 2).map(({ uid }, index) => {
      const state = states[(index + task) % states.length] ?? 'done';
      const shifted = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
      const isMarked = index % 4 !== 0 && state !== 'no_show';
      return {
        task_id: id,
        uid,
        created_at: at,
        state,
        // Exactly on the border of a quarter, and a millisecond beside it.
        arrived_at: isMarked ? shifted(starts_at, (index - 20) * 450_000 + (index % 3) - 1) : null,
        left_at: isMarked && index % 3 === 0 ? shifted(ends_at, (index - 30) * 450_000) : null,
      };
    }),
  );
  await muster.db.transaction(async (trx) => {
    await insertRows(trx, 'task_kinds', kinds);
    await insertRows(
      trx,
      'tasks',
      tasks.map((task) => ({ ...task, attendee_count: 60 })),
    );
    await insertRows(trx, 'attendances', attendances);
    await insertRows(
      trx,
      'work',
      people.slice(0, 9).map(({ uid }, index) => ({
        id: newId(muster.clock.now()),
        pid: crew.pid,
        uid,
        tid: index % 2 === 0 ? 'venue' : null,
        title: 'Work',
        state: index === 8 ? 'claimed' : 'approved',
        starts_at: '2025-08-01T08:00:00.000Z',
        ends_at: `2025-08-01T09:${10 + index}:30.000Z`,
        created_at: at,
      })),
    );
  });
}

test('hours and no-shows are the sums of the list of hours, on both engines', async () => {
  const crew = await createCrew(muster);
  await work(crew);
  const listed = { minutes: 0, no_shows: 0 };
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { data: { minutes: number; no_shows: number }[]; next: string | null } = (
      await crew.as(crew.owner, 'GET', `hours?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`)
    ).json();
    for (const row of page.data) {
      listed.minutes += row.minutes;
      listed.no_shows += row.no_shows;
    }
    cursor = page.next;
  }
  expect(listed.minutes).toBeGreaterThan(10_000);
  const [year] = (await statistics(crew)).years;
  expect({ minutes: year?.minutes, no_shows: year?.no_shows }).toEqual(listed);
  // The earlier statistics count the same by rules of their own.
  const [before] = (await crew.as(crew.owner, 'GET', 'statistics')).json().projects;
  expect(year?.teams).toEqual(before.teams.map((team: object) => expect.objectContaining(team)));
});

const leftOut = 'Counts below 5 and numbers that would reveal one are left out.';

test('exports have no count below five, and none from which one would follow', async () => {
  const { third, people } = await threeYears();
  await join(third, people.slice(12, 15), '2098-12-01T00:00:00.000Z');
  expect((await table(third, 'people')).slice(1).map((line) => line.slice(2))).toEqual([
    ['24', '24', '0', '', '0', ''],
    ['16', '', '', '', '0', leftOut],
    ['10', '', '', '', '0', leftOut],
  ]);
  expect(await table(third, 'stays')).toEqual([
    [expect.any(String), 'People', 'Note'],
    ['1', '', leftOut],
    ['2', '', leftOut],
    ['3', '', leftOut],
  ]);
  const cells = (await table(third, 'cohorts')).slice(1).map((line) => line.slice(1));
  expect(cells).toEqual([
    ['24', '', '', leftOut],
    ['', '', '', leftOut],
    ['', '', '', leftOut],
  ]);
  const joined = (await table(third, 'joined')).slice(1);
  expect(joined.map(([, earlier]) => earlier).filter((cell) => cell !== '')).toEqual(['16']);
  expect(joined.at(-1)?.slice(-2)).toEqual(['10', '']);
  // Weeks before the event.
  expect(joined.map(([weeks]) => weeks)).toEqual(joined.map((_, index) => String(joined.length - 1 - index)));
});

test('tables by team hide the hours of fewer than five people, and texts cannot become formulas', async () => {
  const crew = await createCrew(muster);
  await work(crew);
  await muster.db.transaction((trx) =>
    trx.updateTable('teams').set({ name: '=1+1' }).where('pid', '=', crew.pid).where('tid', '=', 'press').execute(),
  );
  const lines = await table(crew, 'teams');
  expect(lines[0]).toEqual(['Year', 'Project', 'Team', 'People', 'Shifts', 'No-shows', 'Hours', 'Note']);
  expect(lines.map((line) => line[2])).toContain("'=1+1");
  expect(lines.slice(1)).toHaveLength(3);
  const inGerman = await crew.as(crew.owner, 'GET', 'series/statistics.csv?table=teams&language=de');
  expect(inGerman.body).toContain('Nicht erschienen');
  expect((await crew.as(crew.owner, 'GET', 'series/statistics.csv?table=other')).statusCode).toBe(400);
});

test('the number of queries depends on the years, not on the people', async () => {
  const { first } = await threeYears();
  const spend = async () => {
    const before = muster.db.queryCount();
    await statistics(first);
    return muster.db.queryCount() - before;
  };
  const few = await spend();
  await createMembers(muster, first.pid, 'venue', 100);
  expect(await spend()).toBe(few);
});

test('how few were there in all years does not follow from the people of each year and how many were new', () => {
  const stays = (counts: number[]) =>
    seriesTable({ years: [], stays: counts, cohorts: [] }, 'stays', 'en').rows.map(([, count]) => count);
  expect(stays([40, 9, 8, 3])).toEqual([40, null, null, null]);
  expect(stays([40, 9, 8])).toEqual([40, 9, 8]);
});

test('an export does not tell how few came back after a year without', () => {
  const usual = { year: 2024, starts_on: null, minutes: 6000, no_shows: 0, teams: [], joined: null };
  const year = (
    pid: string,
    people: number,
    of: [number, number, number | null],
  ): SeriesStatistics['years'][number] => ({
    ...usual,
    pid,
    name: pid,
    people,
    new_people: of[0],
    returning_people: of[1],
    left_people: of[2],
  });
  const rowsFor = (last: [number, number, number]) =>
    seriesTable(
      {
        years: [year('a', 40, [40, 0, null]), year('b', 30, [10, 20, 20]), year('c', 30, last)],
        stays: [],
        cohorts: [],
      },
      'people',
      'en',
    ).rows;
  // Of the first year everybody knows that nobody came back, and nobody who left.
  expect(rowsFor([10, 20, 10])[0]?.slice(2, 6)).toEqual([40, 40, 0, '']);
  // Of 30 people, 20 stayed and 10 left: nobody paused.
  expect(rowsFor([10, 20, 10])[2]?.slice(2, 6)).toEqual([30, 10, 20, 10]);
  // 18 stayed and 20 came back, two of them after a year without.
  expect(rowsFor([10, 20, 12])[2]?.slice(2, 6)).toEqual([30, null, null, null]);
});

test('an export does not tell how few of those who came first in a year did not come again', () => {
  const empty = { year: 2024, starts_on: null, people: 0, new_people: 0, returning_people: 0, left_people: null };
  const year = (pid: string) => ({ ...empty, pid, name: pid, minutes: 0, no_shows: 0, teams: [], joined: null });
  const found = (cohorts: number[][]): SeriesStatistics => ({
    years: cohorts.map((_, index) => year(String(index))),
    stays: [],
    cohorts: cohorts.map((people, index) => ({ pid: String(index), people })),
  });
  const cells = (cohorts: number[][]) =>
    seriesTable(found(cohorts), 'cohorts', 'en').rows.map((row) => row.slice(1, -1));
  // 4 of 66 did not come again. How many of the first 95 did must not follow from the people of the year.
  expect(cells([[95, 65, 19], [66, 62], [80]])).toEqual([
    [95, 65, null],
    ['', 66, null],
    ['', '', 80],
  ]);
  expect(cells([[95, 65, 19], [66, 40], [80]])[1]).toEqual(['', 66, 40]);
  // That all of them came again concerns nobody in particular.
  expect(cells([[95, 95], [66]])[0]).toEqual([95, 95]);
});
