import { earlyArrivalMs, lateLeavingMs, oldestScanMs, undoScanMs } from '../../../../shared/rules.ts';
import { days, minutes } from '../../../lib/clock.ts';
import { marksAfter, sameMarks } from '../../tasks/attendance/states.policy.ts';
import type { AttendanceEvent } from '../../tasks/attendance/states.policy.ts';

export const scanResults = [
  'accepted',
  'repeated',
  'not_here',
  'too_early',
  'unknown',
  'overtaken',
  'choose',
  'none_left',
  'on_loan',
  'not_lent',
  'undone',
] as const;
export type ScanResult = (typeof scanResults)[number];
export type AttendanceStep = 'arrive' | 'leave' | 'no_show';

/** The clock of a device may be a little ahead. */
const skewMs = minutes(5) * 1000;

/** A scan whose time cannot be right changes nothing. */
export function timeProblem(at: string, now: Date): ScanResult | undefined {
  const age = now.getTime() - Date.parse(at);
  if (age < -skewMs) return 'too_early';
  return age > oldestScanMs ? 'overtaken' : undefined;
}

/** Whether a scan can still be undone at that time. */
export const isUndoable = (scannedAt: string, undoneAt: string): boolean => {
  const age = Date.parse(undoneAt) - Date.parse(scannedAt);
  return age >= 0 && age <= undoScanMs;
};

type Times = { starts_at: string; ends_at: string };

/** A scan is never about a task that is further away than this. */
export const nearSeconds = days(1);

export function isNear(at: string, { starts_at, ends_at }: Times): boolean {
  const time = Date.parse(at);
  return Date.parse(ends_at) > time - nearSeconds * 1000 && Date.parse(starts_at) < time + nearSeconds * 1000;
}

/** Undefined if the step can belong to the task. */
export function refusalOf(step: AttendanceStep, at: string, task: Times): ScanResult | undefined {
  const [time, starts, ends] = [at, task.starts_at, task.ends_at].map((text) => Date.parse(text)) as [
    number,
    number,
    number,
  ];
  if (step === 'no_show') return time < starts ? 'too_early' : undefined;
  if (time < starts - earlyArrivalMs) return 'too_early';
  return time > ends + (step === 'leave' ? lateLeavingMs : 0) ? 'not_here' : undefined;
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
export const isMemberOf = (own: ReadonlySet<string>, tids: readonly string[] | null): boolean =>
  tids === null || tids.some((tid) => own.has(tid));
