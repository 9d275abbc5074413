import { hours, minutes } from '../../../lib/clock.ts';
import { marksAfter, sameMarks } from '../../tasks/attendance/states.policy.ts';
import type { AttendanceEvent } from '../../tasks/attendance/states.policy.ts';

export const scanResults = ['accepted', 'repeated', 'not_here', 'too_early', 'unknown', 'overtaken'] as const;
export type ScanResult = (typeof scanResults)[number];
export type AttendanceStep = 'arrive' | 'leave' | 'no_show';

const ms = (seconds: number): number => seconds * 1000;
/** How long before the start of a task people can arrive at the desk. */
const earlySeconds = minutes(60);
/** How long after the end of a task people can still be checked out. */
const lateSeconds = hours(12);
/** The clock of a device may be a little ahead. */
const skewSeconds = minutes(5);
const oldestSeconds = hours(48);

/** A scan whose time cannot be right changes nothing. */
export function timeProblem(at: string, now: Date): ScanResult | undefined {
  const age = now.getTime() - Date.parse(at);
  if (age < -ms(skewSeconds)) return 'too_early';
  return age > ms(oldestSeconds) ? 'overtaken' : undefined;
}

type Times = { starts_at: string; ends_at: string };

/** Undefined if the step can belong to the task. */
export function refusalOf(step: AttendanceStep, at: string, task: Times): ScanResult | undefined {
  const [time, starts, ends] = [at, task.starts_at, task.ends_at].map((text) => Date.parse(text)) as [
    number,
    number,
    number,
  ];
  if (step === 'no_show') return time < starts ? 'too_early' : undefined;
  if (time < starts - ms(earlySeconds)) return 'too_early';
  return time > ends + (step === 'leave' ? ms(lateSeconds) : 0) ? 'not_here' : undefined;
}

/**
 * The task that a scan without one is about. It follows from the plan and the time alone, not from what was scanned
 * before: so it is the same in whatever order scans arrive. Running tasks first, then the next, then the last.
 */
export function taskFor<T extends Times>(step: AttendanceStep, at: string, tasks: readonly T[]): T | undefined {
  const running = tasks.findLast(({ starts_at, ends_at }) => starts_at <= at && at < ends_at);
  const next = tasks.find(({ starts_at }) => starts_at > at);
  const last = tasks.findLast(({ ends_at }) => ends_at <= at);
  const order = step === 'arrive' ? [running, next, last] : [running, last, next];
  const candidates = order.filter((task) => task !== undefined);
  return candidates.find((task) => refusalOf(step, at, task) === undefined) ?? candidates[0];
}

/** Whether the event affects the final marks, given all known events. */
export function effectOf(events: readonly AttendanceEvent[], added: AttendanceEvent, task: Times): ScanResult {
  if (!sameMarks(marksAfter(events, task), marksAfter([...events, added], task))) return 'accepted';
  return events.some(({ at }) => at > added.at) ? 'overtaken' : 'repeated';
}

/** A device of some teams shows and hands out to their members only, whatever the reason. `tids`: null for all. */
export const isMemberOf = (own: ReadonlySet<string> | undefined, tids: readonly string[] | null): boolean =>
  tids === null || tids.some((tid) => own?.has(tid) === true);
