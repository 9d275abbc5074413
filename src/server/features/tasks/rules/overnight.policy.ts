import { clockIn } from '../../../lib/time.ts';
import type { Times } from './rules.policy.ts';

/** How long people rest between two days at least. Drafts respect it, and whoever assigns people is warned. */
export const overnightRestMinutes = 8 * 60;

/** What begins earlier belongs to the day before: the tasks of one night are no two days. */
const dayBeginsHour = 5;

const hour = 3_600_000;

type Planned = Times & { id: string };

/** Whether the person has a night's rest before and after the task. The task itself may be part of the plan already. */
export type OvernightCheck = (plan: readonly Planned[], task: Planned) => boolean;

/** Looks up the day of a task once, because calendars are slow. */
export function overnightCheck(timezone: string): OvernightCheck {
  const clock = clockIn(timezone);
  const days = new WeakMap<Times, string>();
  const dayOf = (task: Times): string =>
    days.getOrInsertComputed(task, ({ starts_at }) => {
      const moment = new Date(Date.parse(starts_at) - dayBeginsHour * hour);
      return clock(moment.toISOString()).slice(0, 'YYYY-MM-DD'.length);
    });
  return (plan, task) =>
    plan.every((other) => {
      if (other.id === task.id) return true;
      const [first, second] = other.starts_at < task.starts_at ? [other, task] : [task, other];
      const pause = Date.parse(second.starts_at) - Date.parse(first.ends_at);
      return pause < 0 || pause >= overnightRestMinutes * 60_000 || dayOf(first) === dayOf(second);
    });
}
