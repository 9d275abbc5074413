import type { TFunction } from 'i18next';
import { dayAt, formatDateTimeAt, formatDay, localTimeZone } from './dates.ts';
import { toZonedInput } from './zoned-time.ts';

type Translator = { t: TFunction; i18n: { language: string } };

/** Until when: midnight is the end of the day before, as "12:00 AM" is easily taken for noon or for a day later. */
export function formatDeadlineAt({ t, i18n: { language } }: Translator, iso: string, timeZone: string): string {
  const text = toZonedInput(iso, timeZone).endsWith('T00:00')
    ? t('ui.endOfDay', { day: formatDay(dayAt(new Date(Date.parse(iso) - 1).toISOString(), timeZone), language) })
    : formatDateTimeAt(iso, language, timeZone);
  return localTimeZone() === timeZone ? text : `${text} (${timeZone})`;
}

/** Says from when, with the name of the zone if the reader's differs. */
export function formatOpeningAt(
  { i18n: { language } }: Pick<Translator, 'i18n'>,
  iso: string,
  timeZone: string,
): string {
  const text = formatDateTimeAt(iso, language, timeZone);
  return localTimeZone() === timeZone ? text : `${text} (${timeZone})`;
}
