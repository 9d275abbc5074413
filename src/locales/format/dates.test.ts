import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import i18next from 'i18next';
import { webTextsIn } from '../catalogues.ts';
import {
  formatDate,
  formatDateTime,
  formatDateTimeAt,
  formatDay,
  formatDays,
  formatMovedSpanAt,
  formatSpanAt,
  formatTimeAt,
  setReader,
  unbroken,
} from './dates.ts';
import { formatDeadlineAt } from './deadline.ts';

const zone = 'Asia/Taipei';
const readers = (languages: string[]) => vi.stubGlobal('navigator', { languages });

beforeEach(() => readers(['zh-TW', 'en-GB']));
afterEach(() => vi.unstubAllGlobals());

const seven = '2026-08-07T23:00:00Z';
const nine = '2026-08-08T01:00:00Z';

test('an hour is written one way in Chinese, wherever it is shown', () => {
  expect(formatTimeAt(seven, 'zh-TW', zone)).toBe('07:00');
  expect(formatDateTimeAt(seven, 'zh-TW', zone)).toBe('2026年8月8日 07:00');
  expect(formatDateTime(seven, 'zh-TW')).toMatch(/ \d\d:\d\d$/);
  expect(formatSpanAt(seven, nine, 'zh-TW', zone)).toMatch(/07:00.*09:00$/);
  expect(formatTimeAt('2026-08-07T16:00:00Z', 'zh-TW', zone)).toBe('00:00');
});

test('a reader who chose a clock has it in every language', () => {
  const clockOf = (clock: '12' | '24') => setReader(() => ({ locales: navigator.languages, clock }));
  clockOf('24');
  readers(['en-US']);
  expect(formatTimeAt('2026-08-07T16:00:00Z', 'en', zone)).toBe('00:00');
  expect(formatDateTimeAt(seven, 'en', zone)).toBe('Aug 8, 2026, 07:00');
  clockOf('12');
  expect(formatTimeAt(seven, 'de', zone)).toBe('7:00 AM');
  expect(formatTimeAt('2026-08-08T04:30:00Z', 'zh-TW', zone)).toBe('下午12:30');
  setReader(() => ({ locales: navigator.languages }));
});

test('an hour is written as in the region of the reader in English', () => {
  expect(formatTimeAt(seven, 'en', zone)).toBe('07:00');
  expect(formatDateTimeAt(seven, 'en', zone)).toBe('8 Aug 2026, 07:00');
  readers(['en-US']);
  expect(formatTimeAt(seven, 'en', zone)).toMatch(/^7:00\sAM$/);
  expect(formatDateTimeAt(seven, 'en', zone)).toMatch(/^Aug 8, 2026, 7:00\sAM$/);
});

test.each(['', 'soon', '2026-13-45'])('%j is shown as it is, where a date is expected', (value) => {
  for (const format of [formatDate, formatDateTime, formatDay]) expect(format(value, 'en')).toBe(value);
  for (const format of [formatTimeAt, formatDateTimeAt]) expect(format(value, 'en', zone)).toBe(value);
  expect(formatDays(value, '2026-08-08', 'en')).toBe(`${value} – 8 August 2026`);
  expect(formatSpanAt(value, nine, 'en', zone)).toBe(`${value} – 8 Aug 2026, 09:00`);
});

test('two times of a day stay on one line', () => {
  expect(unbroken('Sat, 8 Aug, 09:00–10:00')).toBe('Sat, 8 Aug, 09:00\u2060–\u206010:00');
  expect(unbroken('9:00～10:00')).toBe('9:00\u2060～\u206010:00');
  expect(unbroken('Aug 8, 9:00 AM–1:30 p.m.')).toBe('Aug 8, 9:00\u00A0AM\u2060–\u20601:30\u00A0p.m.');
  expect(unbroken('8 Aug, 22:00 – 9 Aug, 01:00')).toBe('8 Aug, 22:00 – 9 Aug, 01:00');
});

test('a time span that moves names the day only if it changes', () => {
  const old = [seven, nine] as const;
  const later = '2026-08-08T02:00:00Z';
  expect(formatMovedSpanAt(old, [nine, later], 'en', zone)).toBe('09:00–10:00');
  expect(formatMovedSpanAt(old, [nine, later], 'ja', zone)).toMatch(/^0?9:00～10:00$/);
  expect(formatMovedSpanAt(old, ['2026-08-09T01:00:00Z', '2026-08-09T02:00:00Z'], 'en', zone)).toMatch(
    /9 Aug.*–10:00$/,
  );
  // The same day in UTC, but the old times end after midnight in the zone of the event.
  const night = ['2026-08-08T15:00:00Z', '2026-08-08T17:00:00Z'] as const;
  expect(formatMovedSpanAt(night, ['2026-08-08T13:00:00Z', '2026-08-08T15:00:00Z'], 'en', zone)).toMatch(
    /8 Aug.*–23:00$/,
  );
});

test('a range that ends before it starts is shown', () => {
  expect(formatDays('2026-08-09', '2026-08-08', 'en')).toBe('9 August 2026 – 8 August 2026');
});

test('a range of days in Japanese and Chinese is written as a day is', () => {
  expect(formatDays('2026-08-08', '2026-08-09', 'zh-TW')).toBe('2026年8月8日至9日');
  expect(formatDays('2026-08-08', '2026-08-09', 'ja')).toBe('2026年8月8日～9日');
  expect(formatDays('2026-08-31', '2026-09-01', 'ja')).toBe('2026年8月31日～9月1日');
  expect(formatDays('2026-12-31', '2027-01-01', 'ja')).toBe('2026年12月31日～2027年1月1日');
});

describe('deadlines', () => {
  const translator = async (language: 'en' | 'zh-TW') => {
    const i18n = i18next.createInstance();
    await i18n.init({ lng: language, resources: { [language]: { translation: webTextsIn(language) } } });
    return { t: i18n.t, i18n };
  };
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;

  test('midnight is the end of the day before', async () => {
    const midnight = '2026-12-14T16:00:00Z';
    const suffix = here === zone ? '' : ` (${zone})`;
    expect(formatDeadlineAt(await translator('en'), midnight, zone)).toBe(`the end of 14 December 2026${suffix}`);
    expect(formatDeadlineAt(await translator('zh-TW'), midnight, zone)).toBe(`2026年12月14日 24:00${suffix}`);
  });

  test('any other time is shown with its day, and with the zone where the reader is elsewhere', async () => {
    const elsewhere = here === zone ? 'Europe/Paris' : zone;
    const text = formatDeadlineAt(await translator('en'), '2026-12-14T15:59:00Z', elsewhere);
    expect(text).toMatch(/^14 Dec 2026, \d\d:59 \(.+\)$/);
    expect(formatDeadlineAt(await translator('en'), '2026-12-14T15:59:00Z', here)).not.toContain('(');
  });
});
