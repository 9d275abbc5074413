import type { Cell } from '../../../http/csv.ts';

/** Exports are passed on, so they do not have what fewer people than this share. */
const fewest = 5;

const isSmall = (count: number): boolean => count < fewest;

/** A number in an export; null if it is left out, so that a column of numbers has nothing else. */
export type Exported = number | null;

export const exportedCount = (count: number): Exported => (isSmall(count) ? null : count);

/** Adds a last column to an export, which says in words in which lines numbers are left out. */
export const withNotes = (
  { header, rows }: { header: string[]; rows: Cell[][] },
  { heading, note }: { heading: string; note: string },
) => ({
  header: [...header, heading],
  rows: rows.map((cells) => [...cells, cells.includes(null) ? note : '']),
});

/**
 * Which of several counts an export must hide so that none of the small ones can be computed from their sum: if only one is
 * small, or all small ones together are, the next smallest as well. An empty one is no secret. `sums`: how many different sums
 * of them others can know: one more than that has to be hidden.
 */
export function hiddenAmong(counts: readonly number[], sums = 1): ReadonlySet<number> {
  const order = counts.map((count, index) => ({ count, index })).toSorted((a, b) => a.count - b.count);
  const filled = order.filter(({ count }) => count > 0);
  const small = filled.filter(({ count }) => isSmall(count));
  if (small.length === 0) return new Set();
  const sum = small.reduce((all, { count }) => all + count, 0);
  const more = small.length === 1 || isSmall(sum) ? 1 : 0;
  return new Set(filled.slice(0, Math.max(small.length + more, sums + 1)).map(({ index }) => index));
}

/**
 * The same counts as an export shows them, without those that must be hidden. `telling`: the smallest number that each of them
 * tells, if that is not the count itself.
 */
export function exportedCounts(
  counts: readonly number[],
  { sums = 1, telling = counts }: { sums?: number; telling?: readonly number[] } = {},
): Exported[] {
  const hidden = hiddenAmong(telling, sums);
  return counts.map((count, index) => (hidden.has(index) ? null : exportedCount(count)));
}

/** A growing number, such as of people who have joined: only where it has grown by enough people since it was last shown. */
export function exportedGrowth(totals: readonly number[]): Exported[] {
  const shown: Exported[] = totals.map(() => null);
  let last = 0;
  const steps: number[] = [];
  for (const [index, total] of totals.entries()) {
    if (total - last < fewest) continue;
    shown[index] = total;
    steps.push(index);
    last = total;
  }
  const [end, lastStep] = [totals.length - 1, steps.at(-1)];
  const final = totals[end] ?? 0;
  if (lastStep === undefined) return totals.map((_, index) => (index === end ? exportedCount(final) : null));
  // Everybody is in the last number, so the one before it makes way if it is too close.
  if (lastStep !== end) {
    if (final !== last) shown[lastStep] = null;
    shown[end] = final;
  }
  return shown;
}
