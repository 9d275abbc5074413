import { expect, test } from 'vitest';
import { at, planTask } from '../../../../../test/support/plans/plan-task.ts';
import { mostMissing } from './plan.ts';
import { scaleOf, ticksOf } from './scale.ts';

const options = { day: '2030-08-08', timezone: 'UTC', allHours: false, room: 800 } as const;
const times = (from: number, to: number) => ({ starts_at: at(from), ends_at: at(to) });
const hoursOf = (ticks: ReturnType<typeof ticksOf>) => ticks.map((tick) => Number(tick.at.slice(11, 13)));

test('a day is as wide as the window, from an hour before its first task to one after the last', () => {
  const scale = scaleOf({ ...options, zoom: 'day', tasks: [times(9, 11), times(14, 17)] });
  expect(hoursOf(ticksOf(scale))).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
  expect(scale.width).toBeCloseTo(options.room);
  expect(scale.parts.map(({ folded }) => folded)).toEqual(['before', false, 'after']);
  // A time becomes a position, and that position the same time.
  expect(new Date(scale.msAt(scale.x(at(15)))).toISOString()).toBe(at(15));
  // What is dropped on hours that are left out begins at their edge.
  expect(new Date(scale.msAt(1)).toISOString()).toBe(at(8));
  expect(new Date(scale.msAt(scale.width - 1)).toISOString()).toBe(at(18));
  expect(hoursOf(ticksOf(scaleOf({ ...options, zoom: 'day', tasks: [] })))[0]).toBe(8);
});

test('a task at night is not left out, and all hours are shown on demand', () => {
  const night = scaleOf({ ...options, zoom: 'days3', tasks: [times(22, 30)] });
  expect(night.parts.map(({ day, folded }) => `${day.slice(8)} ${folded}`)).toEqual([
    '08 before',
    '08 false',
    '09 false',
    '09 after',
    '10 day',
  ]);
  expect(night.x(at(24))).toBeCloseTo(night.x(at(22)) + 2 * night.hourWidth);
  const all = scaleOf({ ...options, zoom: 'day', tasks: [times(9, 11)], allHours: true });
  expect(all.parts.map(({ folded }) => folded)).toEqual([false]);
  expect(all.width).toBeCloseTo(24 * 40);
});

test('the times above the plan have room, however long a day is', () => {
  const zone = { ...options, day: '2030-03-31', timezone: 'Europe/Berlin', allHours: true, tasks: [] };
  for (const zoom of ['hours', 'day', 'days3', 'days7'] as const) {
    const ticks = ticksOf(scaleOf({ ...zone, zoom }));
    for (const { width } of ticks) expect(width).toBeGreaterThanOrEqual(50);
    expect(ticks.filter(({ startsDay }) => startsDay !== undefined)).toHaveLength(
      { hours: 1, day: 1, days3: 3, days7: 7 }[zoom],
    );
  }
  // On this day the clocks go forward.
  const { fromMs, toMs } = scaleOf({ ...zone, zoom: 'day' });
  expect((toMs - fromMs) / 3_600_000).toBe(23);
});

test('an hour has the number of people missing at its worst moment, and none for tasks that have ended', () => {
  const tasks = [
    planTask('a', 9, 10, { min_people: 2 }),
    planTask('b', 9.5, 11, { min_people: 3, attendee_count: 1 }),
    planTask('c', 10, 11, { min_people: 1 }),
  ];
  expect(mostMissing(tasks, at(9), at(10), at(8))).toBe(4);
  expect(mostMissing(tasks, at(10), at(11), at(8))).toBe(3);
  expect(mostMissing(tasks, at(9), at(10), at(10))).toBe(2);
  expect(mostMissing([], at(9), at(10), at(8))).toBe(0);
});
