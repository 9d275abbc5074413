/** The chosen language as the reader's region writes it: British and American dates differ. */
function localeOf(language: string): string {
  const base = language.split('-')[0] ?? language;
  return navigator.languages.find((tag) => tag.split('-')[0] === base) ?? language;
}

/** Dates as the reader's language writes them, in the reader's time zone. */
export const formatDate = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium' }).format(new Date(iso));

export const formatDateTime = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
