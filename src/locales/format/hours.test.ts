import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import i18next from 'i18next';
import { webTextsIn } from '../catalogues.ts';
import { formatClockHours, formatHoursAt } from './hours.ts';

beforeEach(() => vi.stubGlobal('navigator', { languages: ['en-GB'] }));
afterEach(() => vi.unstubAllGlobals());

async function english() {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: 'en', resources: { en: { translation: webTextsIn('en') } } });
  return { t: i18n.t, i18n };
}

test('a shift that ends on another day says so, in the time zone of the event', async () => {
  const translator = await english();
  const hours = (from: string, to: string) => formatHoursAt(translator, from, to, 'Asia/Taipei');
  expect(hours('2026-08-08T01:00:00Z', '2026-08-08T03:00:00Z')).toBe('09:00–11:00');
  expect(hours('2026-08-08T14:00:00Z', '2026-08-08T22:00:00Z')).toBe('22:00–06:00 (+1 day)');
  // Midnight is the end of the day, not the next one.
  expect(hours('2026-08-08T12:00:00Z', '2026-08-08T16:00:00Z')).toBe('20:00–00:00');
  expect(hours('2026-08-08T01:00:00Z', '2026-08-10T03:00:00Z')).toBe('09:00–11:00 (+2 days)');
});

test.each([
  ['09:00', '11:00', '09:00–11:00'],
  ['22:00', '06:00', '22:00–06:00 (+1 day)'],
  ['20:00', '00:00', '20:00–00:00'],
  ['08:00', '08:00', '08:00–08:00 (+1 day)'],
])('a shift that repeats from %s to %s is written as %s', async (from, to, text) => {
  expect(formatClockHours(await english(), from, to)).toBe(text);
});
