import type { TFunction } from 'i18next';
import { dayAt, formatTimeAt, formatTimes } from './dates.ts';

type Translator = { t: TFunction; i18n: { language: string } };

const dayMs = 86_400_000;

/** How many midnights lie between two moments in the time zone; midnight itself still belongs to the day before. */
function nightsBetween(from: string, to: string, timeZone: string): number {
  const last = new Date(Math.max(Date.parse(from), Date.parse(to) - 1)).toISOString();
  return Math.round((Date.parse(dayAt(last, timeZone)) - Date.parse(dayAt(from, timeZone))) / dayMs);
}

/** Whether the end is on a later day than the start, in the time zone. */
export const endsLater = (from: string, to: string, timeZone: string): boolean => nightsBetween(from, to, timeZone) > 0;

/** The hours of a task whose day is known; a shift into the next day says so. */
export function formatHoursAt({ t, i18n: { language } }: Translator, from: string, to: string, timeZone: string) {
  const times = { from: formatTimeAt(from, language, timeZone), to: formatTimeAt(to, language, timeZone) };
  const count = nightsBetween(from, to, timeZone);
  if (count === 0) return formatTimes(times.from, times.to, language);
  return count === 1 ? t('homes.nextDay', times) : t('homes.laterDay', { ...times, count });
}

/** The hours of a shift that repeats: clock times without a day. One that does not end after it starts ends the next day. */
export function formatClockHours(translator: Translator, from: string, to: string): string {
  const start = `1970-01-01T${from}Z`;
  return formatHoursAt(translator, start, `1970-01-0${to > from ? 1 : 2}T${to}Z`, 'UTC');
}
