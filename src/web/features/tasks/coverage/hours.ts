import type { Coverage } from '../../../../client/client.ts';

export type CoverageGroup = Coverage['groups'][number];
export type CoverageSlot = CoverageGroup['slots'][number];
type Sums = Omit<CoverageSlot, 'at'>;

const nothing: Sums = { min: 0, capacity: 0, joined: 0, arrived: 0, missing: 0, expected: 0, absent: 0 };

/** The hours of the day that have tasks. */
export const hoursOf = (groups: readonly CoverageGroup[]): string[] =>
  [...new Set(groups.flatMap(({ slots }) => slots.map(({ at }) => at)))].toSorted();

const hourMs = 3_600_000;

/** Whether hours without tasks were left out before this one. */
export const isAfterGap = (at: string, before: string | undefined): boolean =>
  before !== undefined && Date.parse(at) - Date.parse(before) > hourMs;

/** Without a minimum, all places are needed. */
export const neededIn = ({ min, capacity }: Sums): number => min || capacity;

/** How many of so many are missing, in thirds. */
export const levelOf = (missing: number, of: number): number => Math.ceil((3 * missing) / Math.max(of, 1));

/** What totals are compared with, so that of two a larger one is never lighter. */
export const mostOf = (missing: readonly number[]): number => Math.max(3, ...missing);

export const slotAt = ({ slots }: CoverageGroup, at: string): CoverageSlot | undefined =>
  slots.find((slot) => slot.at === at);

/** Adds all groups up. */
export function totalAt(groups: readonly CoverageGroup[], at: string): Sums {
  return groups.reduce<Sums>((sum, group) => {
    const slot = slotAt(group, at);
    if (slot === undefined) return sum;
    return {
      min: sum.min + slot.min,
      capacity: sum.capacity + slot.capacity,
      joined: sum.joined + slot.joined,
      arrived: sum.arrived + slot.arrived,
      absent: sum.absent + slot.absent,
      missing: sum.missing + slot.missing,
      expected: sum.expected + slot.expected,
    };
  }, nothing);
}

/** Rounded as it is shown. If all places are taken, nobody can be added, so nothing is risky. */
const isEnough = ({ expected, absent, joined, capacity, min }: Sums): boolean =>
  (joined >= capacity && joined - absent >= min) || Math.round(expected) >= min;

/** People are missing, or will probably be. */
export function stateOf(sums: Sums) {
  if (sums.missing > 0) return 'short' as const;
  return isEnough(sums) ? ('enough' as const) : ('risky' as const);
}

/**
 * How the likely number looks: as the missing do for as many people fewer than needed. Enough of them in all say nothing
 * while people are missing on one task.
 */
export function forecastOf(
  sums: Sums,
  most: number,
): { 'data-state'?: ReturnType<typeof stateOf>; 'data-level'?: number } {
  if (sums.missing === 0) return { 'data-state': stateOf(sums) };
  const lacking = sums.min - Math.round(sums.expected);
  if (lacking <= 0) return {};
  return { 'data-state': 'short', 'data-level': levelOf(Math.min(lacking, most), most) };
}
