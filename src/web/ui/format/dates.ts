/** The chosen language as the reader's region writes it: British and American dates differ. */
export function localeOf(language: string): string {
  const base = language.split('-')[0] ?? language;
  return navigator.languages.find((tag) => tag.split('-')[0] === base) ?? language;
}

/** Dates as the reader's language writes them, in the reader's time zone. */
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

/** From one day to another, without saying twice what they share. */
export const formatDays = (from: string, to: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', dateStyle: 'long' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  );

/** The time on the clocks at the event. */
export const formatTimeAt = (iso: string, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(iso));

/** The day and the time on the clocks at the event. */
export const formatDateTimeAt = (iso: string, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );

/** The same, with the zone where the reader's clock may show another time. */
export function formatDeadlineAt(iso: string, language: string, timeZone: string): string {
  const time = formatDateTimeAt(iso, language, timeZone);
  return new Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone ? time : `${time} (${timeZone})`;
}

/** From one moment to another on the clocks at the event, with the day, and with the year unless it is this one. */
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

/** The day at the event in which a moment lies, `2026-08-08`. */
export const dayAt = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(iso),
  );
