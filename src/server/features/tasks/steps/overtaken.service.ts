import type { Trx } from '../../../db/db.ts';
import type { FieldError } from '../../../errors.ts';
import { listSuspended } from '../rules/eligibility.queries.ts';
import { loadPeople, rulesOfKinds, withRules } from '../rules/facts.service.ts';
import type { SeriesRecord } from '../series/series.queries.ts';
import { timezoneOf } from '../tasks.queries.ts';
import type { Remembered } from './apply.service.ts';
import { lossesOf } from './losses.service.ts';
import type { Planner } from './losses.service.ts';
import { refusedTasks } from './step.policy.ts';
import type { Step } from './step.policy.ts';
import { listBelonging, listKindsOf, listOnTasks, listPlacesOf, listSeriesAmong } from './steps.queries.ts';
import type { StoredStep, TaskRecord } from './steps.queries.ts';

/** What the project has now. */
export type Present = { tasks: ReadonlyMap<string, TaskRecord>; series: SeriesRecord | null };

/** What has changed since the step: tasks, the series, and who is on tasks that would be gone or at another time. */
export async function overtakenBy(
  trx: Trx,
  taken: StoredStep,
  { tasks, series }: Remembered,
  present: Present,
): Promise<FieldError[]> {
  const joined = Map.groupBy(
    await listOnTasks(
      trx,
      tasks.map(({ id }) => id),
    ),
    ({ task_id: id }) => id,
  );
  const errors = tasks.flatMap(({ id, before, revision }): FieldError[] => {
    const task = present.tasks.get(id);
    const pointer = `/tasks/${id}`;
    if (revision === null) return task === undefined ? [] : [{ pointer, detail: `${task.title} exists again` }];
    if (task === undefined) return [{ pointer, detail: `${before?.title ?? id} was deleted` }];
    if (task.revision !== revision) return [{ pointer, detail: `${task.title} was changed` }];
    const isElsewhere = before === null || before.starts_at !== undefined || before.ends_at !== undefined;
    const since = (joined.get(id) ?? []).filter((one) => isElsewhere && one.created_at > taken.created_at);
    return since.map(({ uid, name }) => ({
      pointer: `${pointer}/attendees/${uid}`,
      detail: `${name} joined ${task.title}`,
    }));
  });
  return series === null || (present.series?.revision ?? null) === series.revision
    ? errors
    : [...errors, { pointer: '/series', detail: 'The series was changed' }];
}

/** People who cannot be where they were: they have joined something else, or left the project. */
export async function lostAgain(
  trx: Trx,
  planner: Planner,
  step: Step,
  { attendances }: Remembered,
): Promise<FieldError[]> {
  const losses = await lossesOf(trx, planner, step);
  const errors = [
    ...(await missingReferences(trx, planner, step)),
    ...losses.map(({ task, uid, name, title, reason }) => ({
      pointer: `/tasks/${task}/attendees/${uid}`,
      detail: `${name}: ${title} (${reason})`,
    })),
  ];
  if (attendances.length === 0) return errors;
  const { scope } = planner.projectRole;
  const people = Map.groupBy(attendances, ({ uid }) => uid);
  const belonging = await listBelonging(trx, scope, [...people.keys()]);
  const suspended = new Set((await listSuspended(trx, [...people.keys()])).map(({ uid }) => uid));
  const tasks = [...step.created, ...step.changed.map(({ after }) => after)];
  const kinds = await rulesOfKinds(
    trx,
    tasks.map(({ kind_id: kind }) => kind),
  );
  const ruled = tasks.map((task) => withRules(task, kinds));
  const facts = await loadPeople(trx, planner.keys, [...people.keys()], ruled);
  const timezone = await timezoneOf(trx, scope);
  for (const [uid, places] of people) {
    const fact = facts.get(uid);
    const own = ruled.filter(({ id }) => places.some(({ task_id: task }) => task === id));
    // Helpers who lost their last place can have it again.
    const isOpen = ({ visibility }: TaskRecord) =>
      belonging.has(uid) || (visibility === 'signed_in' && !suspended.has(uid));
    const gone = new Set(step.removed.map(({ id }) => id));
    const refused = fact === undefined ? [] : refusedTasks(fact, own.filter(isOpen), gone, timezone);
    const left = own.filter((task) => !isOpen(task)).map((task) => ({ task, reason: 'left the project' }));
    for (const { task, reason } of [...left, ...refused]) {
      errors.push({ pointer: `/tasks/${task.id}/attendees/${uid}`, detail: `${task.title} (${reason})` });
    }
  }
  return errors;
}

/** Kinds, places and series may have been deleted since; and places in tasks taken. */
async function missingReferences(trx: Trx, { projectRole }: Planner, step: Step): Promise<FieldError[]> {
  const { scope } = projectRole;
  const tasks = [...step.created, ...step.changed.map(({ after }) => after)];
  const kinds = new Set((await listKindsOf(trx, scope)).map(({ id }) => id));
  const places = new Set((await listPlacesOf(trx, scope)).map(({ id }) => id));
  const series = new Set([
    ...(await listSeriesAmong(
      trx,
      tasks.flatMap(({ series_id: id }) => id ?? []),
    )),
    ...(step.series?.after == null ? [] : [step.series.after.id]),
  ]);
  const gone = (known: ReadonlySet<string>, id: string | null): boolean => id !== null && !known.has(id);
  return tasks.flatMap((task): FieldError[] => {
    const pointer = `/tasks/${task.id}`;
    if (gone(kinds, task.kind_id)) return [{ pointer, detail: `The kind of ${task.title} was deleted` }];
    if (gone(places, task.place_id)) return [{ pointer, detail: `The place of ${task.title} was deleted` }];
    if (gone(series, task.series_id)) return [{ pointer, detail: `The series of ${task.title} was deleted` }];
    return task.attendee_count + task.held_count > task.capacity
      ? [{ pointer, detail: `${task.title} has more people than places` }]
      : [];
  });
}
