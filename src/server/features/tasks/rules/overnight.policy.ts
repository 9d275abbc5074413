import { isLittleRest, momentOfDay } from '../../../../shared/rules.ts';
import { clockIn } from '../../../lib/time.ts';
import type { Times } from './rules.policy.ts';

type Planned = Times & { id: string };

/** Whether the person has a night's rest before and after the task. The task itself may be part of the plan already. */
export type OvernightCheck = (plan: readonly Planned[], task: Planned) => boolean;

/** Reads the times of a task once, because calendars are slow. */
export function overnightCheck(timezone: string): OvernightCheck {
  const clock = clockIn(timezone);
  const known = new WeakMap<Times, { fromMs: number; toMs: number; day: string }>();
  const shiftOf = (task: Times) =>
    known.getOrInsertComputed(task, ({ starts_at, ends_at }) => ({
      fromMs: Date.parse(starts_at),
      toMs: Date.parse(ends_at),
      day: clock(momentOfDay(starts_at)).slice(0, 'YYYY-MM-DD'.length),
    }));
  return (plan, task) =>
    plan.every((other) => {
      if (other.id === task.id) return true;
      const [first, second] = other.starts_at < task.starts_at ? [other, task] : [task, other];
      return !isLittleRest(shiftOf(first), shiftOf(second));
    });
}
