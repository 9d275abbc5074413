import type { Actor, ProjectRole, Roles } from '../../auth/project-role.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import { madeWith } from '../../auth/makers.ts';
import { afterCommit } from '../../db/db.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, refuseField } from '../../errors.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import { newId } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import { minutesOf } from '../tasks/rules/rules.policy.ts';
import { mayDraft, maySeeDraft, plannedTeams } from './allocations.policy.ts';
import * as queries from './allocations.queries.ts';
import {
  deleteBefore,
  endAllocation,
  findAllocation,
  insertAllocation,
  listOnTasks,
  listSkillNames,
  namesOf,
  tasksNamed,
} from './allocations.queries.ts';
import type { AllocationRow, ListedRow } from './allocations.queries.ts';
import type { Allocation, AllocationDetails, NewAllocation } from './allocations.schema.ts';
import { isOfProject, listPlannable } from './problem.queries.ts';
import { keyOf } from './possible-moves.service.ts';
import { choiceOf, maxTasks } from './problem.service.ts';
import type { DraftRequest } from './problem.service.ts';
import type { Outcome } from './solving/explain.policy.ts';

const keptSeconds = days(30);

export const draftRequestOf = ({ request }: Pick<ListedRow, 'request'>): DraftRequest =>
  JSON.parse(request) as DraftRequest;

export function presentAllocation(row: ListedRow): Allocation {
  const { id, state, created_at, finished_at } = row;
  const { tids, days: chosen, keep, fill_all = false, max_hours_per_day = null } = draftRequestOf(row);
  const request = { tids, days: chosen, keep, fill_all, max_hours_per_day };
  return { id, state, ...request, created_at, finished_at, summary: summaryOf(row) };
}

type Summary = NonNullable<Allocation['summary']>;
/** Drafts of earlier versions did not count tasks that have begun. */
type StoredSummary = Omit<Summary, 'begun_count'> & Partial<Summary>;

function summaryOf({ summary }: ListedRow): Summary | null {
  if (summary === null) return null;
  const stored = JSON.parse(summary) as StoredSummary;
  return { ...stored, begun_count: stored.begun_count ?? 0 };
}

export const resultOf = ({ result }: Pick<AllocationRow, 'result'>): Outcome | undefined =>
  result === null ? undefined : (JSON.parse(result) as Outcome);

/** `roles` are those of the transaction. */
export async function createAllocation(
  trx: Trx,
  { projectRole, caller, uid, now }: Actor,
  roles: Roles,
  { input, wake }: { input: NewAllocation; wake: () => void },
): Promise<Allocation> {
  const { scope } = projectRole;
  const request: DraftRequest = {
    tids: input.tids?.toSorted() ?? plannedTeams(roles),
    days: input.days?.toSorted() ?? null,
    keep: input.keep ?? true,
    fill_all: input.fill_all ?? false,
    by_owner: roles.owner,
    people_of: plannedTeams(roles),
    max_hours_per_day: input.max_hours_per_day ?? null,
  };
  if (request.tids !== null && !(await isOfProject(trx, scope, request.tids)))
    refuseField('/tids', 'has an unknown team');
  if (!mayDraft(roles, request.tids))
    return fail('forbidden', { detail: 'Chiefs can only plan tasks of their own team' });
  const { choice } = await choiceOf(trx, scope, request, timestamp(now));
  const tasks = await listPlannable(trx, scope, choice, maxTasks + 1);
  if (tasks.length === 0) refuseField('/days', 'There are no tasks ahead for these teams and days');
  if (tasks.length > maxTasks)
    refuseField('/days', `A draft plans at most ${maxTasks} tasks; choose fewer days or teams`);
  const id = newId(now);
  const row = { id, pid: scope.pid, request: JSON.stringify(request), created_by: uid, created_at: timestamp(now) };
  if (!(await insertAllocation(trx, { ...row, made_with: madeWith(caller, roles, now) }))) return fail('draft_running');
  await record(trx, now, { actor: uid, kind: 'allocation.created', subject: id, pid: scope.pid });
  afterCommit(trx, wake);
  return presentAllocation({ ...row, state: 'running', finished_at: null, summary: null, revision: 1 });
}

/** A draft that the caller may see. */
export async function requireAllocation(
  read: Reader,
  { scope, ...roles }: Pick<ProjectRole, 'scope'> & Roles,
  id: string,
): Promise<AllocationRow> {
  const row = await findAllocation(read, scope, id);
  return row !== undefined && maySeeDraft(roles, draftRequestOf(row))
    ? row
    : fail('not_found', { detail: 'There is no such draft in this project' });
}

const uidOf = ({ uid }: { uid: string }): string => uid;

/** Names and titles are those of now; people and tasks that are gone are left out. */
export async function presentDetails(
  read: Reader,
  { scope }: ProjectRole,
  row: AllocationRow,
): Promise<AllocationDetails> {
  const result = resultOf(row);
  const empty = { assignments: [], released: [], gaps: [], hours: [], skipped: [], placed: [] };
  if (result === undefined) return { ...presentAllocation(row), ...empty };
  const { assignments, released, gaps, hours, skipped, applied } = result;
  const { placed, removed } = applied ?? { placed: [], removed: [] };
  const named = [...assignments, ...released, ...skipped, ...placed, ...removed];
  const tasks = await tasksNamed(read, scope, [...new Set([...named, ...gaps].map(({ task }) => task))]);
  const asked = gaps.flatMap(({ fix }) => fix.ask ?? []);
  const names = await namesOf(read, [...new Set([...named.map(uidOf), ...hours.map(uidOf), ...asked])]);
  const on = await listOnTasks(read, [...new Set(assignments.map(({ task }) => task))]);
  const isOn = new Set(on.map(keyOf));
  const hasPlace = new Set(on.filter(({ replaced_at: at }) => at === null).map(keyOf));
  const leaving = Map.groupBy(
    released.filter((one) => hasPlace.has(keyOf(one))),
    ({ task }) => task,
  );
  const skills = gaps.some(({ fix }) => fix.kind === 'teach') ? await listSkillNames(read, scope) : [];
  const withState = <T extends { task: string; uid: string }>(one: T) => {
    const task = tasks.get(one.task);
    const taken = (task?.attendee_count ?? 0) + (task?.held_count ?? 0) - (leaving.get(one.task)?.length ?? 0);
    const now = isOn.has(keyOf(one)) ? 'has_place' : taken >= (task?.capacity ?? 0) ? 'task_full' : 'free';
    return { ...one, now } as const;
  };
  const withTask = <T extends { task: string }>(one: T) => {
    const task = tasks.get(one.task);
    if (task === undefined) return [];
    return [{ ...one, title: task.title, starts_at: task.starts_at, ends_at: task.ends_at }];
  };
  const withName = <T extends { uid: string }>(one: T) => {
    const name = names.get(one.uid);
    return name === undefined ? [] : [{ ...one, name }];
  };
  const minutesOn = (seats: readonly { task: string; uid: string }[], person: string): number =>
    seats
      .filter(({ uid }) => uid === person)
      .flatMap(withTask)
      .reduce((sum, task) => sum + minutesOf(task), 0);
  // A draft can be applied in part.
  const nowPlanned = ({ uid, before }: { uid: string; before: number }): number =>
    before + minutesOn(placed, uid) - minutesOn(removed, uid);
  return {
    ...presentAllocation(row),
    assignments: assignments.map(withState).flatMap(withTask).flatMap(withName),
    released: released.flatMap(withTask).flatMap(withName),
    gaps: gaps.flatMap(withTask).map(({ fix, empty, ...gap }) => ({
      ...gap,
      empty: empty ?? gap.missing,
      fix: {
        ...fix,
        ask: (fix.ask ?? []).map((uid) => ({ uid })).flatMap(withName),
        skills: skills.filter(({ id }) => fix.skills?.includes(id)).map(({ name }) => name),
      },
    })),
    hours: hours.flatMap(withName).map(({ uid, name, before, after, max, blocks = null }) => ({
      uid,
      name,
      before: before / 60,
      after: (applied === undefined ? after : nowPlanned({ uid, before })) / 60,
      max: max === null ? null : max / 60,
      blocks,
    })),
    skipped: skipped.flatMap(withTask).flatMap(withName),
    placed: placed.flatMap(withTask).flatMap(withName),
  };
}

/** Works while it is being generated, too. */
export async function discardAllocation(
  db: Db,
  { projectRole, caller, uid, now }: Actor,
  { id, expected }: { id: string; expected: number | undefined },
): Promise<void> {
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const row = await requireAllocation(trx, { ...roles, scope: projectRole.scope }, id);
    if (row.state === 'discarded') return;
    if (expected !== undefined && expected !== row.revision) fail('stale');
    const values = { state: 'discarded', result: null, summary: null, finished_at: timestamp(now) } as const;
    if (!(await endAllocation(trx, row, ['running', 'ready', 'failed'], values))) fail('draft_not_ready');
    await record(trx, now, { actor: uid, kind: 'allocation.discarded', subject: id, pid: projectRole.scope.pid });
  });
}

/** Drafts are working papers; what was applied is in the plan and in the audit log. */
export const deleteOldDrafts = (trx: Trx, now: string): Promise<void> =>
  deleteBefore(trx, timestamp(addSeconds(new Date(now), -keptSeconds)));

export const deleteDraftsNaming = (trx: Trx, uid: string): Promise<void> => queries.deleteDraftsNaming(trx, uid);
