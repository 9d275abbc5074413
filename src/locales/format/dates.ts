import { dateFormatter, hasTwelveHours, localTime } from './formatters.ts';

/** What the reader's browser says; without a time zone or a time, those of this computer. */
export type Clock = '12' | '24';
type Reader = {
  locales: readonly string[];
  timeZone?: string;
  now?: string | undefined;
  /** Chosen by the reader; otherwise the language and region decide. */
  clock?: Clock | undefined;
};
let reader: () => Reader = () => ({ locales: navigator.languages });

/**
 * For pages that the server renders: the request says it, and the browser has to render the same texts. For what the
 * server writes itself: mails and files must not depend on the machine that it runs on.
 */
export const setReader = (find: () => Reader): void => void (reader = find);

/** The reader's own time zone. */
export const localTimeZone = (): string => reader().timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The current time for what a page shows. The clocks of server and browser differ, and visitors may read a page for hours
 * before the browser takes it over, so until then it is the time at which the server rendered the page.
 */
export const currentTime = (): string => reader().now ?? new Date().toISOString();

export const currentMs = (): number => Date.parse(currentTime());

/** The chosen language with the reader's region: British and American dates differ. */
export function localeOf(language: string, preferred = reader().locales): string {
  const base = language.split('-')[0] ?? language;
  // The region of Chinese decides about its characters, and is part of the chosen language.
  if (base === 'zh') return language;
  return preferred.find((tag) => tag.split('-')[0] === base) ?? language;
}

/** Hours are written one way in each language, unless the reader chose a clock. Chinese has several names for parts of the day, so it uses 24 hours. */
function hourOptions(language: string): Intl.DateTimeFormatOptions {
  const { clock } = reader();
  if (clock === '12') return { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' };
  if (clock === '24' || language.startsWith('zh')) return { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return { hour: hasTwelveHours(localeOf(language)) ? 'numeric' : '2-digit', minute: '2-digit' };
}

/** As `dateStyle: 'full'`, which has a space before the weekday in Traditional Chinese. */
const fullOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const dateOptions: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** Browsers and Node write different kinds of spaces; the server and the browser have to render the same text. */
const plainSpaces = (text: string): string => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ');

/** A value that is not a date is shown as it is, because one odd date must not break the page. */
function format(value: string, moment: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(moment.getTime())) return value;
  const timeZone = options.timeZone ?? localTimeZone();
  return plainSpaces(dateFormatter(localeOf(language), { ...options, timeZone }).format(moment));
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** A date in the given time zone or the reader's. */
export const formatDate = (iso: string, language: string, timeZone?: string): string =>
  format(iso, new Date(iso), language, { ...dateOptions, ...(timeZone !== undefined && { timeZone }) });

export const formatDateTime = (iso: string, language: string): string =>
  format(iso, new Date(iso), language, { ...dateOptions, ...hourOptions(language) });

/** A date with its weekday, in the given time zone or the reader's. */
export const formatFullDate = (iso: string, language: string, timeZone?: string): string =>
  format(iso, new Date(iso), language, { ...fullOptions, ...(timeZone !== undefined && { timeZone }) });

/** A day without a time, `2026-08-08`, is the same day everywhere. */
export const formatDay = (day: string, language: string, weekday?: 'long'): string =>
  format(day, startOf(day), language, {
    ...fullOptions,
    timeZone: 'UTC',
    weekday,
  });

/** A day of the event, where its year is known. */
export const formatWeekday = (day: string, language: string): string =>
  format(day, startOf(day), language, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' });

/** A range of days, without repeating the month or year. */
export function formatDays(from: string, to: string, language: string): string {
  const [first, last] = [startOf(from), startOf(to)];
  // A range that ends before it starts is half-typed.
  if (!(first <= last)) return `${formatDay(from, language)} – ${formatDay(to, language)}`;
  // `Intl` has only slashes for a range in Japanese and Traditional Chinese.
  const until = language === 'ja' ? '～' : '至';
  if (/^(?:ja|zh)/.test(language)) return `${formatDay(from, language)}${until}${lastDayIn(language, from, to)}`;
  return plainSpaces(
    dateFormatter(localeOf(language), { timeZone: 'UTC', dateStyle: 'long' }).formatRange(first, last),
  );
}

/** The last day of a range, without the year and month that it has in common with the first. */
function lastDayIn(language: string, from: string, to: string): string {
  if (from.slice(0, 4) !== to.slice(0, 4)) return formatDay(to, language);
  const month = from.slice(0, 7) === to.slice(0, 7) ? undefined : 'long';
  return format(to, startOf(to), language, { timeZone: 'UTC', day: 'numeric', ...(month && { month }) });
}

/** The time in the time zone of the event; without a zone, in the reader's. */
export const formatTimeAt = (iso: string, language: string, timeZone?: string): string =>
  format(iso, new Date(iso), language, { ...hourOptions(language), ...(timeZone !== undefined && { timeZone }) });

/** For a time within the next days: the weekday and the time in the time zone of the event. */
export const formatWeekdayTimeAt = (iso: string, language: string, timeZone: string): string =>
  format(iso, new Date(iso), language, { weekday: 'short', ...hourOptions(language), timeZone });

/** The day and time in the time zone of the event. */
export const formatDateTimeAt = (iso: string, language: string, timeZone: string): string =>
  format(iso, new Date(iso), language, { ...dateOptions, ...hourOptions(language), timeZone });

/**
 * A time span in the time zone of the event, with the day, and with the year unless it is the current one or that of
 * `beside`, a moment that is shown beside it.
 */
export function formatSpanAt(from: string, to: string, language: string, timeZone: string, beside?: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  if (!(start <= end))
    return `${formatDateTimeAt(from, language, timeZone)} – ${formatDateTimeAt(to, language, timeZone)}`;
  const options: Intl.DateTimeFormatOptions = {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(shownYears(timeZone, beside).includes(yearAt(from, timeZone)) ? {} : { year: 'numeric' }),
    ...hourOptions(language),
  };
  const first = format(from, start, language, options);
  if (dayAt(from, timeZone) !== dayAt(to, timeZone)) return `${first} – ${format(to, end, language, options)}`;
  return formatTimes(first, formatTimeAt(to, language, timeZone), language);
}

/** The new time span beside an old one: if all is on the same day, without repeating the day. */
export function formatMovedSpanAt(old: Span, span: Span, language: string, timeZone: string): string {
  if (!isSameDayAt([...old, ...span], timeZone)) return formatSpanAt(...span, language, timeZone, old[0]);
  const [from, to] = span;
  return formatTimes(formatTimeAt(from, language, timeZone), formatTimeAt(to, language, timeZone), language);
}

type Span = readonly [from: string, to: string];

export const isSameDayAt = (moments: readonly string[], timeZone: string): boolean =>
  new Set(moments.map((iso) => dayAt(iso, timeZone))).size === 1;

/** From one time to another. `Intl` would write ranges in another style than single times, in Japanese for example. */
export const formatTimes = (from: string, to: string, language: string): string =>
  `${from}${language === 'ja' ? '～' : '–'}${to}`;

/** For texts that wrap: no line ends between two times of a day, or before `am` and `pm`. Only for pages, because fonts of files may lack the character. */
export const unbroken = (span: string): string =>
  span.replaceAll(/(?<=\S)[–～](?=\S)/g, '\u2060$&\u2060').replaceAll(/(?<=:\d\d) (?=[ap]\.?m)/gi, '\u00A0');

const shownYears = (timeZone: string, beside?: string): string[] =>
  [currentTime(), ...(beside === undefined ? [] : [beside])].map((iso) => yearAt(iso, timeZone));

/** The day of a moment in the time zone of the event, `2026-08-08`. */
export const dayAt = (iso: string, timeZone: string): string => localTime(timeZone)(new Date(iso)).day;

const yearAt = (iso: string, timeZone: string): string => dayAt(iso, timeZone).slice(0, 4);
