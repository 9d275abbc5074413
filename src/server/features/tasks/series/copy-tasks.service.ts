import type { Reader, Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { isStorable } from '../../../lib/time.ts';
import { withMoments } from '../task-fields.schema.ts';
import { untouched } from '../task-records.policy.ts';
import type { TaskRecord } from '../task-records.policy.ts';
import {
  countPlanOf,
  findDatesOf,
  insertCopies,
  listSeriesOf,
  listTasksToCopy,
  listTidsOf,
  sameNames,
} from './copy-tasks.queries.ts';
import { storedDefinition } from './definition.service.ts';
import type { SeriesRecord } from './series.queries.ts';
import type { NewDays, PlanCopy } from './series.schema.ts';
import { daysBetween, momentOf, wallTime } from './times.policy.ts';

/** All features copy to a new project from the one before. */
type YearCopy = { from: string; to: string; at: string; actor: string };

const week = 7;

/**
 * By how many days tasks move to the new event: they keep their weekday. If the new event has none of these weekdays,
 * its first day corresponds to the first day.
 */
function shiftOf(old: EventDays, next: EventDays): number {
  const days = daysBetween(old.starts_on, next.starts_on);
  const weeks = Math.round(days / week) * week;
  const [first, last] = [laterDay(old.starts_on, weeks), laterDay(old.ends_on ?? old.starts_on, weeks)];
  const overlaps = last >= next.starts_on && (next.ends_on === null || first <= next.ends_on);
  return overlaps ? weeks : days;
}

const laterDay = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** Days of the event stay days of the event. Those before and after it, for building up and tearing down, stay free. */
const fits = (before: string, after: string, old: EventDays, next: EventDays): boolean =>
  before < old.starts_on ||
  before > (old.ends_on ?? old.starts_on) ||
  (after >= next.starts_on && (next.ends_on === null || after <= next.ends_on));

/**
 * Copies series and tasks to the same weekday and time of the new event, without people. Teams and the
 * catalogue are copied before; what belongs to other teams is left out, and so are days that the new event does not have.
 */
export async function copyTasks(trx: Trx, copy: YearCopy): Promise<never[]> {
  const { series, tasks } = await copiesOf(trx, copy, await findDatesOf(trx, copy.to), await listTidsOf(trx, copy.to));
  await insertCopies(trx, series, tasks);
  return [];
}

/** What a new project on these days would take over of the plan. */
export async function previewCopy(read: Reader, pid: string, now: Date, days: NewDays): Promise<PlanCopy> {
  const { timezone } = await findDatesOf(read, pid);
  const next = { timezone, starts_on: days.starts_on ?? null, ends_on: days.ends_on ?? null };
  const copy = { from: pid, to: '', at: timestamp(now), actor: '' };
  const { series, tasks } = await copiesOf(read, copy, next, await listTidsOf(read, pid));
  const { tasks: all, ...catalogue } = await countPlanOf(read, pid);
  return { ...catalogue, series: series.length, tasks: tasks.length, left_out: all - tasks.length };
}

type Dates = Awaited<ReturnType<typeof findDatesOf>>;
type EventDays = Pick<Dates, 'ends_on'> & { starts_on: string };

async function copiesOf(
  read: Reader,
  { from, to, at, actor }: YearCopy,
  next: Dates,
  teams: ReadonlySet<string>,
): Promise<{ series: SeriesRecord[]; tasks: TaskRecord[] }> {
  const { starts_on: oldStart, ends_on: oldEnd, timezone } = await findDatesOf(read, from);
  if (oldStart === null || next.starts_on === null) return { series: [], tasks: [] };
  const old = { starts_on: oldStart, ends_on: oldEnd };
  const event = { starts_on: next.starts_on, ends_on: next.ends_on };
  const days = shiftOf(old, event);
  const kinds = await sameNames(read, 'task_kinds', from, to);
  const places = await sameNames(read, 'places', from, to);
  const skills = await sameNames(read, 'skills', from, to);
  const renamed = (names: ReadonlyMap<string, string>, id: string | null) =>
    id === null ? null : (names.get(id) ?? null);
  const later = (moment: string) => momentOf(wallTime(moment, timezone).add({ days }), next.timezone);
  const keeps = (day: string) => fits(day, laterDay(day, days), old, event);
  const isLost = (tid: string | null) => tid !== null && !teams.has(tid);
  const ids = new Map<string, string>();
  const series = (await listSeriesOf(read, from)).flatMap((row): SeriesRecord[] => {
    const definition = storedDefinition(row);
    const kept = definition.days.filter(keeps).map((day) => laterDay(day, days));
    if (kept.length === 0 || isLost(definition.tid)) return [];
    const id = newId(new Date(at));
    ids.set(row.id, id);
    const copied = {
      ...withMoments(definition, later),
      days: kept,
      kind: renamed(kinds, definition.kind),
      place: renamed(places, definition.place),
      grants_skill: renamed(skills, definition.grants_skill),
    };
    return [
      { ...row, id, pid: to, definition: JSON.stringify(copied), created_by: actor, created_at: at, revision: 1 },
    ];
  });
  const found = await listTasksToCopy(read, from);
  const taskIds = newIds(new Date(at), found.length);
  const tasks = found.flatMap((task, index): TaskRecord[] => {
    const moved = withMoments(task, later);
    const day = wallTime(task.starts_at, timezone).toPlainDate().toString();
    const isValid = isStorable(moved.starts_at) && isStorable(moved.ends_at) && moved.ends_at > moved.starts_at;
    if (isLost(task.tid) || !keeps(day) || !isValid) return [];
    return [
      {
        ...moved,
        id: taskIds[index] ?? newId(new Date(at)),
        pid: to,
        series_id: ids.get(task.series_id ?? '') ?? null,
        kind_id: renamed(kinds, task.kind_id),
        place_id: renamed(places, task.place_id),
        grants_skill: renamed(skills, task.grants_skill),
        ...untouched,
        created_by: actor,
        created_at: at,
      },
    ];
  });
  return { series, tasks };
}
