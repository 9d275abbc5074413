/** The chosen language with the reader's region: British and American dates differ. */
export function localeOf(language: string): string {
  const base = language.split('-')[0] ?? language;
  return navigator.languages.find((tag) => tag.split('-')[0] === base) ?? language;
}

/** A date in the reader's language and time zone. */
export const formatDate = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium' }).format(new Date(iso));

export const formatDateTime = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** A day without a time, `2026-08-08`, is the same day everywhere. */
export const formatDay = (day: string, language: string, weekday?: 'long'): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...(weekday && { weekday }),
  }).format(new Date(`${day}T00:00:00Z`));

/** A range of days, without repeating the month or year. */
export const formatDays = (from: string, to: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', dateStyle: 'long' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  );

/** The time in the time zone of the event. */
export const formatTimeAt = (iso: string, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(iso));

/** The day and time in the time zone of the event. */
export const formatDateTimeAt = (iso: string, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );

/** As `formatDateTimeAt`, with the name of the zone where the reader's differs. */
export function formatDeadlineAt(iso: string, language: string, timeZone: string): string {
  const time = formatDateTimeAt(iso, language, timeZone);
  return new Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone ? time : `${time} (${timeZone})`;
}

/** A time span in the time zone of the event, with the day, and with the year unless it is the current one. */
export const formatSpanAt = (from: string, to: string, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(new Date(from).getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).formatRange(new Date(from), new Date(to));

/** The day of a moment in the time zone of the event, `2026-08-08`. */
export const dayAt = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(iso),
  );
