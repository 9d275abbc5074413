import { isLittleRest, momentOfDay } from '../../../../shared/rules.ts';
import type { PlanTask } from '../../../../client/client.ts';
import { dayAt } from '../../../../locales/format/dates.ts';

/** What the planner computes from the tasks of some days. All of it is pure. */

export type Times = { starts_at: string; ends_at: string };
export type Attendee = PlanTask['attendees'][number];
export type Person = { uid: string; name: string };

/** People are missing below the minimum; other places are free. */
export const missingOn = ({ min_people: least, attendee_count: count }: PlanTask): number => Math.max(0, least - count);

export const freeOn = ({ capacity, attendee_count: count }: PlanTask): number => Math.max(0, capacity - count);

export type Staffing = 'short' | 'open' | 'full';

/** Too few people, enough with places left, or full. */
export function staffingOf(task: PlanTask): Staffing {
  if (missingOn(task) > 0) return 'short';
  return freeOn(task) > 0 ? 'open' : 'full';
}

/** Nobody can be found any more for a task that has ended. */
export const missingIn = (tasks: readonly PlanTask[], now: string): number =>
  tasks.reduce((sum, task) => sum + (task.ends_at > now ? missingOn(task) : 0), 0);

/** Nor can anybody join it. */
export const freeIn = (tasks: readonly PlanTask[], now: string): number =>
  tasks.reduce((sum, task) => sum + (task.ends_at > now ? freeOn(task) : 0), 0);

/** A task may begin at the moment the other ends. */
const overlap = (one: Times, other: Times): boolean => one.starts_at < other.ends_at && other.starts_at < one.ends_at;

const byStart = (one: PlanTask, other: PlanTask): number =>
  one.starts_at < other.starts_at ? -1 : one.starts_at > other.starts_at ? 1 : one.id < other.id ? -1 : 1;

/** The most missing first, then the most free places, then by time. */
export const byGap = (one: PlanTask, other: PlanTask): number =>
  missingOn(other) - missingOn(one) || freeOn(other) - freeOn(one) || byStart(one, other);

/** A line of a row. Its title is that of all tasks in it. */
export type Lane = { title: string; tasks: PlanTask[] };

/** The shifts of one title are one line; those that overlap are below each other. The lines are in the order of their first task. */
export function lanesOf(tasks: readonly PlanTask[]): Lane[] {
  const byTitle = Map.groupBy(tasks.toSorted(byStart), ({ title }) => title);
  return [...byTitle].flatMap(([title, those]) => {
    const lanes: Lane[] = [];
    for (const task of those) {
      const free = lanes.find((lane) => (lane.tasks.at(-1)?.ends_at ?? '') <= task.starts_at);
      if (free === undefined) lanes.push({ title, tasks: [task] });
      else free.tasks.push(task);
    }
    return lanes;
  });
}

export const idIn = (task: PlanTask, by: 'team' | 'kind' | 'place'): string | null =>
  by === 'team' ? task.tid : (task[by]?.id ?? null);

/** A row of the planner; `id` is null for tasks without a team, kind or place. */
export type RowOf = { id: string | null; name: string };
export type PlanRow = RowOf & { key: string; lanes: Lane[]; tasks: PlanTask[]; missing: number };

/** One row for each of these, in their order, with its tasks. */
export function rowsOf(
  tasks: readonly PlanTask[],
  by: 'team' | 'kind' | 'place',
  groups: readonly RowOf[],
  now: string,
): PlanRow[] {
  const found = Map.groupBy(tasks, (task) => idIn(task, by));
  return groups.map((group) => {
    const those = found.get(group.id) ?? [];
    return { ...group, key: group.id ?? '', lanes: lanesOf(those), tasks: those, missing: missingIn(those, now) };
  });
}

const minuteMs = 60_000;
/** Tasks are moved in steps of a quarter of an hour. */
export const stepMs = 15 * minuteMs;

export const snap = (ms: number, from: number): number => from + Math.round((ms - from) / stepMs) * stepMs;

export const durationOf = ({ starts_at: start, ends_at: end }: Times): number => Date.parse(end) - Date.parse(start);

const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns the task at another time. */
export const movedTo = (task: Times, startMs: number): Times => ({
  starts_at: iso(startMs),
  ends_at: iso(startMs + durationOf(task)),
});

/** The same task with another end, at least one step after its beginning. */
export const endedAt = (task: Times, endMs: number): Times => ({
  starts_at: task.starts_at,
  ends_at: iso(Math.max(endMs, Date.parse(task.starts_at) + stepMs)),
});

/** The tasks of each person. */
export function plansOf(tasks: readonly PlanTask[]): Map<string, PlanTask[]> {
  const plans = new Map<string, PlanTask[]>();
  for (const task of tasks) {
    for (const { uid } of task.attendees) {
      const plan = plans.get(uid);
      if (plan === undefined) plans.set(uid, [task]);
      else plan.push(task);
    }
  }
  return plans;
}

/** The task that keeps the person from another one. */
export const busyWith = (plan: readonly PlanTask[], task: PlanTask): PlanTask | undefined =>
  plan.find((other) => other.id !== task.id && overlap(other, task));

/** Another task of the person, on the day before or after, that leaves too little rest between the two. */
export function littleRestWith(plan: readonly PlanTask[], task: PlanTask, timezone: string): PlanTask | undefined {
  const shiftOf = ({ starts_at: start, ends_at: end }: Times) => ({
    fromMs: Date.parse(start),
    toMs: Date.parse(end),
    day: dayAt(momentOfDay(start), timezone),
  });
  return plan.find((other) => {
    if (other.id === task.id) return false;
    const [first, second] = other.starts_at < task.starts_at ? [other, task] : [task, other];
    return isLittleRest(shiftOf(first), shiftOf(second));
  });
}

export const isOn = (task: PlanTask, uid: string): boolean => task.attendees.some((one) => one.uid === uid);

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The task to go to with the arrow keys: the one of the row before or after it, or the nearest in time of the next line. */
export function neighbourOf(rows: readonly PlanRow[], id: string, direction: Direction): PlanTask | undefined {
  if (direction === 'left' || direction === 'right') {
    const row = rows.find(({ tasks }) => tasks.some((task) => task.id === id))?.tasks.toSorted(byStart) ?? [];
    return row[row.findIndex((task) => task.id === id) + (direction === 'left' ? -1 : 1)];
  }
  const lanes = rows.flatMap((row) => row.lanes);
  const at = lanes.findIndex(({ tasks }) => tasks.some((task) => task.id === id));
  const start = Date.parse(lanes[at]?.tasks.find((task) => task.id === id)?.starts_at ?? '');
  const distance = (task: PlanTask) => Math.abs(Date.parse(task.starts_at) - start);
  return lanes[at + (direction === 'up' ? -1 : 1)]?.tasks.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** How many people are missing at the worst moment of a span. */
export function mostMissing(tasks: readonly PlanTask[], from: string, to: string, now: string): number {
  const running = tasks.filter((task) => task.starts_at < to && task.ends_at > from && task.ends_at > now);
  const moments = [from, ...running.map((task) => task.starts_at).filter((start) => start > from)];
  const missingAt = (moment: string) =>
    running
      .filter((task) => task.starts_at <= moment && task.ends_at > moment)
      .reduce((sum, task) => sum + missingOn(task), 0);
  return Math.max(...moments.map(missingAt));
}
