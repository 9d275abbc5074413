import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createTask } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import { coverageOf, noShowOf } from './coverage.policy.ts';

const muster = useApp();
const at = (hour: number, minute = 0): string => new Date(Date.UTC(2099, 0, 1, hour, minute)).toISOString();

const block = {
  group_id: 'a',
  group_name: 'A',
  starts_at: at(9),
  ends_at: at(10),
  min: 2,
  capacity: 3,
  joined: 1,
  arrived: 0,
  absent: 0,
  missing: 1,
};

test('adds what happens at the same time, and takes the worst moment of a step', () => {
  const range = { from: at(0), to: at(24), step: 60, noShowPercent: 15 };
  const after = { ...block, starts_at: at(9, 30), ends_at: at(10), min: 4, capacity: 4, joined: 4, missing: 0 };
  const groups = coverageOf(
    [{ ...block, ends_at: at(9, 30) }, after, { ...block, group_id: null, group_name: null }],
    range,
  );
  expect(groups.map(({ id }) => id)).toEqual(['a', null]);
  expect(groups[0]?.slots).toEqual([
    { at: at(9), min: 2, capacity: 3, joined: 1, arrived: 0, absent: 0, missing: 1, expected: 0.85 },
  ]);
  const together = coverageOf([block, { ...after, starts_at: at(9) }], range)[0]?.slots[0];
  expect(together).toMatchObject({ min: 6, capacity: 7, joined: 5, missing: 1, expected: 4.25 });
});

test('any number of tasks at times of their own is added up in one pass', () => {
  const count = 20_000;
  const blocks = Array.from({ length: count }, (_, index) => ({
    ...block,
    starts_at: new Date(Date.UTC(2099, 0, 1, 9) + index).toISOString(),
    ends_at: at(11),
  }));
  // Within a step the last moment is the worst. Comparing all with all would take minutes.
  const [group] = coverageOf(blocks, { from: at(0), to: at(24), step: 60, noShowPercent: 15 });
  expect(group?.slots.map(({ joined }) => joined)).toEqual([count, count]);
});

test('those who have come or are absent are known, the others are expected by the rate of earlier days', () => {
  const range = { from: at(0), to: at(24), step: 60, noShowPercent: 50 };
  const slot = coverageOf([{ ...block, joined: 5, arrived: 2, absent: 1 }], range)[0]?.slots[0];
  expect(slot).toMatchObject({ joined: 5, arrived: 2, absent: 1, expected: 3 });
  expect(noShowOf({ marked: 19, absent: 19 })).toEqual({ percent: 15, known: false });
  expect(noShowOf({ marked: 20, absent: 5 })).toEqual({ percent: 25, known: true });
});

test('the forecast uses the marks of earlier days of the event, and counts who has arrived', async () => {
  const crew = await createCrew(muster);
  const day = (number: number) => ({
    starts_at: `2099-01-0${number}T02:00:00.000Z`,
    ends_at: `2099-01-0${number}T03:00:00.000Z`,
  });
  const mark = (tasks: readonly string[], state: 'done' | 'no_show' | 'arrived', uid: string) =>
    muster.db.transaction((trx) =>
      trx
        .insertInto('attendances')
        .values(tasks.map((task_id) => ({ task_id, uid, created_at: at(0), state })))
        .execute(),
    );
  const tasks: string[] = [];
  for (let count = 0; count < 10; count += 1) tasks.push(await createTask(muster, crew.pid, day(1)));
  await mark(tasks, 'done', crew.member.uid);
  const ask = async (date: string) => (await crew.as(crew.owner, 'GET', `coverage?day=${date}&step=60`)).json();
  expect(await ask('2099-01-02')).toMatchObject({ no_show_percent: 15, no_show_known: false });
  await mark(tasks, 'no_show', crew.chief.uid);
  await mark([await createTask(muster, crew.pid, day(2))], 'arrived', crew.member.uid);
  const second = await ask('2099-01-02');
  expect(second).toMatchObject({ no_show_percent: 50, no_show_known: true });
  expect(second.groups[0].slots[0]).toMatchObject({ arrived: 1 });
  // What happened on the day itself does not count.
  expect(await ask('2099-01-01')).toMatchObject({ no_show_percent: 15, no_show_known: false });
});

test('planners see the coverage of a day with a fixed number of queries', async () => {
  const crew = await createCrew(muster);
  const ask = async (search = '') => {
    const before = muster.db.queryCount();
    const response = await crew.as(crew.chief, 'GET', `coverage?day=2099-01-01${search}`);
    return { body: response.json(), queries: muster.db.queryCount() - before };
  };
  const times = { starts_at: at(9), ends_at: at(10), tid: 'venue' };
  await createTask(muster, crew.pid, { ...times, min_people: 2, capacity: 3 });
  const { queries } = await ask();
  const task = await createTask(muster, crew.pid, { ...times, min_people: 1 });
  await createTask(muster, crew.pid, { ...times, tid: null, starts_at: at(23), ends_at: at(25) });
  await crew.as(crew.member, 'PUT', `tasks/${task}/attendance`);
  const after = await ask();
  expect(after.queries).toBe(queries);
  expect(after.body.groups[0]).toMatchObject({
    id: 'venue',
    slots: [
      { at: at(9), min: 3, capacity: 8, joined: 1, missing: 2 },
      { at: at(9, 30), joined: 1 },
    ],
  });
  expect((await ask('&by=kind')).body.groups).toMatchObject([{ id: null, name: null }]);
  expect((await crew.as(crew.member, 'GET', 'coverage?day=2099-01-01')).statusCode).toBe(403);
  expect((await crew.as(crew.chief, 'GET', 'coverage?day=2099-01-01&step=1')).statusCode).toBe(400);
});
