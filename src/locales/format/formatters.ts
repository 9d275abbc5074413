/**
 * Building a formatter takes many times as long as using it, so each is built once. The number is limited because on the
 * server languages and time zones come from the browser.
 */
const mostKept = 200;

function keeping<T>(build: (locale: string, options: Intl.DateTimeFormatOptions) => T) {
  const kept = new Map<string, T>();
  return (locale: string, options: Intl.DateTimeFormatOptions = {}): T => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const built = build(locale, options);
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, built);
    return built;
  };
}

export const dateFormatter = keeping((locale, options) => new Intl.DateTimeFormat(locale, options));

export const numberFormatter = keeping((locale) => new Intl.NumberFormat(locale));

/** Whether hours are written as `9 am`. */
export const hasTwelveHours = keeping(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true,
);
