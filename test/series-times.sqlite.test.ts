import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seriesTimes, wallTime } from '../src/server/features/tasks/series/times.policy.ts';

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const clock = fc.integer({ min: 0, max: 287 }).map((step) => clockOf(step * 5));
/** Days around changes of clocks, of one hour and of half an hour, in both directions, at midnight and later. */
const places = [
  ['Europe/Berlin', '2026-03-27'],
  ['Europe/Berlin', '2026-10-23'],
  ['Australia/Lord_Howe', '2026-04-03'],
  ['Australia/Lord_Howe', '2026-10-02'],
  ['America/Santiago', '2026-09-04'],
  ['Africa/Cairo', '2026-04-22'],
  ['Asia/Taipei', '2026-08-07'],
] as const;

const series = fc
  .record({
    place: fc.constantFrom(...places),
    count: fc.integer({ min: 1, max: 5 }),
    from: clock,
    to: clock,
    every: fc.option(fc.integer({ min: 1, max: 60 }).map((step) => step * 5)),
    handover: fc.integer({ min: 0, max: 6 }).map((step) => step * 5),
  })
  .map(({ place: [timezone, first], count, from, to, every, handover }) => ({
    timezone,
    times: {
      days: Array.from({ length: count }, (_, index) => Temporal.PlainDate.from(first).add({ days: index }).toString()),
      from,
      to,
      every_minutes: every ?? undefined,
      handover_minutes: handover,
    },
  }));

test('the tasks of each day cover it by the clock without a gap, in order, whatever clocks do', () => {
  fc.assert(
    fc.property(series, ({ timezone, times }) => {
      const plain = seriesTimes({ ...times, handover_minutes: 0 }, timezone);
      const days = Map.groupBy(plain, ({ starts_at }) => {
        const wall = wallTime(starts_at, timezone);
        const early = clockOf(wall.hour * 60 + wall.minute) < times.from;
        return wall
          .toPlainDate()
          .subtract({ days: early ? 1 : 0 })
          .toString();
      });
      for (const tasks of days.values()) {
        for (const [index, task] of tasks.entries()) {
          expect(task.ends_at > task.starts_at).toBe(true);
          expect(tasks[index + 1]?.starts_at ?? task.ends_at).toBe(task.ends_at);
        }
      }
      // A handover moves ends only, and never past the end of the day.
      const handedOver = seriesTimes(times, timezone);
      expect(handedOver.map(({ starts_at }) => starts_at)).toEqual(plain.map(({ starts_at }) => starts_at));
      for (const [index, { ends_at }] of handedOver.entries())
        expect(ends_at >= (plain[index]?.ends_at ?? '')).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('every time that exists is the one on the clock', () => {
  fc.assert(
    fc.property(series, ({ timezone, times }) => {
      const step = times.every_minutes ?? 0;
      for (const { starts_at } of seriesTimes(times, timezone)) {
        const wall = wallTime(starts_at, timezone);
        const after =
          (wall.hour * 60 + wall.minute + 1440 - Number(times.from.slice(0, 2)) * 60 - Number(times.from.slice(3))) %
          1440;
        const isChange = Temporal.Instant.from(starts_at)
          .toZonedDateTimeISO(timezone)
          .subtract({ nanoseconds: 1 })
          .getTimeZoneTransition('next')
          ?.toInstant()
          .equals(Temporal.Instant.from(starts_at));
        expect(isChange === true || (step === 0 ? after === 0 : after % step === 0)).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});

test('the night in which clocks go forward has a task less, the other one a longer task', () => {
  const night = { from: '00:00', to: '05:00', every_minutes: 60 };
  const hours = (days: string[]) =>
    seriesTimes({ ...night, days }, 'Europe/Berlin').map(
      ({ starts_at, ends_at }) => (Date.parse(ends_at) - Date.parse(starts_at)) / 3_600_000,
    );
  expect(hours(['2026-03-29'])).toEqual([1, 1, 1, 1]);
  expect(hours(['2026-10-25'])).toEqual([1, 1, 2, 1, 1]);
  expect(hours(['2026-10-24'])).toEqual([1, 1, 1, 1, 1]);
});

test('starts at or after the end of the series are ignored', () => {
  const times = {
    days: ['2026-08-08'],
    from: '08:00',
    to: '12:00',
    at: ['10:00', '12:00', '13:00'],
    handover_minutes: 0,
  };
  expect(seriesTimes(times, 'UTC').map(({ starts_at }) => starts_at.slice(11, 16))).toEqual(['08:00', '10:00']);
});

test('a series past midnight ends on the next day, and starts of its own are in order', () => {
  const times = { days: ['2026-08-08'], from: '22:00', to: '06:00', at: ['04:00', '01:00'], handover_minutes: 15 };
  expect(seriesTimes(times, 'UTC')).toEqual([
    { starts_at: '2026-08-08T22:00:00.000Z', ends_at: '2026-08-09T01:15:00.000Z' },
    { starts_at: '2026-08-09T01:00:00.000Z', ends_at: '2026-08-09T04:15:00.000Z' },
    { starts_at: '2026-08-09T04:00:00.000Z', ends_at: '2026-08-09T06:00:00.000Z' },
  ]);
});
