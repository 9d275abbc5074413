import type { Trx } from '../../../db/db.ts';
import type { FieldError } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { refusedTasks } from '../rules/eligibility.policy.ts';
import { loadEligibility } from '../rules/eligibility.service.ts';
import { belongs } from '../rules/joining.policy.ts';
import type { SeriesRecord } from '../series/series.queries.ts';
import type { Remembered } from './apply.service.ts';
import { lossesOf } from './losses.service.ts';
import type { Planner } from './losses.service.ts';
import type { Step } from './step.policy.ts';
import { listKindsOf, listPlacesOf, listSeriesAmong, listSkillsOf } from './steps.queries.ts';
import type { TaskRecord } from '../task-records.policy.ts';
import type { OnTask, StoredStep } from './steps.queries.ts';

/** What the project has now, to compare with what a step left behind. */
export type Present = {
  tasks: ReadonlyMap<string, TaskRecord>;
  on: readonly OnTask[];
  series: SeriesRecord | null;
};

/** What has changed since the step: tasks, the series, and who is on tasks that would be gone or at another time. */
export function overtakenBy(taken: StoredStep, { tasks, series }: Remembered, present: Present): FieldError[] {
  const joined = Map.groupBy(present.on, ({ task_id: id }) => id);
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

const leftProject = (title: string, task: string, uid: string): FieldError => ({
  pointer: `/tasks/${task}/attendees/${uid}`,
  detail: `${title} (left the project)`,
});

/** People who cannot be where they were: they have joined something else, or left the project. */
export async function lostAgain(
  trx: Trx,
  planner: Planner,
  step: Step,
  { attendances }: Remembered,
  on: readonly OnTask[],
): Promise<FieldError[]> {
  const losses = await lossesOf(trx, planner, step, on);
  const errors = [
    ...(await missingReferences(trx, planner, step)),
    ...losses.map(({ task, uid, name, title, reason }) => ({
      pointer: `/tasks/${task}/attendees/${uid}`,
      detail: `${name}: ${title} (${reason})`,
    })),
  ];
  if (attendances.length === 0) return errors;
  const people = Map.groupBy(attendances, ({ uid }) => uid);
  const tasks = [...step.created, ...step.changed.map(({ after }) => after)];
  const asked = { by: 'undo', now: timestamp(planner.now), viewer: planner.uid } as const;
  const facts = await loadEligibility(trx, { keys: planner.keys, ...asked }, [...people.keys()], tasks);
  const gone = step.removed.map(({ id }) => id);
  for (const [uid, places] of people) {
    const own = places.map(({ task_id: task }) => task);
    if (!belongs(facts.rolesOf(planner.projectRole.scope.pid, uid))) {
      errors.push(...own.map((task) => leftProject(facts.tasks.get(task)?.title ?? '', task, uid)));
      continue;
    }
    for (const { task, broken } of refusedTasks(facts, asked, uid, own, gone)) {
      const detail = `${task.title} (${broken?.refusal ?? 'left the project'})`;
      errors.push({ pointer: `/tasks/${task.id}/attendees/${uid}`, detail });
    }
  }
  return errors;
}

/** Kinds, places, skills and series may have been deleted since; and places in tasks taken. */
async function missingReferences(trx: Trx, { projectRole }: Planner, step: Step): Promise<FieldError[]> {
  const { scope } = projectRole;
  const tasks = [...step.created, ...step.changed.map(({ after }) => after)];
  const kinds = new Set((await listKindsOf(trx, scope)).map(({ id }) => id));
  const places = new Set((await listPlacesOf(trx, scope)).map(({ id }) => id));
  const skills = new Set((await listSkillsOf(trx, scope)).map(({ id }) => id));
  const series = new Set([
    ...(await listSeriesAmong(
      trx,
      tasks.flatMap(({ series_id: id }) => id ?? []),
    )),
    ...(step.series?.after == null ? [] : [step.series.after.id]),
  ]);
  const gone = (known: ReadonlySet<string>, id: string | null | undefined): boolean => id != null && !known.has(id);
  return tasks.flatMap((task): FieldError[] => {
    const pointer = `/tasks/${task.id}`;
    if (gone(kinds, task.kind_id)) return [{ pointer, detail: `The kind of ${task.title} was deleted` }];
    if (gone(places, task.place_id)) return [{ pointer, detail: `The place of ${task.title} was deleted` }];
    if (gone(skills, task.grants_skill)) return [{ pointer, detail: `The skill of ${task.title} was deleted` }];
    if (gone(series, task.series_id)) return [{ pointer, detail: `The series of ${task.title} was deleted` }];
    return task.attendee_count + task.held_count > task.capacity
      ? [{ pointer, detail: `${task.title} has more people than places` }]
      : [];
  });
}
