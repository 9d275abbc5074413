import { maxTasksAtOnce } from '../../../../shared/limits.ts';
import type { ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { failField } from '../../../errors.ts';
import type { Times } from '../rules/rules.policy.ts';
import { requireDay, requireReferences } from '../steps/references.service.ts';
import { findCalendarOf, listKindsOf, listPlacesOf, listSkillsOf } from '../steps/steps.queries.ts';
import { initialTask } from '../task-fields.schema.ts';
import { inUtc } from '../task-records.policy.ts';
import { needsTeam, needsTeamDetail } from '../tasks.policy.ts';
import type { SeriesRecord } from './series.queries.ts';
import type { NewTaskSeries, TaskSeries, TaskSeriesChanges } from './series.schema.ts';
import { countTasks, endMinutes, minutesAfter, seriesTimes } from './times.policy.ts';

/** What is stored about a series: the request, with a value for everything. */
export type Definition = Omit<TaskSeries, 'id' | 'pid' | 'task_count' | 'created_at' | 'rights'>;

/** Series that were stored before a field was added have its initial value. */
export const storedDefinition = ({ definition }: Pick<SeriesRecord, 'definition'>): Definition => ({
  ...initialTask,
  ...(JSON.parse(definition) as Definition),
});

export function definitionOf(input: NewTaskSeries): Definition {
  const { days, every_minutes = null, at = null, handover_minutes = 0, ...same } = inUtc(input);
  return { ...initialTask, ...same, days: days.toSorted(), every_minutes, at, handover_minutes };
}

/** Kinds, places and skills may have been deleted since; tasks lose them then as well. */
export async function withoutDeleted(read: Reader, scope: ProjectScope, definition: Definition): Promise<Definition> {
  const { kind, place, grants_skill: skill } = definition;
  const kinds = kind === null ? [] : await listKindsOf(read, scope);
  const places = place === null ? [] : await listPlacesOf(read, scope);
  const skills = skill === null ? [] : await listSkillsOf(read, scope);
  return {
    ...definition,
    grants_skill: skills.some(({ id }) => id === skill) ? skill : null,
    kind: kinds.some(({ id }) => id === kind) ? kind : null,
    place: places.some(({ id }) => id === place) ? place : null,
  };
}

/** A change from one way to the other need not name both. */
export function changedDefinition(before: Definition, changes: TaskSeriesChanges): Definition {
  const other = changes.at != null ? { every_minutes: null } : changes.every_minutes != null ? { at: null } : {};
  return definitionOf({ ...before, ...other, ...changes });
}

export const timesOf = (definition: Definition, timezone: string): Times[] =>
  seriesTimes(
    { ...definition, every_minutes: definition.every_minutes ?? undefined, at: definition.at ?? undefined },
    timezone,
  );

/** Names the first field that is wrong. `sent` has the days of the request, in its order. Returns the time zone. */
export async function checkDefinition(
  read: Reader,
  scope: ProjectScope,
  roles: Roles,
  definition: Definition,
  sent: readonly string[] = definition.days,
): Promise<string> {
  const { every_minutes: every, at, from, min_people, capacity } = definition;
  if (every !== null && at !== null) failField('/at', 'cannot be combined with every_minutes');
  const end = endMinutes(definition);
  const outside = (at ?? []).findIndex((time) => minutesAfter(from, time) >= end);
  if (outside >= 0) failField(`/at/${outside}`, 'must be between from and to');
  if (needsTeam(definition)) failField('/visibility', needsTeamDetail);
  if (min_people > capacity) failField('/min_people', 'must not be above capacity');
  const field = every !== null ? '/every_minutes' : at !== null ? '/at' : '/days';
  const count = countTasks({ ...definition, every_minutes: every ?? undefined, at: at ?? undefined });
  if (count > maxTasksAtOnce) failField(field, `would create ${count} tasks; a series has at most ${maxTasksAtOnce}`);
  const project = await findCalendarOf(read, scope);
  for (const [index, day] of sent.entries()) requireDay(`/days/${index}`, day, project);
  await requireReferences(read, scope, roles, definition);
  return project.timezone;
}
