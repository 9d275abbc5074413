/** What a changed series means for its tasks. */
import { minutesOf, overlap } from '../rules/rules.policy.ts';
import type { Times } from '../rules/rules.policy.ts';
import { wallTime } from './times.policy.ts';

type Placed = Times & { id: string };
export type Rearrangement<T> = { kept: T[]; moved: { task: T; times: Times }[]; added: Times[]; removed: T[] };

const keyOf = ({ starts_at, ends_at }: Times): string => `${starts_at} ${ends_at}`;

const commonMinutes = (one: Times, other: Times): number =>
  overlap(one, other)
    ? minutesOf({
        starts_at: one.starts_at > other.starts_at ? one.starts_at : other.starts_at,
        ends_at: one.ends_at < other.ends_at ? one.ends_at : other.ends_at,
      })
    : 0;

/**
 * Compares the times before and after the change. Tasks that were moved by hand stay where they are, and those that were
 * deleted by hand stay deleted. A task moves only within its day: to the new time with the same start, else to the one
 * that it shares the most time with, else to the next one that is left.
 */
export function rearrange<T extends Placed>(
  tasks: readonly T[],
  before: readonly Times[],
  after: readonly Times[],
  timezone: string,
): Rearrangement<T> {
  const old = new Set(before.map(keyOf));
  const wanted = new Set(after.map(keyOf));
  const added = after.filter((times) => !old.has(keyOf(times)));
  const isGone = (task: T): boolean => old.has(keyOf(task)) && !wanted.has(keyOf(task));
  const removed = tasks.filter(isGone);
  const moved: { task: T; times: Times }[] = [];
  const pair = (find: (task: T, free: readonly Times[]) => Times | undefined): void => {
    for (const task of removed.slice()) {
      const times = find(task, added);
      if (times === undefined) continue;
      moved.push({ task, times });
      removed.splice(removed.indexOf(task), 1);
      added.splice(added.indexOf(times), 1);
    }
  };
  const dayOf = dayIn(timezone);
  pair((task, free) => free.find(({ starts_at }) => starts_at === task.starts_at));
  pair((task, free) => mostShared(task, free, dayOf));
  pair((task, free) => free.find((times) => dayOf(times) === dayOf(task)));
  return { kept: tasks.filter((task) => !isGone(task)), moved, added, removed };
}

/** The day of a time, computed once for each: calendars are slow, and every task is compared with every new time. */
function dayIn(timezone: string): (times: Times) => string {
  const days = new Map<string, string>();
  return ({ starts_at }) => {
    const day = days.get(starts_at) ?? wallTime(starts_at, timezone).toPlainDate().toString();
    days.set(starts_at, day);
    return day;
  };
}

function mostShared(task: Times, free: readonly Times[], dayOf: (times: Times) => string): Times | undefined {
  const [best] = free
    .filter((times) => dayOf(times) === dayOf(task) && overlap(times, task))
    .toSorted((one, other) => commonMinutes(other, task) - commonMinutes(one, task));
  return best;
}
