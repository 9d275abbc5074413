import type { ProjectScope } from '../../auth/project-role.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Reader } from '../../db/db.ts';
import { enabledMemberships } from '../../db/memberships.ts';
import { chunksOf } from '../../lib/chunks.ts';

export type TaskChoice = {
  /** Null: all of them, also tasks of no team. */
  tids: readonly string[] | null;
  ranges: readonly { from: string; to: string }[] | null;
  after: string;
};

const chosenTasks = (read: Reader, { pid }: ProjectScope, { tids, ranges }: TaskChoice) =>
  read
    .selectFrom('tasks')
    .where('pid', '=', pid)
    .$if(tids !== null, (query) => query.where('tid', 'in', anyOf(tids ?? [])))
    .$if(ranges !== null, (query) =>
      query.where((eb) =>
        eb.or((ranges ?? []).map(({ from, to }) => eb('starts_at', '>=', from).and('starts_at', '<', to))),
      ),
    );

/** Tasks that have not begun. */
export const listPlannable = (read: Reader, scope: ProjectScope, choice: TaskChoice, limit: number) =>
  chosenTasks(read, scope, choice)
    .select(['id', 'pid', 'tid', 'kind_id', 'visibility', 'joining', 'opens_at', 'starts_at', 'ends_at'])
    .select(['min_people', 'capacity', 'attendee_count', 'held_count'])
    .where('starts_at', '>', choice.after)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Tasks that lack people and have begun, but are not over. */
export async function countBegun(read: Reader, scope: ProjectScope, choice: TaskChoice): Promise<number> {
  const { count } = await chosenTasks(read, scope, choice)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('starts_at', '<=', choice.after)
    .where('ends_at', '>', choice.after)
    .where((eb) => eb(eb('attendee_count', '+', eb.ref('held_count')), '<', eb.ref('min_people')))
    .executeTakeFirstOrThrow();
  return count;
}

export type PlannableRow = Awaited<ReturnType<typeof listPlannable>>[number];

/** People of enabled teams, each with their teams, and helpers, without suspended people. In the order of their ids. */
export async function listPlannablePeople(read: Reader, { pid }: ProjectScope) {
  const members = await enabledMemberships(read)
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select(['memberships.uid', 'memberships.tid'])
    .where('memberships.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .orderBy('memberships.uid')
    .orderBy('memberships.tid')
    .execute();
  const helpers = await read
    .selectFrom('helpers')
    .innerJoin('people', 'people.uid', 'helpers.uid')
    .select('helpers.uid')
    .where('helpers.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .execute();
  const teams = new Map<string, string[]>(helpers.map(({ uid }) => [uid, []]));
  for (const { uid, tid } of members) teams.set(uid, [...(teams.get(uid) ?? []), tid]);
  return [...teams].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([uid, tids]) => ({ uid, teams: tids }));
}

/** What is planned in the project, for the hours of people. */
export const listPlanned = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('tasks')
    .innerJoin('attendances', 'attendances.task_id', 'tasks.id')
    .select(['tasks.id', 'tasks.starts_at', 'tasks.ends_at', 'attendances.uid', 'attendances.state'])
    .where('tasks.pid', '=', pid)
    .where('attendances.replaced_at', 'is', null)
    .execute();

/** Free places that are held for somebody on the waiting list until they answer. */
export const listHeldPlaces = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('tasks')
    .innerJoin('waiting_people', 'waiting_people.task_id', 'tasks.id')
    .select(['tasks.id', 'tasks.pid', 'tasks.tid', 'tasks.title', 'tasks.kind_id', 'tasks.starts_at', 'tasks.ends_at'])
    .select(['tasks.visibility', 'tasks.joining', 'tasks.opens_at', 'waiting_people.uid'])
    .where('tasks.pid', '=', pid)
    .where('waiting_people.offered_until', 'is not', null)
    .execute();

export async function isOfProject(read: Reader, { pid }: ProjectScope, tids: readonly string[]): Promise<boolean> {
  const found = new Set<string>();
  for (const some of chunksOf(tids)) {
    const rows = await read.selectFrom('teams').select('tid').where('pid', '=', pid).where('tid', 'in', some).execute();
    for (const { tid } of rows) found.add(tid);
  }
  return tids.every((tid) => found.has(tid));
}

export const findProject = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('projects').select(['timezone', 'state']).where('pid', '=', pid).executeTakeFirst();
