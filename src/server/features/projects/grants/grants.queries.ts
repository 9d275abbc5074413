import type { Insertable, Selectable } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { GrantsTable } from '../../../db/tables.ts';

export type GrantRow = Selectable<GrantsTable>;

const shown = (read: Reader) =>
  read
    .selectFrom('grants')
    .innerJoin('people', 'people.uid', 'grants.uid')
    .leftJoin('people as givers', 'givers.uid', 'grants.granted_by')
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'grants.pid').onRef('teams.tid', '=', 'grants.tid'))
    .select(['grants.id', 'grants.uid', 'people.name', 'grants.role', 'grants.tid', 'teams.name as team'])
    .select(['grants.starts_at', 'grants.ends_at', 'grants.reason', 'grants.granted_by', 'grants.revision'])
    .select('givers.name as granted_by_name');

export type ShownGrant = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

type Wanted = { now: string; ended: boolean; grantedBy: string | undefined; after: string | undefined; limit: number };

/** Ordered by the time at which they were given. */
export const listGrants = (read: Reader, { pid }: ProjectScope, { now, ended, grantedBy, after, limit }: Wanted) =>
  shown(read)
    .where('grants.pid', '=', pid)
    .where('grants.ends_at', ended ? '<=' : '>', now)
    .$if(grantedBy !== undefined, (query) => query.where('grants.granted_by', '=', grantedBy ?? ''))
    .$call(keyset(['grants.id'], after === undefined ? undefined : [after]))
    .limit(limit)
    .execute();

export const findGrant = (read: Reader, { pid }: ProjectScope, id: string) =>
  shown(read).where('grants.pid', '=', pid).where('grants.id', '=', id).executeTakeFirst();

/** Whose grant it is, so that the person can be locked before it. */
export const findHolder = async (read: Reader, id: string) =>
  read.selectFrom('grants').select(['uid', 'pid']).where('id', '=', id).executeTakeFirst();

export const countOpen = (trx: Trx, { pid }: ProjectScope, now: string): Promise<number> =>
  countRows(trx.selectFrom('grants').where('pid', '=', pid).where('ends_at', '>', now));

type Same = Pick<GrantRow, 'pid' | 'uid' | 'role' | 'tid'>;

/** Whether the person has the same role at some time between the two. */
export async function overlaps(trx: Trx, { pid, uid, role, tid }: Same, from: string, until: string): Promise<boolean> {
  const other = await trx
    .selectFrom('grants')
    .select('id')
    .where('pid', '=', pid)
    .where('uid', '=', uid)
    .where('role', '=', role)
    .where('tid', tid === null ? 'is' : '=', tid)
    .where('ends_at', '>', from)
    .where('starts_at', '<', until)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function insertGrant(trx: Trx, row: Insertable<GrantsTable>): Promise<void> {
  await trx.insertInto('grants').values(row).execute();
}

/** Undefined if it has ended, or the revision differs. People have to be notified of the new end. */
export const moveEnd = (
  trx: Trx,
  { pid }: ProjectScope,
  id: string,
  change: { until: string; now: string; expected: number | undefined },
) =>
  trx
    .updateTable('grants')
    .set((eb) => ({ ends_at: change.until, reminded_at: null, revision: eb('revision', '+', 1) }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .where('ends_at', '>', change.now)
    .$if(change.expected !== undefined, (query) => query.where('revision', '=', change.expected ?? 0))
    .returningAll()
    .executeTakeFirst();

type Ended = { id?: string; uids: readonly string[]; tid?: string; grantedBy?: string };

/** Ends those that have not ended. The caller sends the notices about the end. Requires locked people. */
export const endGrants = (trx: Trx, { pid }: { pid: string }, { id, uids, tid, grantedBy }: Ended, now: string) =>
  trx
    .updateTable('grants')
    .set((eb) => ({ ends_at: now, ended_at: now, end_noticed_at: now, revision: eb('revision', '+', 1) }))
    .where('pid', '=', pid)
    .where('uid', 'in', uids)
    .where('ends_at', '>', now)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(tid !== undefined, (query) => query.where('tid', '=', tid ?? ''))
    .$if(grantedBy !== undefined, (query) => query.where('granted_by', '=', grantedBy ?? ''))
    .returningAll()
    .execute();

/** Who has an open grant of this person, in any project. */
export const listDeputiesOf = async (read: Reader, giver: string, now: string): Promise<string[]> =>
  (
    await read
      .selectFrom('grants')
      .select('uid')
      .distinct()
      .where('granted_by', '=', giver)
      .where('ends_at', '>', now)
      .execute()
  ).map(({ uid }) => uid);

/** Ends what this person gave, in all projects. */
export const endGivenBy = (trx: Trx, giver: string, now: string) =>
  trx
    .updateTable('grants')
    .set((eb) => ({ ends_at: now, ended_at: now, end_noticed_at: now, revision: eb('revision', '+', 1) }))
    .where('granted_by', '=', giver)
    .where('ends_at', '>', now)
    .returningAll()
    .execute();

/** Who has an open grant of this owner. */
export const listHolders = async (trx: Trx, { pid }: ProjectScope, grantedBy: string, now: string): Promise<string[]> =>
  (
    await trx
      .selectFrom('grants')
      .select('uid')
      .distinct()
      .where('pid', '=', pid)
      .where('granted_by', '=', grantedBy)
      .where('ends_at', '>', now)
      .execute()
  ).map(({ uid }) => uid);

export const listNames = (read: Reader, uids: readonly string[]) =>
  read.selectFrom('people').select(['uid', 'name']).where('uid', 'in', anyOf(uids)).execute();

export const listTeamNames = (read: Reader, { pid }: ProjectScope, tids: readonly string[]) =>
  read.selectFrom('teams').select(['tid', 'name']).where('pid', '=', pid).where('tid', 'in', anyOf(tids)).execute();

/** Ended by time, and nobody was notified. */
export const listEnded = (read: Reader, now: string, limit: number) =>
  read
    .selectFrom('grants')
    .selectAll()
    .where('end_noticed_at', 'is', null)
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** About to end. Those that were given, or prolonged, for less than that need no reminder. */
export const listEnding = (
  read: Reader,
  { now, before, givenUntil }: { now: string; before: string; givenUntil: string },
  limit: number,
) =>
  read
    .selectFrom('grants')
    .selectAll()
    .where('end_noticed_at', 'is', null)
    .where('reminded_at', 'is', null)
    .where('ends_at', '>', now)
    .where('ends_at', '<=', before)
    .where('starts_at', '<=', givenUntil)
    .orderBy('ends_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Each is taken by one process only, and none that has another end by now. */
export async function takeNoticed(
  trx: Trx,
  column: 'reminded_at' | 'end_noticed_at',
  row: GrantRow,
  now: string,
): Promise<boolean> {
  const taken = await trx
    .updateTable('grants')
    .set({ [column]: now })
    .where('id', '=', row.id)
    .where(column, 'is', null)
    .where('ends_at', '=', row.ends_at)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function deleteGrantsBefore(trx: Trx, before: string): Promise<void> {
  await trx.deleteFrom('grants').where('ends_at', '<', before).where('end_noticed_at', 'is not', null).execute();
}

export const findDates = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('projects').select(['ends_on', 'timezone']).where('pid', '=', pid).executeTakeFirstOrThrow();

/** Undefined if there is none or it is disabled. */
export const findEnabledTeam = (read: Reader, { pid }: ProjectScope, tid: string) =>
  read
    .selectFrom('teams')
    .select('name')
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

export const leads = async (read: Reader, { pid }: ProjectScope, tid: string, uid: string): Promise<boolean> =>
  (await read
    .selectFrom('memberships')
    .select('uid')
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('uid', '=', uid)
    .where('role', '=', 'chief')
    .executeTakeFirst()) !== undefined;
