import { momentOfDay } from '../../../../shared/rules.ts';
import { countedMinutes, minutesOfWork } from '../../tasks/attendance/states.policy.ts';
import type { Marks } from '../../tasks/attendance/states.policy.ts';
import type { EarnedRule } from './hand-outs.schema.ts';

/** Time of a person that counts. `kind`: of the task; null for work without one. */
export type Worked = { kind: string | null; day: string; minutes: number };

type Times = { starts_at: string; ends_at: string };
type Attended = Times & Marks & { kind_id: string | null; weight_percent: number | null };

/** The same time as in the statement of hours, by the day to which a task belongs. `dayOf` knows the time zone. */
export const workedOf = (
  attended: readonly Attended[],
  work: readonly Times[],
  dayOf: (moment: string) => string,
): Worked[] => [
  ...attended.map((row) => ({
    kind: row.kind_id,
    day: dayOf(momentOfDay(row.starts_at)),
    minutes: countedMinutes(row, row, row.weight_percent ?? 100),
  })),
  ...work.map((row) => ({ kind: null, day: dayOf(momentOfDay(row.starts_at)), minutes: minutesOfWork(row) })),
];

/** Minutes in each part of the event that counts on its own. */
function partsOf({ day, task_kinds: kinds }: EarnedRule, worked: readonly Worked[]): Map<string, number> {
  const parts = new Map<string, number>();
  for (const one of worked) {
    if (kinds !== undefined && !kinds.includes(one.kind ?? '')) continue;
    if (day !== undefined && day !== 'each' && day !== one.day) continue;
    const part = day === undefined ? '' : one.day;
    parts.set(part, (parts.get(part) ?? 0) + one.minutes);
  }
  return parts;
}

function inPart({ min_hours: from = 0, per_hours: per }: EarnedRule, minutes: number): number {
  if (minutes === 0 || minutes < from * 60) return 0;
  return per === undefined ? 1 : Math.floor(minutes / (per * 60));
}

/** Whether the number that somebody gets grows with their hours. */
const isRepeated = ({ per_hours: per, day }: EarnedRule): boolean => per !== undefined || day === 'each';

/** How many a person has earned. */
export function earnedCount(rule: EarnedRule | null, perPerson: number | null, worked: readonly Worked[]): number {
  if (rule === null) return perPerson ?? 1;
  const units = [...partsOf(rule, worked).values()].reduce((sum, minutes) => sum + inPart(rule, minutes), 0);
  if (isRepeated(rule)) return Math.min(units, perPerson ?? units);
  return units * (perPerson ?? 1);
}

export type Progress = { minutes: number; needed: number };

/**
 * How far a person is on the way to the next one: undefined if they can get no more, or it does not depend on how long they
 * work. What counts by day is about today.
 */
export function progressOf(
  rule: EarnedRule | null,
  perPerson: number | null,
  worked: readonly Worked[],
  today: string,
): Progress | undefined {
  const { min_hours: from = 0, per_hours: per, day } = rule ?? {};
  if (rule === null || (from === 0 && per === undefined)) return undefined;
  if (day !== undefined && day !== 'each' && day < today) return undefined;
  const earned = earnedCount(rule, perPerson, worked);
  if (isRepeated(rule) && perPerson !== null && earned >= perPerson) return undefined;
  const minutes = partsOf(rule, worked).get(day === undefined ? '' : day === 'each' ? today : day) ?? 0;
  const here = inPart(rule, minutes);
  if (per === undefined) return here > 0 ? undefined : { minutes, needed: from * 60 };
  return { minutes, needed: Math.max(from * 60, (here + 1) * per * 60) };
}
