import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayAt, isSameDayAt } from '../locales/format/dates.ts';
import { fromZonedInput, toZonedInput } from '../locales/format/zoned-time.ts';
import { clockIn, dayAt as serverDayAt, dayRange, daysIn } from '../server/lib/time.ts';

const { DateTimeFormat } = Intl;

/** As with ICU 72, where the dates of no locale begin with the year, and with one that leaves out leading zeros. */
class OtherFormat extends DateTimeFormat {
  constructor(_locale: string, options: Intl.DateTimeFormatOptions = {}) {
    const { timeZone, hourCycle, hour, minute } = options;
    const time = { timeZone, hourCycle, hour, minute };
    super('en-US', { ...time, year: 'numeric', month: 'numeric', day: 'numeric' });
  }
}

beforeEach(() => void vi.stubGlobal('Intl', { DateTimeFormat: OtherFormat }));
afterEach(() => void vi.unstubAllGlobals());

test('days and times do not depend on how a locale writes dates', () => {
  const moment = '2026-08-08T23:05:00.000Z';
  expect(new Intl.DateTimeFormat('en-CA').format(new Date(moment))).toBe('8/8/2026');
  expect([dayAt(moment, 'Asia/Taipei'), dayAt(moment, 'America/Lima')]).toEqual(['2026-08-09', '2026-08-08']);
  expect(isSameDayAt([moment, '2026-08-09T01:00:00.000Z'], 'Asia/Taipei')).toBe(true);
  expect(toZonedInput(moment, 'Asia/Taipei')).toBe('2026-08-09T07:05');
  expect(fromZonedInput('2026-08-09T07:05', 'Asia/Taipei')).toBe(moment);
  expect([serverDayAt(new Date(moment), 'Asia/Taipei'), daysIn('America/Lima')(moment)]).toEqual([
    '2026-08-09',
    '2026-08-08',
  ]);
  expect(clockIn('Asia/Taipei')(moment)).toBe('2026-08-09 07:05');
  expect(dayRange('2026-08-09', 'Asia/Taipei')).toEqual({
    from: '2026-08-08T16:00:00.000Z',
    to: '2026-08-09T16:00:00.000Z',
  });
});

test('midnight belongs to the day that it begins', () => {
  expect(toZonedInput('2026-01-01T16:00:00.000Z', 'Asia/Taipei')).toBe('2026-01-02T00:00');
});
