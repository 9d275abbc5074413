import { failField, refuseField } from '../../../errors.ts';
import { addSeconds, days, hours, minutes, timestamp } from '../../../lib/clock.ts';
import { toUtc } from '../../../http/moment.ts';
import { unmarked } from '../../tasks/attendance/states.policy.ts';
import type { AttendanceState, Marks } from '../../tasks/attendance/states.policy.ts';
import type { AttendanceChanges } from './marking.schema.ts';

type Times = { starts_at: string; ends_at: string };

/** People can be marked from this long before the start: by then it may be known that somebody does not come. */
export const markableSeconds = hours(4);

export const isMarkable = ({ starts_at }: Pick<Times, 'starts_at'>, now: Date): boolean =>
  starts_at <= timestamp(addSeconds(now, markableSeconds));

function requireMarkable(state: Marks['state'], task: Times, now: Date): void {
  const isPossible = state === 'done' ? task.starts_at <= timestamp(now) : isMarkable(task, now);
  if (state === 'joined' || isPossible) return;
  refuseField(
    '/state',
    state === 'done' ? 'is possible once the task has begun' : 'is possible from 4 hours before the task',
  );
}

/** What somebody who is replaced is marked as; undefined if their state says already that they are not there. */
export function marksOfReplaced(state: AttendanceState, now: string): AttendanceChanges | undefined {
  if (state === 'joined') return { state: 'no_show' };
  return state === 'arrived' ? { state: 'left_early', left_at: now } : undefined;
}

/** The marks after a planner's correction. Refuses times that cannot belong to the task. */
export function correctedMarks(before: Marks, input: AttendanceChanges, task: Times, now: Date): Marks {
  const { state } = input;
  requireMarkable(state, task, now);
  const arrived_at = chosenTime('/arrived_at', input.arrived_at, before.arrived_at);
  const left_at = chosenTime('/left_at', input.left_at, before.left_at);
  if (state === 'joined' || state === 'no_show') {
    if (input.arrived_at != null) failField('/arrived_at', `cannot be set with the state ${state}`);
    if (input.left_at != null) failField('/left_at', `cannot be set with the state ${state}`);
    return { ...unmarked, state };
  }
  if (state === 'arrived') {
    if (input.left_at != null) failField('/left_at', 'cannot be set with the state arrived');
    return inRange({ state, arrived_at: arrived_at ?? timestamp(now), left_at: null }, task, now);
  }
  if (state === 'left_early' && left_at === null) failField('/left_at', 'is needed with the state left_early');
  if (arrived_at !== null && left_at !== null && left_at < arrived_at)
    failField('/left_at', 'must not be before arrived_at');
  return inRange({ state, arrived_at, left_at }, task, now);
}

const chosenTime = (pointer: string, given: string | null | undefined, before: string | null): string | null => {
  if (given === undefined) return before;
  return given === null ? null : toUtc(pointer, given);
};

/** Within a day of the task, and not in the future. */
function inRange(marks: Marks, { starts_at, ends_at }: Times, now: Date): Marks {
  const earliest = timestamp(addSeconds(new Date(starts_at), -days(1)));
  const latest = timestamp(addSeconds(new Date(ends_at), days(1)));
  const soon = timestamp(addSeconds(now, minutes(5)));
  for (const name of ['arrived_at', 'left_at'] as const) {
    const at = marks[name];
    if (at === null) continue;
    if (at > soon) failField(`/${name}`, 'must not be in the future');
    if (at < earliest || at > latest) failField(`/${name}`, 'must be within a day of the task');
  }
  return marks;
}

/** That they are here now, or do not come. Which hours count is for somebody else to decide. */
export const mayMarkOneself = (before: Marks, after: Marks, now: Date): boolean =>
  after.state === 'no_show' ||
  (before.state === 'joined' && after.state === 'arrived' && after.arrived_at === timestamp(now));
