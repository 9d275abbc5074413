/** Reads the cells of an exported form as answers. Undefined: cannot be read. */
import { nameKey } from '../../../../locales/format/names.ts';
import { mapInTurns } from '../../../lib/table.ts';
import type { AnswerValue, Field } from '../../forms/fields.schema.ts';
import { readDay } from '../../tasks/bulk/days.policy.ts';

type Option = { value: string; label: string };
/** `dayFirst`: as `isDayFirst` found it. */
type Dates = { starts_on: string | null; ends_on: string | null; dayFirst: boolean | undefined };

const yes = new Set('yes, y, true, 1, x, ja, wahr, j, はい, 是, 有, 要, 对, 對'.split(', ').map(nameKey));
const no = new Set('no, n, false, 0, nein, falsch, いいえ, 否, 沒有, 没有, 不要, 不, 無, 无'.split(', ').map(nameKey));

const separators = /[,;，；、]/;

/** Without commas, because some exports leave them out and others join choices with them. */
const optionKey = (text: string): string => nameKey(text).replaceAll(/[,;，；、]/g, '');

const none: readonly Option[] = [];
type Keys = { values: ReadonlyMap<string, string>; longest: number };
const known = new WeakMap<readonly Option[], Keys>();

/** By label, or by value as our own export has it. `longest`: of how many parts between commas an option is at most. */
function keysOf(options: readonly Option[]): Keys {
  const before = known.get(options);
  if (before !== undefined) return before;
  const values = new Map<string, string>();
  let longest = 1;
  for (const { label, value } of options)
    for (const text of [label, value]) {
      if (!values.has(optionKey(text))) values.set(optionKey(text), value);
      longest = Math.max(longest, text.split(separators).length);
    }
  known.set(options, { values, longest });
  return { values, longest };
}

export function readAnswer({ type, options }: Field, cell: string, dates: Dates): AnswerValue | undefined {
  switch (type) {
    case 'text':
      return cell;
    case 'choice':
      return findOption(options ?? none, cell);
    case 'choices':
      return readChoices(options ?? none, cell);
    case 'number':
      return readNumber(cell);
    case 'date':
      return readDate(cell, dates);
    case 'yes_no':
      return readYesNo(cell);
  }
}

/** Finds an option by its label, or by its value as our own export has it. */
const findOption = (options: readonly Option[], text: string): string | undefined =>
  keysOf(options).values.get(optionKey(text));

/** More than anybody chooses. */
const maxParts = 500;

/** Labels may have commas themselves, so the longest run of parts that is a label counts. */
function readChoices(options: readonly Option[], cell: string): string[] | undefined {
  const { values, longest } = keysOf(options);
  const parts = cell.split(separators, maxParts + 1).map(optionKey);
  if (parts.length > maxParts) return undefined;
  const chosen = new Set<string>();
  for (let at = 0; at < parts.length;) {
    if (parts[at] === '') {
      at += 1;
      continue;
    }
    const runs = Array.from({ length: Math.min(longest, parts.length - at) }, (_, index) => index + 1).toReversed();
    const length = runs.find((count) => values.has(parts.slice(at, at + count).join('')));
    if (length === undefined) return undefined;
    chosen.add(values.get(parts.slice(at, at + length).join('')) ?? '');
    at += length;
  }
  return [...chosen];
}

/** 8/9/2026 is in August or in September, depending on the rest of the table; without a hint, as it fits the event. */
function readDate(cell: string, { dayFirst, ...dates }: Dates): string | undefined {
  const [, one = '', other = '', year = ''] = dayFirst === undefined ? [] : (slashed.exec(cell.trim()) ?? []);
  if (year === '') return readDay(cell, dates).day;
  const [day, month] = dayFirst === true ? [one, other] : [other, one];
  return readDay(`${year}-${month}-${day}`, dates).day;
}

const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b/;

/** Whether days are before months, where a table says so: by a day above 12. */
export function isDayFirst(cells: readonly string[]): boolean | undefined {
  const found = cells.flatMap((cell) => {
    const [, one, other] = slashed.exec(cell.trim()) ?? [];
    if (Number(one) > 12) return [true];
    return Number(other) > 12 ? [false] : [];
  });
  return new Set(found).size === 1 ? found[0] : undefined;
}

function readNumber(cell: string): number | undefined {
  const text = cell.normalize('NFKC').replaceAll(/[\s'’]/g, '');
  if (/^-?\d{1,3}(?:,\d{3})+$/.test(text)) return Number(text.replaceAll(',', ''));
  return /^-?\d{1,15}(?:[.,]\d{1,10})?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

function readYesNo(cell: string): boolean | undefined {
  const key = nameKey(cell);
  if (yes.has(key)) return true;
  return no.has(key) ? false : undefined;
}

const stamp =
  /^(?<a>\d{1,4})[-/.](?<b>\d{1,2})[-/.](?<c>\d{1,4})[ T]+(?<before>上午|下午|午前|午後)? ?(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2}))?(?:\.\d+)?(?: ?(?<after>[ap]\.?m\.?))?(?: ?(?:GMT|UTC)?(?<zone>Z|[+-]\d{1,2}(?::?\d{2})?))?(?: ?(?:MEZ|MESZ|CET|CEST|UTC|GMT|JST|CST))?$/i;

/** When somebody answered, as spreadsheets write it: `2026/11/18 7:29:00 PM GMT+8`, `18.11.2026 19:29`. */
function readStamp(cell: string, timezone: string, dayFirst: boolean): string | undefined {
  const { a = '', b = '', c = '', ...time } = stamp.exec(cell.normalize('NFKC').trim())?.groups ?? {};
  const isYearFirst = a.length === 4;
  if (a === '' || (!isYearFirst && c.length !== 4)) return undefined;
  const [year, month, day] = isYearFirst ? [a, b, c] : dayFirst ? [c, b, a] : [c, a, b];
  const half = /^(?:p|下午|午後)/i.test(time['after'] ?? time['before'] ?? '');
  const isHalved = (time['after'] ?? time['before'] ?? '') !== '';
  const hours = Number(time['hours']);
  try {
    const wall = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: isHalved ? (hours % 12) + (half ? 12 : 0) : hours,
        minute: Number(time['minutes']),
        second: Number(time['seconds'] ?? '0'),
      },
      { overflow: 'reject' },
    );
    const moment = wall.toZonedDateTime(offsetOf(time['zone']) ?? timezone).toInstant();
    return moment.toString({ fractionalSecondDigits: 3 });
  } catch {
    return undefined;
  }
}

function offsetOf(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined;
  const [, sign = '+', hours = '0', minutes = '00'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

/**
 * The times of a whole column. Whether days or months are first follows from a day above 12, or from the order: exports are
 * in the order of the answers. Null: cannot be read, or not in the past.
 */
export async function readStamps(cells: readonly string[], timezone: string, now: string): Promise<(string | null)[]> {
  const read = (dayFirst: boolean) => mapInTurns(cells, (cell) => readStamp(cell, timezone, dayFirst) ?? null);
  const [monthFirst, dayFirst] = [await read(false), await read(true)];
  const best = badness(dayFirst, now) < badness(monthFirst, now) ? dayFirst : monthFirst;
  return best.map((at) => (at !== null && at <= now ? at : null));
}

function badness(stamps: readonly (string | null)[], now: string): number {
  const wrong = stamps.filter((at) => at === null || at > now).length;
  const backwards = stamps.filter((at, index) => (at ?? '') < (stamps[index - 1] ?? '')).length;
  return wrong * stamps.length + backwards;
}
