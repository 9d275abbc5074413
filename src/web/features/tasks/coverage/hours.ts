import type { Coverage } from '../../../../client/client.ts';

export type CoverageGroup = Coverage['groups'][number];
export type CoverageSlot = CoverageGroup['slots'][number];
type Sums = Omit<CoverageSlot, 'at'>;

const nothing: Sums = { min: 0, capacity: 0, joined: 0, arrived: 0, missing: 0, expected: 0, absent: 0 };

/** Every hour from the first task of the day to the last one. */
export function hoursOf(groups: readonly CoverageGroup[]): string[] {
  const known = groups.flatMap(({ slots }) => slots.map(({ at }) => Date.parse(at)));
  if (known.length === 0) return [];
  const [first, last] = [Math.min(...known), Math.max(...known)];
  return Array.from({ length: (last - first) / 3_600_000 + 1 }, (_, hour) =>
    new Date(first + hour * 3_600_000).toISOString(),
  );
}

export const slotAt = ({ slots }: CoverageGroup, at: string): CoverageSlot | undefined =>
  slots.find((slot) => slot.at === at);

/** All groups together. */
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

/** For the forecast of all groups together: which of them lack people is said in their own rows. */
export const forecastState = (sums: Sums) => (isEnough(sums) ? ('enough' as const) : stateOf(sums));
