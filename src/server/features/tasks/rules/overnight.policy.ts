import { clockIn } from '../../../lib/time.ts';
import type { Times } from './rules.policy.ts';

/** The shortest rest between two days. Drafts respect it, and planners are warned when they assign people. */
export const overnightRestMinutes = 8 * 60;

/** What begins earlier belongs to the day before: the tasks of one night count as one day. */
const dayBeginsHour = 5;

const hour = 3_600_000;

type Planned = Times & { id: string };

/** Whether the person has a night's rest before and after the task. The task itself may be part of the plan already. */
export type OvernightCheck = (plan: readonly Planned[], task: Planned) => boolean;

/** Reads the times of a task once, because calendars are slow. */
export function overnightCheck(timezone: string): OvernightCheck {
  const clock = clockIn(timezone);
  const known = new WeakMap<Times, { from: number; to: number; day: string }>();
  const timesOf = (task: Times) =>
    known.getOrInsertComputed(task, ({ starts_at, ends_at }) => {
      const from = Date.parse(starts_at);
      const day = clock(new Date(from - dayBeginsHour * hour).toISOString()).slice(0, 'YYYY-MM-DD'.length);
      return { from, to: Date.parse(ends_at), day };
    });
  return (plan, task) =>
    plan.every((other) => {
      if (other.id === task.id) return true;
      const [first, second] = other.starts_at < task.starts_at ? [other, task] : [task, other];
      const [{ to, day }, next] = [timesOf(first), timesOf(second)];
      return day === next.day || next.from < to || next.from - to >= overnightRestMinutes * 60_000;
    });
}
