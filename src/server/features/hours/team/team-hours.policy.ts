import { countedMinutes, minutesOfWork } from '../../tasks/attendance/states.policy.ts';
import type { Marks } from '../../tasks/attendance/states.policy.ts';
import { isNotCheckedIn } from '../statement/statement.policy.ts';

type Times = { starts_at: string; ends_at: string };
type Attended = Times & Marks & { presumed_at: string | null; weight_percent: number | null };

const sum = (minutes: readonly number[]): number => minutes.reduce((total, one) => total + one, 0);

/** Planned by the same rule as what counts, so that the two can be compared. Work without a task is only known afterwards. */
const plannedMinutes = (task: Attended): number =>
  countedMinutes({ state: 'done', arrived_at: null, left_at: null }, task, task.weight_percent ?? 100);

/** Of one person in one team. */
export function teamTotals(attended: readonly Attended[], work: readonly Times[]) {
  const others = sum(work.map(minutesOfWork));
  return {
    planned: sum(attended.map(plannedMinutes)),
    minutes: sum(attended.map((task) => countedMinutes(task, task, task.weight_percent ?? 100))) + others,
    not_checked_in: attended.filter(({ presumed_at, state, arrived_at }) =>
      isNotCheckedIn({ presumed: presumed_at !== null && state !== 'no_show', arrived_at }),
    ).length,
    no_shows: attended.filter(({ state }) => state === 'no_show').length,
  };
}
