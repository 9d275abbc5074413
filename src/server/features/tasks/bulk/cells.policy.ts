/** Reads the cells of a pasted table as spreadsheets write them. Undefined: cannot be read. */

/** Longer ones are none of these. The forms below take long to find that out. */
const maxLength = 40;
export const plain = (cell: string): string => (cell.length > maxLength ? '' : cell.normalize('NFKC').trim());

const clocks = [
  /^(?<hours>\d{1,2})[:.h](?<minutes>\d{2})(?::\d{2})?\s*(?<half>[ap]\.?m\.?)?(?:\s*uhr)?$/i,
  /^(?<hours>\d{1,2})\s*(?:(?<half>[ap]\.?m\.?)|uhr|h)$/i,
];

/** Minutes since midnight. 24:00 is the end of the day. */
export function readClock(cell: string): number | undefined {
  const groups = clocks.map((clock) => clock.exec(plain(cell))?.groups).find((found) => found !== undefined);
  if (groups === undefined) return undefined;
  const [hours, minutes] = [Number(groups['hours']), Number(groups['minutes'] ?? 0)];
  const half = groups['half']?.toLowerCase().slice(0, 1);
  if (minutes > 59 || (half !== undefined && (hours < 1 || hours > 12))) return undefined;
  const of24 = half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0);
  return of24 > 24 || (of24 === 24 && minutes > 0) ? undefined : of24 * 60 + minutes;
}

export function readCount(cell: string): number | undefined {
  const text = plain(cell);
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
