/** Reads days as people write them in spreadsheets, such as 2026-12-18, 18.12., 12/18/2026, Fri 18 Dec or 12月18日(金). */
import { languages } from '../../../../locales/catalogues.ts';
import { isOutside } from '../steps/references.service.ts';
import { plain } from './cells.policy.ts';

type Dates = { starts_on: string | null; ends_on: string | null };
type DayProblem = 'not_a_day' | 'ambiguous_day' | 'other_weekday';
type Groups = Record<string, string | undefined>;

/** A month or weekday of all languages, by its number. */
type Word = { word: string; number: number };

const withoutDot = (word: string): string => word.toLowerCase().replace(/\.$/, '');

/** What Intl calls the months or the days of a week, in the languages of Muster. */
const wordsOf = (field: 'month' | 'weekday', days: readonly Date[]): Word[] =>
  languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { [field]: style, timeZone: 'UTC' });
      return days.map((day, index) => ({ word: withoutDot(format.format(day)), number: index + 1 }));
    }),
  );

const months = wordsOf(
  'month',
  Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1))),
);
/** From Monday, as Temporal counts them. The fifth of January 2026 was one. */
const weekdays = wordsOf(
  'weekday',
  Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, 5 + day))),
);

/** The whole word, or enough of its beginning that it can be no other. */
function numberOf(words: readonly Word[], text: string, enough: number): number | undefined {
  const wanted = withoutDot(text);
  const found = words.filter(({ word }) => word === wanted || (wanted.length >= enough && word.startsWith(wanted)));
  const numbers = new Set(found.map(({ number }) => number));
  return numbers.size === 1 ? found[0]?.number : undefined;
}

const forms = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
  /^(?:(?<year>\d{4})年 ?)?(?<month>\d{1,2})月 ?(?<day>\d{1,2})日$/,
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})(?:\.(?: ?(?<year>\d{4}|\d{2}))?)?$/,
  // Day or month first, depending on the country.
  /^(?<one>\d{1,2})(?<mark>[/-])(?<other>\d{1,2})(?:\k<mark>(?<year>\d{4}|\d{2}))?$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(?<name>\p{L}{1,20})\.?(?:[ -](?<year>\d{4}|\d{2}))?$/u,
  /^(?<name>\p{L}{1,20})\.?[ -]?(?<day>\d{1,2})(?:st|nd|rd|th|\.)?(?: (?<year>\d{4}))?$/u,
];

/** The cell without its weekday, which may be before or after the day. */
function split(cell: string): { text: string; weekday: number | undefined } {
  const parts = plain(cell)
    .toLowerCase()
    .split(/[\s,()]+/)
    .filter((part) => part !== '');
  const weekday = parts.map((part) => numberOf(weekdays, part, 2)).find((number) => number !== undefined);
  return { text: parts.filter((part) => numberOf(weekdays, part, 2) === undefined).join(' '), weekday };
}

function dateOf(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  try {
    return year >= 1970 && year <= 2999
      ? Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
      : undefined;
  } catch {
    return undefined;
  }
}

/** Without a year, the one in which the day is nearest to the event. */
function withYear(month: number, day: number, year: string | undefined, { starts_on: start, ends_on: end }: Dates) {
  if (year !== undefined) return dateOf(Number(year.length === 2 ? `20${year}` : year), month, day);
  const near = start ?? end;
  if (near === null) return undefined;
  const event = Temporal.PlainDate.from(near);
  const distance = (date: Temporal.PlainDate) => Math.abs(event.until(date).days);
  return [-1, 0, 1]
    .flatMap((years) => dateOf(event.year + years, month, day) ?? [])
    .toSorted((one, other) => distance(one) - distance(other))[0];
}

/** Month and day; both orders if either can be meant. */
function ordersOf({ day, month, name, one, other }: Groups): [number, number][] {
  if (one !== undefined)
    return [
      [Number(other), Number(one)],
      [Number(one), Number(other)],
    ];
  const number = name === undefined ? Number(month) : numberOf(months, name, 3);
  return number === undefined ? [] : [[number, Number(day)]];
}

/** The only day that the cell can mean, or why there is none. */
export function readDay(cell: string, dates: Dates): { day?: string; problem?: DayProblem } {
  const { text, weekday } = split(cell);
  const groups = forms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined) ?? {};
  const read = ordersOf(groups).flatMap(([month, day]) => withYear(month, day, groups['year'], dates) ?? []);
  if (read.length === 0) return { problem: 'not_a_day' };
  const days = read.filter(({ dayOfWeek }) => weekday === undefined || dayOfWeek === weekday).map(String);
  const [first] = days;
  if (first === undefined) return { problem: 'other_weekday' };
  const [from, to] = [dates.starts_on ?? dates.ends_on, dates.ends_on ?? dates.starts_on];
  const during = days.filter((day) => from !== null && to !== null && day >= from && day <= to);
  const around = days.filter((day) => !isOutside(day, dates));
  // If both are far from the event, the caller says so: that is the mistake to correct.
  const meant = [days, during, around].find((some) => new Set(some).size === 1) ?? (around.length === 0 ? days : []);
  return meant[0] === undefined ? { problem: 'ambiguous_day' } : { day: meant[0] };
}
