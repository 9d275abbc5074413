import type { Insertable } from 'kysely';
import type { ProjectScope, TeamScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { ApplicationsTable } from '../../../db/tables.ts';
import type { CursorKey } from '../../../http/paging.ts';

/** Open applications of a person, except to teams disabled and projects made a draft meanwhile. */
const ownApplications = (read: Reader, uid: string, now: string) =>
  read
    .selectFrom('applications')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'applications.pid').onRef('teams.tid', '=', 'applications.tid'),
    )
    .innerJoin('projects', 'projects.pid', 'applications.pid')
    .select([
      'applications.pid',
      'projects.name as project',
      'applications.tid',
      'teams.name as team',
      'applications.message',
      'applications.created_at as applied_at',
      'applications.expires_at',
      'applications.revision',
    ])
    .where('applications.uid', '=', uid)
    .where('applications.expires_at', '>', now)
    .where('projects.state', '!=', 'draft')
    .where('teams.disabled_at', 'is', null);

export type OwnRow = Awaited<ReturnType<typeof listOwnApplications>>[number];

type Wanted<Column extends string> = { now: string; limit: number; after: CursorKey<Column> | undefined };

export const listOwnApplications = (read: Reader, uid: string, { now, limit, after }: Wanted<'pid' | 'tid'>) =>
  ownApplications(read, uid, now)
    .$call(keyset(['applications.pid', 'applications.tid'], after && [after.pid, after.tid]))
    .limit(limit + 1)
    .execute();

export const findOwnApplication = (read: Reader, { pid, tid }: TeamScope, uid: string, now: string) =>
  ownApplications(read, uid, now)
    .where('applications.pid', '=', pid)
    .where('applications.tid', '=', tid)
    .executeTakeFirst();

/** Oldest first. All teams of the project if `tid` is missing. */
export const listApplications = (
  read: Reader,
  scope: ProjectScope & { tid?: string },
  { now, limit, after }: Wanted<'applied_at' | 'tid' | 'uid'>,
) =>
  read
    .selectFrom('applications')
    .innerJoin('people', 'people.uid', 'applications.uid')
    .select([
      'applications.tid',
      'applications.uid',
      'people.name',
      'people.email',
      'applications.message',
      'applications.created_at as applied_at',
      'applications.expires_at',
    ])
    .where('applications.pid', '=', scope.pid)
    .where('applications.expires_at', '>', now)
    .where('people.suspended_at', 'is', null)
    .$if(scope.tid !== undefined, (query) => query.where('applications.tid', '=', scope.tid ?? ''))
    .$call(
      keyset(
        ['applications.created_at', 'applications.tid', 'applications.uid'],
        after && [after.applied_at, after.tid, after.uid],
      ),
    )
    .limit(limit + 1)
    .execute();

/** A new application to the team does not continue one that has expired. */
export async function deleteEnded(trx: Trx, { pid, tid }: TeamScope, uid: string, now: string): Promise<void> {
  await trx
    .deleteFrom('applications')
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('uid', '=', uid)
    .where('expires_at', '<=', now)
    .execute();
}

type NewRow = Omit<Insertable<ApplicationsTable>, 'pid' | 'tid'>;

/** Applying again keeps the place in the queue. */
export async function upsertApplication(trx: Trx, { pid, tid }: TeamScope, row: NewRow): Promise<void> {
  await trx
    .insertInto('applications')
    .values({ ...row, pid, tid })
    .onConflict((conflict) =>
      conflict.columns(['pid', 'tid', 'uid']).doUpdateSet((eb) => ({
        message: eb.ref('excluded.message'),
        language: eb.ref('excluded.language'),
        expires_at: eb.ref('excluded.expires_at'),
        revision: eb('applications.revision', '+', 1),
      })),
    )
    .execute();
}

/** Only one of several concurrent calls gets the row: an application is accepted, declined or withdrawn once. */
export const takeApplication = (trx: Trx, { pid, tid }: TeamScope, uid: string, now: string) =>
  trx
    .deleteFrom('applications')
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('uid', '=', uid)
    .where('expires_at', '>', now)
    .returning('created_at')
    .executeTakeFirst();

export type LapsedRow = Awaited<ReturnType<typeof listLapsed>>[number];

/** Expired applications with the names of their teams. */
export const listLapsed = (read: Reader, now: string, limit: number) =>
  read
    .selectFrom('applications')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'applications.pid').onRef('teams.tid', '=', 'applications.tid'),
    )
    .select(['applications.pid', 'applications.tid', 'applications.uid', 'teams.name as team'])
    .where('applications.expires_at', '<=', now)
    .orderBy('applications.expires_at')
    .limit(limit)
    .execute();

/** Deletes these applications, except those sent again since. Only one of several concurrent calls gets a row. */
export const takeLapsed = (trx: Trx, rows: readonly Pick<LapsedRow, 'pid' | 'tid' | 'uid'>[], now: string) =>
  trx
    .deleteFrom('applications')
    .where((eb) => eb.or(rows.map(({ pid, tid, uid }) => eb.and({ pid, tid, uid }))))
    .where('expires_at', '<=', now)
    .returning(['pid', 'tid', 'uid'])
    .execute();
