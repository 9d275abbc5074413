import { localTimeIn } from '../../shared/local-time.ts';

/**
 * Building a formatter takes many times as long as using it, so each is built once. The number is limited because on the
 * server languages and time zones come from the browser.
 */
const maxCached = 200;

function cached<T, Options>(build: (locale: string, options?: Options) => T) {
  const cache = new Map<string, T>();
  return (locale: string, options?: Options): T => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const built = build(locale, options);
    if (cache.size >= maxCached) cache.clear();
    cache.set(key, built);
    return built;
  };
}

export const dateFormatter = cached(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** The formatters of each time zone, by its name. */
export const localTime = cached(localTimeIn);

export const numberFormatter = cached((locale) => new Intl.NumberFormat(locale));
export const percentFormatter = cached(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
);

/** Whether hours are written as `9 am`. */
export const hasTwelveHours = cached(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true,
);

export const listFormatter = cached(
  (locale, type: 'conjunction' | 'disjunction' = 'conjunction') => new Intl.ListFormat(locale, { type }),
);

export const collator = cached((locale) => new Intl.Collator(locale, { numeric: true }));
