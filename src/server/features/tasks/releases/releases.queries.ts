import { sql } from 'kysely';
import type { ExpressionBuilder, SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { Tables } from '../../../db/tables.ts';
import type { CursorKey } from '../../../http/paging.ts';
import { freePlaces } from '../attendance/attendance.queries.ts';

/**
 * A change that may end somebody's part in a project: a person leaves a team (`uid`, `tid`), a team is disabled (`tid`),
 * or an owner is removed (`uid`, `ownership`). Works before the change, for a preview, and after it.
 */
export type Departure = { uid: string; tid: string } | { tid: string } | { uid: string; ownership: true };

type Joined = ExpressionBuilder<Tables, 'attendances' | 'tasks'>;

/** Places in tasks that have not started, of people who have no part in the project without what they lose. */
function placesLost(read: Reader, { pid }: ProjectScope, departure: Departure, now: string) {
  const tid = 'tid' in departure ? departure.tid : undefined;
  const inOtherTeam = (eb: Joined) =>
    eb.exists(
      eb
        .selectFrom('memberships')
        .innerJoin('teams', (join) =>
          join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
        )
        .select('memberships.uid')
        .where('memberships.pid', '=', pid)
        .whereRef('memberships.uid', '=', 'attendances.uid')
        .where('teams.disabled_at', 'is', null)
        .$if(tid !== undefined, (query) => query.where('memberships.tid', '!=', tid ?? '')),
    );
  const isOwner = (eb: Joined) =>
    eb.exists(
      eb
        .selectFrom('project_owners')
        .select('project_owners.uid')
        .where('project_owners.pid', '=', pid)
        .whereRef('project_owners.uid', '=', 'attendances.uid'),
    );
  return read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .where('tasks.pid', '=', pid)
    .where('tasks.starts_at', '>', now)
    .where((eb) =>
      'uid' in departure
        ? eb('attendances.uid', '=', departure.uid)
        : eb('attendances.uid', 'in', membersOf(read, pid, departure.tid)),
    )
    .where((eb) => eb.not(inOtherTeam(eb)))
    .$if(!('ownership' in departure), (query) => query.where((eb) => eb.not(isOwner(eb))));
}

const membersOf = (read: Reader, pid: string, tid: string) =>
  read.selectFrom('memberships').select('memberships.uid').where('pid', '=', pid).where('tid', '=', tid);

/** People who have no part in the project without what they lose. */
export async function listDeparted(trx: Trx, { pid }: ProjectScope, departure: Departure): Promise<string[]> {
  const lost = 'tid' in departure ? departure.tid : '';
  const rows = await trx
    .selectFrom('people')
    .select('people.uid')
    .where((eb) =>
      'uid' in departure
        ? eb('people.uid', '=', departure.uid)
        : eb('people.uid', 'in', membersOf(trx, pid, departure.tid)),
    )
    .where(
      sql<SqlBool>`not exists (
        select 1 from memberships join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
        where memberships.pid = ${pid} and memberships.uid = people.uid and memberships.tid <> ${lost}
          and teams.disabled_at is null)`,
    )
    .$if(!('ownership' in departure), (query) =>
      query.where(
        sql<SqlBool>`not exists (
          select 1 from project_owners where project_owners.pid = ${pid} and project_owners.uid = people.uid)`,
      ),
    )
    .execute();
  return rows.map(({ uid }) => uid);
}

const placesOf = (read: Reader, uid: string, now: string) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .where('attendances.uid', '=', uid)
    .where('tasks.starts_at', '>', now);

const place = [
  'attendances.uid',
  'tasks.id',
  'tasks.pid',
  'tasks.title',
  'tasks.description',
  'tasks.starts_at',
  'tasks.ends_at',
  'tasks.revision',
] as const;
export type Place = Awaited<ReturnType<typeof listPlacesOf>>[number];

export const listPlacesLost = (trx: Trx, scope: ProjectScope, departure: Departure, now: string) =>
  placesLost(trx, scope, departure, now).select(place).execute();

/** Lists the places in all projects. */
export const listPlacesOf = (trx: Trx, uid: string, now: string) => placesOf(trx, uid, now).select(place).execute();

/** The projects of these tasks. */
export const listProjectsOf = (read: Reader, ids: readonly string[]) =>
  read.selectFrom('tasks').select(['id', 'pid']).where('id', 'in', anyOf(ids)).execute();

/** Requires locked people who lose their places in all of these tasks. */
export async function deletePlaces(trx: Trx, ids: readonly string[], uids: readonly string[]): Promise<void> {
  const deleted = await trx
    .deleteFrom('attendances')
    .where('task_id', 'in', ids)
    .where('uid', 'in', uids)
    .returning(['task_id', 'replaced_at'])
    .execute();
  await freePlaces(trx, deleted);
}

type PreviewPage = { now: string; after: CursorKey<'starts_at' | 'id'> | undefined; limit: number };

type Places = ReturnType<typeof placesOf>;

/** Groups by task, ordered by start time, and counts how many people lose a place. */
const byTask = (places: Places, { after, limit }: PreviewPage) =>
  places
    .innerJoin('projects', 'projects.pid', 'tasks.pid')
    .select(({ fn }) => [
      'tasks.id',
      'tasks.pid',
      'tasks.title',
      'tasks.starts_at',
      'tasks.ends_at',
      'projects.timezone',
      fn.countAll<number>().as('people'),
    ])
    .groupBy(['tasks.id', 'tasks.pid', 'tasks.title', 'tasks.starts_at', 'tasks.ends_at', 'projects.timezone'])
    .$call(keyset(['tasks.starts_at', 'tasks.id'], after && [after.starts_at, after.id]))
    .limit(limit)
    .execute();

export const previewPlacesLost = (read: Reader, scope: ProjectScope, departure: Departure, page: PreviewPage) =>
  byTask(placesLost(read, scope, departure, page.now), page);

export const previewPlacesOf = (read: Reader, uid: string, page: PreviewPage) =>
  byTask(placesOf(read, uid, page.now), page);
