import { fromZonedInput } from '../../../locales/format/zoned-time.ts';
import { laterDay } from '../tasks/bulk/project-days.ts';

/** Both are in milliseconds. */
export type Period = { from: number; to: number };

/** A day goes on until the next morning, so that its night is the one after its evening. */
export const dayParts = [
  { part: 'morning', from: 6, to: 12 },
  { part: 'afternoon', from: 12, to: 18 },
  { part: 'evening', from: 18, to: 24 },
  { part: 'night', from: 24, to: 30 },
] as const;
export type DayPart = (typeof dayParts)[number];

/** When a part of a day begins and ends, by the clock of the event. */
export function periodOf(day: string, { from, to }: DayPart, timezone: string): Period {
  const at = (hour: number): number => {
    const local = `${laterDay(day, Math.floor(hour / 24))}T${String(hour % 24).padStart(2, '0')}:00`;
    return Date.parse(fromZonedInput(local, timezone) ?? '');
  };
  return { from: at(from), to: at(to) };
}

/** How much of the part is among the periods. */
export function coverOf(periods: readonly Period[], { from, to }: Period): 'none' | 'some' | 'all' {
  const covered = periods.reduce((sum, one) => sum + Math.max(0, Math.min(one.to, to) - Math.max(one.from, from)), 0);
  if (covered === 0) return 'none';
  return covered >= to - from ? 'all' : 'some';
}

/** The periods without this one. */
export const without = (periods: readonly Period[], { from, to }: Period): Period[] =>
  periods.flatMap((one) => [
    ...(one.from < Math.min(one.to, from) ? [{ from: one.from, to: Math.min(one.to, from) }] : []),
    ...(Math.max(one.from, to) < one.to ? [{ from: Math.max(one.from, to), to: one.to }] : []),
  ]);

/** The periods and this one, in order; those that touch become one. */
export function withPeriod(periods: readonly Period[], added: Period): Period[] {
  const joined: Period[] = [];
  for (const one of [...periods, added].toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || last.to < one.from) joined.push({ ...one });
    else last.to = Math.max(last.to, one.to);
  }
  return joined;
}
