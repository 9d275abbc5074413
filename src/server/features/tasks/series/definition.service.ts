import type { ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { failField } from '../../../errors.ts';
import { toUtc } from '../../../http/moment.ts';
import type { Times } from '../rules/rules.policy.ts';
import { requireDay, requireReferences } from '../steps/references.service.ts';
import type { TaskInput } from '../steps/records.policy.ts';
import { findCalendarOf, listKindsOf, listPlacesOf } from '../steps/steps.queries.ts';
import { needsTeam, needsTeamDetail } from '../tasks.policy.ts';
import type { SeriesRecord } from './series.queries.ts';
import type { NewTaskSeries, TaskSeries, TaskSeriesChanges } from './series.schema.ts';
import { countTasks, endMinutes, minutesAfter, seriesTimes } from './times.policy.ts';

const maxTasks = 500;

/** What is stored about a series: the request, with a value for everything. */
export type Definition = Omit<TaskSeries, 'id' | 'pid' | 'task_count' | 'created_at' | 'rights'>;

/** Series had no briefing at first. */
export const storedDefinition = ({ definition }: Pick<SeriesRecord, 'definition'>): Definition => ({
  briefing: '',
  ...(JSON.parse(definition) as Omit<Definition, 'briefing'>),
});

export const definitionOf = (input: NewTaskSeries): Definition => ({
  title: input.title,
  description: input.description ?? '',
  briefing: input.briefing ?? '',
  category: input.category ?? '',
  kind: input.kind ?? null,
  tid: input.tid ?? null,
  place: input.place ?? null,
  visibility: input.visibility ?? 'project',
  joining: input.joining ?? 'open',
  opens_at: utcOrNull(input.opens_at),
  min_people: input.min_people ?? 0,
  capacity: input.capacity,
  days: input.days.toSorted(),
  from: input.from,
  to: input.to,
  every_minutes: input.every_minutes ?? null,
  at: input.at ?? null,
  handover_minutes: input.handover_minutes ?? 0,
});

const utcOrNull = (moment: string | null | undefined): string | null =>
  moment == null ? null : toUtc('/opens_at', moment);

/** Kinds and places may have been deleted since; tasks lose them then as well. */
export async function withoutDeleted(read: Reader, scope: ProjectScope, definition: Definition): Promise<Definition> {
  const { kind, place } = definition;
  const kinds = kind === null ? [] : await listKindsOf(read, scope);
  const places = place === null ? [] : await listPlacesOf(read, scope);
  return {
    ...definition,
    kind: kinds.some(({ id }) => id === kind) ? kind : null,
    place: places.some(({ id }) => id === place) ? place : null,
  };
}

/** A change from one way to the other need not name both. */
export function changedDefinition(before: Definition, changes: TaskSeriesChanges): Definition {
  const other = changes.at != null ? { every_minutes: null } : changes.every_minutes != null ? { at: null } : {};
  return definitionOf({ ...before, ...other, ...changes });
}

/** What every task of the series gets. */
export const inputOf = (definition: Definition): TaskInput => ({
  title: definition.title,
  description: definition.description,
  category: definition.category,
  kind: definition.kind,
  tid: definition.tid,
  place: definition.place,
  visibility: definition.visibility,
  joining: definition.joining,
  opens_at: definition.opens_at,
  briefing: definition.briefing,
  min_people: definition.min_people,
  capacity: definition.capacity,
});

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
  if (count > maxTasks) failField(field, `would create ${count} tasks; a series has at most ${maxTasks}`);
  const project = await findCalendarOf(read, scope);
  for (const [index, day] of sent.entries()) requireDay(`/days/${index}`, day, project);
  await requireReferences(read, scope, roles, definition);
  return project.timezone;
}
