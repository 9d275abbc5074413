import { expect, test } from 'vitest';
import { nextTime, parseSchedule } from './schedule.ts';

test('a schedule is every so many hours, or a time of the day', () => {
  expect(parseSchedule('6h')).toEqual({ every: 6 * 3600 });
  expect(parseSchedule('03:30')).toEqual({ daily: 210 });
  expect(nextTime({ daily: 210 }, new Date('2030-08-02T03:30:00Z'))).toEqual(new Date('2030-08-03T03:30:00Z'));
  expect(['', '0h', '745h', '24:00', '3:30'].map(parseSchedule)).toEqual(Array.from({ length: 5 }));
});
