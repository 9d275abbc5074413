import type { ExpressionBuilder, Insertable } from 'kysely';
import type { HeldRole, ProjectScope } from '../../auth/project-role.ts';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { ProjectsTable, Tables } from '../../db/tables.ts';
import { activeGrants, enabledMemberships, grantTid } from '../../db/memberships.ts';

const shown = [
  'pid',
  'name',
  'description',
  'starts_on',
  'ends_on',
  'timezone',
  'state',
  'listing',
  'confirm_days',
  'call_opens_at',
  'call_closes_at',
  'wishes',
  'decisions',
  'adult_age',
  'minors_latest_end',
  'min_hours',
  'place',
  'colour',
  'picture',
  'picture_alt',
  'picture_width',
  'picture_height',
  'leading_since',
  'created_at',
  'revision',
] as const;

/** Upcoming tasks with a free place that people without a team can join, or ask for, now (see `canJoin`). */
const openTasks = (eb: ExpressionBuilder<Tables, 'projects'>, now: string) =>
  eb
    .selectFrom('tasks')
    .select('tasks.id')
    .whereRef('tasks.pid', '=', 'projects.pid')
    .where('tasks.visibility', '=', 'signed_in')
    .where('tasks.starts_at', '>', now)
    .where('tasks.joining', 'in', ['open', 'approval'])
    .where((task) => task.or([task('tasks.opens_at', 'is', null), task('tasks.opens_at', '<=', now)]))
    .where((task) =>
      task(task('tasks.attendee_count', '+', task.ref('tasks.held_count')), '<', task.ref('tasks.capacity')),
    );

export type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProject>>>;

/** Whose drafts are listed as well: all of them, or those that the person owns or is a deputy in. */
export type DraftReader = 'all' | { uid: string };

type Listing = { drafts: DraftReader; now: string; limit: number; before: string | undefined };

export const listProjects = (read: Reader, { drafts, now, limit, before }: Listing) =>
  read
    .selectFrom('projects')
    .select(shown)
    .select((eb) => eb.exists(openTasks(eb, now)).as('open_tasks'))
    .$call((query) => {
      if (drafts === 'all') return query;
      const { uid } = drafts;
      const owned = read.selectFrom('project_owners').select('pid').where('uid', '=', uid);
      const granted = activeGrants(read, now).select('grants.pid').where('grants.uid', '=', uid);
      const own = owned.unionAll(granted.where('grants.role', '!=', 'chief'));
      return query.where((eb) => eb.or([eb('state', '!=', 'draft'), eb('pid', 'in', own)]));
    })
    .$if(before !== undefined, (query) => query.where('pid', '<', before ?? ''))
    .orderBy('pid', 'desc')
    .limit(limit + 1)
    .execute();

export const findProject = (read: Reader, pid: string) =>
  read.selectFrom('projects').select(shown).where('pid', '=', pid).executeTakeFirst();

/** Which of these projects the person owns, and their roles in them. */
export async function rolesIn(read: Reader, { uid, now }: { uid: string; now: string }, pids: readonly string[]) {
  const owned = await read
    .selectFrom('project_owners')
    .select('pid')
    .where('uid', '=', uid)
    .where('pid', 'in', pids)
    .execute();
  const held = await enabledMemberships(read)
    .select((eb) => [
      'memberships.pid',
      'memberships.tid',
      eb.ref('memberships.role').$castTo<HeldRole['role']>().as('role'),
    ])
    .where('memberships.uid', '=', uid)
    .where('memberships.pid', 'in', pids)
    .unionAll(
      activeGrants(read, now)
        .select((eb) => ['grants.pid', grantTid(eb), eb.ref('grants.role').$castTo<HeldRole['role']>().as('role')])
        .where('grants.uid', '=', uid)
        .where('grants.pid', 'in', pids),
    )
    .execute();
  return { owned: new Set(owned.map((row) => row.pid)), held };
}

/** False when the pid is taken. */
export async function insertProject(trx: Trx, row: Insertable<ProjectsTable>): Promise<boolean> {
  return changedOne(
    trx
      .insertInto('projects')
      .values(row)
      .onConflict((conflict) => conflict.column('pid').doNothing()),
  );
}

export async function insertOwners(trx: Trx, pid: string, uids: readonly string[], now: string): Promise<void> {
  await trx
    .insertInto('project_owners')
    .values(uids.map((uid) => ({ pid, uid, created_at: now })))
    .execute();
}

/** Locks the row and raises its revision. Returns the old values; undefined if the revision differs. */
export const nextProjectRevision = (trx: Trx, scope: ProjectScope, expected: number | undefined) =>
  trx
    .updateTable('projects')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('pid', '=', scope.pid)
    .$if(expected !== undefined, (query) => query.where('revision', '=', expected ?? 0))
    .returning(shown)
    .executeTakeFirst();

export async function changeProject(
  trx: Trx,
  scope: ProjectScope,
  change: {
    name?: string;
    description?: string;
    starts_on?: string | null;
    ends_on?: string | null;
    timezone?: string;
    state?: ProjectRow['state'];
    listing?: ProjectRow['listing'];
    confirm_days?: number | null;
    call_opens_at?: string | null;
    call_closes_at?: string | null;
    wishes?: number;
    decisions?: ProjectRow['decisions'];
    adult_age?: number | null;
    minors_latest_end?: string | null;
    min_hours?: number | null;
    place?: string;
    colour?: string | null;
    picture_alt?: string;
  },
): Promise<void> {
  await trx.updateTable('projects').set(change).where('pid', '=', scope.pid).execute();
}

/** The project leads from now on. False if it does already. */
export const lead = (trx: Trx, pid: string, now: string) =>
  changedOne(
    trx
      .updateTable('projects')
      .set({ leading_since: now })
      .where('pid', '=', pid)
      .where((eb) => eb.or([eb('leading_since', 'is', null), eb('leading_since', '<', latestLead(trx))])),
  );

const latestLead = (trx: Trx) =>
  trx.selectFrom('projects as others').select((eb) => eb.fn.max('others.leading_since').as('latest'));

/** Whether the project of the year before leads and is over. */
export async function followsLeadingOne(trx: Trx, { pid }: ProjectScope, today: string): Promise<boolean> {
  const found = await trx
    .selectFrom('projects')
    .innerJoin('projects as before', 'before.pid', 'projects.follows')
    .select('before.pid')
    .where('projects.pid', '=', pid)
    .where('before.leading_since', '=', latestLead(trx))
    .where((eb) => eb(eb.fn.coalesce('before.ends_on', 'before.starts_on'), '<', today))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether something was decided about applications that their people do not know yet. Nothing is published to suspended people. */
export async function hasUnpublishedDecisions(trx: Trx, { pid }: ProjectScope): Promise<boolean> {
  const found = await trx
    .selectFrom('applications')
    .innerJoin('people', 'people.uid', 'applications.uid')
    .select('applications.uid')
    .where('applications.pid', '=', pid)
    .where('applications.pending', 'is not', null)
    .where('people.suspended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** What people have entered in a project, which deleting it would lose. */
export async function hasDataOfPeople(trx: Trx, { pid }: ProjectScope): Promise<boolean> {
  const found = await trx
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('form_responses').select('uid').where('pid', '=', pid)).as('answers'),
      eb.exists(eb.selectFrom('applications').select('uid').where('pid', '=', pid)).as('applications'),
      eb
        .exists(
          eb
            .selectFrom('attendances')
            .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
            .select('attendances.uid')
            .where('tasks.pid', '=', pid),
        )
        .as('attendances'),
    ])
    .executeTakeFirstOrThrow();
  return Object.values(found).some(Boolean);
}

/** Everything in the project is deleted with it. The audit log stays. */
export async function deleteProject(trx: Trx, { pid }: ProjectScope): Promise<void> {
  // Tasks first: their reference to a team does not cascade.
  await trx.deleteFrom('tasks').where('pid', '=', pid).execute();
  await trx.deleteFrom('projects').where('pid', '=', pid).execute();
}
