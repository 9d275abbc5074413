/** Reads the cells of a pasted table as spreadsheets write them. Undefined: cannot be read. */

/** Longer ones are none of these. The forms below take long to find that out. */
const maxLength = 40;
const plain = (cell: string): string => (cell.length > maxLength ? '' : cell.normalize('NFKC').trim());

const dayForms = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
  /^(?<year>\d{4})年(?<month>\d{1,2})月(?<day>\d{1,2})日$/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})$/,
];

/** Not 8/9/2026: that is another day in other countries. */
export function readDay(cell: string): string | undefined {
  const found = dayForms.map((form) => form.exec(plain(cell))?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return undefined;
  try {
    const [year, month, day] = [Number(found['year']), Number(found['month']), Number(found['day'])];
    const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
    return year >= 1970 && year <= 2999 ? date.toString() : undefined;
  } catch {
    return undefined;
  }
}

const clock = /^(?<hours>\d{1,2})[:.h](?<minutes>\d{2})(?::\d{2})?\s*(?<half>[ap]\.?m\.?)?(?:\s*uhr)?$/i;

/** Minutes since midnight. 24:00 is the end of the day. */
export function readClock(cell: string): number | undefined {
  const groups = clock.exec(plain(cell))?.groups;
  if (groups === undefined) return undefined;
  const [hours, minutes] = [Number(groups['hours']), Number(groups['minutes'])];
  const half = groups['half']?.toLowerCase().slice(0, 1);
  if (minutes > 59 || (half !== undefined && (hours < 1 || hours > 12))) return undefined;
  const of24 = half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0);
  return of24 > 24 || (of24 === 24 && minutes > 0) ? undefined : of24 * 60 + minutes;
}

export function readCount(cell: string): number | undefined {
  const text = plain(cell);
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
