import type { Reader, Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { isOutside } from '../steps/references.service.ts';
import { untouched } from '../steps/records.policy.ts';
import type { TaskRecord } from '../steps/steps.queries.ts';
import {
  countPlanOf,
  findDatesOf,
  insertCopies,
  listSeriesOf,
  listTasksInSeries,
  listTidsOf,
  sameNames,
} from './copy.queries.ts';
import { storedDefinition } from './definition.service.ts';
import type { SeriesRecord } from './series.queries.ts';
import type { NewDays, PlanCopy } from './series.schema.ts';
import { daysBetween, momentOf, wallTime } from './times.policy.ts';

/** As the other features copy: a new project from the one before. */
type YearCopy = { from: string; to: string; at: string; actor: string };

const week = 7;

/** By how many days tasks move to the new event so that they keep their weekday. */
const weekdayShift = (from: string, to: string): number => Math.round(daysBetween(from, to) / week) * week;

/**
 * Copies series with their tasks to the same weekday and time of the new event, without people. Teams, kinds and places
 * are copied before; series of teams that are not are left out, and so are days outside of the new event.
 */
export async function copySeries(trx: Trx, copy: YearCopy): Promise<never[]> {
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

async function copiesOf(
  read: Reader,
  { from, to, at, actor }: YearCopy,
  next: Dates,
  teams: ReadonlySet<string>,
): Promise<{ series: SeriesRecord[]; tasks: TaskRecord[] }> {
  const old = await findDatesOf(read, from);
  if (old.starts_on === null || next.starts_on === null) return { series: [], tasks: [] };
  const days = weekdayShift(old.starts_on, next.starts_on);
  const kinds = await sameNames(read, 'task_kinds', from, to);
  const places = await sameNames(read, 'places', from, to);
  const renamed = (names: ReadonlyMap<string, string>, id: string | null) =>
    id === null ? null : (names.get(id) ?? null);
  const later = (moment: string) => momentOf(wallTime(moment, old.timezone).add({ days }), next.timezone);
  const dayOf = (moment: string) => wallTime(moment, next.timezone).toPlainDate().toString();
  const ids = new Map<string, string>();
  const series = (await listSeriesOf(read, from)).flatMap((row): SeriesRecord[] => {
    const definition = storedDefinition(row);
    const kept = definition.days
      .map((day) => Temporal.PlainDate.from(day).add({ days }).toString())
      .filter((day) => !isOutside(day, next));
    if (kept.length === 0 || (definition.tid !== null && !teams.has(definition.tid))) return [];
    const id = newId(new Date(at));
    ids.set(row.id, id);
    const copied = {
      ...definition,
      days: kept,
      kind: renamed(kinds, definition.kind),
      place: renamed(places, definition.place),
      opens_at: definition.opens_at === null ? null : later(definition.opens_at),
    };
    return [
      { ...row, id, pid: to, definition: JSON.stringify(copied), created_by: actor, created_at: at, revision: 1 },
    ];
  });
  const found = await listTasksInSeries(read, from);
  const taskIds = newIds(new Date(at), found.length);
  const tasks = found.flatMap((task, index): TaskRecord[] => {
    const series_id = ids.get(task.series_id ?? '');
    const times = { starts_at: later(task.starts_at), ends_at: later(task.ends_at) };
    const isLost = task.tid !== null && !teams.has(task.tid);
    if (
      series_id === undefined ||
      isLost ||
      isOutside(dayOf(times.starts_at), next) ||
      times.ends_at <= times.starts_at
    ) {
      return [];
    }
    return [
      {
        ...task,
        ...times,
        id: taskIds[index] ?? newId(new Date(at)),
        pid: to,
        series_id,
        kind_id: renamed(kinds, task.kind_id),
        place_id: renamed(places, task.place_id),
        opens_at: task.opens_at === null ? null : later(task.opens_at),
        ...untouched,
        created_by: actor,
        created_at: at,
      },
    ];
  });
  return { series, tasks };
}
