import { expect, test } from 'vitest';
import { coverOf, dayParts, periodOf, without, withPeriod } from './parts.ts';

const [morning, , , night] = dayParts;

test('the night of a day ends on the next morning, also when clocks change', () => {
  const at = (iso: string) => Date.parse(iso);
  expect(periodOf('2026-08-08', morning, 'Asia/Taipei')).toEqual({
    from: at('2026-08-07T22:00Z'),
    to: at('2026-08-08T04:00Z'),
  });
  // Berlin skips an hour in this night.
  expect(periodOf('2026-03-28', night, 'Europe/Berlin')).toEqual({
    from: at('2026-03-28T23:00Z'),
    to: at('2026-03-29T04:00Z'),
  });
});

test('periods are added, cut and joined', () => {
  const periods = withPeriod([{ from: 30, to: 40 }], { from: 10, to: 20 });
  expect(periods).toEqual([
    { from: 10, to: 20 },
    { from: 30, to: 40 },
  ]);
  expect(withPeriod(periods, { from: 20, to: 35 })).toEqual([{ from: 10, to: 40 }]);
  expect(without([{ from: 10, to: 40 }], { from: 20, to: 30 })).toEqual(periods.map(({ from, to }) => ({ from, to })));
  expect(without(periods, { from: 0, to: 50 })).toEqual([]);
  expect([coverOf(periods, { from: 12, to: 20 }), coverOf(periods, { from: 15, to: 25 })]).toEqual(['all', 'some']);
  expect(coverOf(periods, { from: 20, to: 30 })).toBe('none');
});
