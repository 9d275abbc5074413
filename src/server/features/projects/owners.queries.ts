import type { ProjectScope } from '../../auth/project-role.ts';
import { changedOne } from '../../db/changed-one.ts';
import { countRows } from '../../db/count-rows.ts';
import { lockRows } from '../../db/db.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import type { CursorKey } from '../../http/paging.ts';

export async function lockProjects(trx: Trx, pids: readonly string[]): Promise<void> {
  if (pids.length === 0) return;
  await lockRows(trx, trx.selectFrom('projects').select('pid').where('pid', 'in', pids).orderBy('pid'));
}

/** Those of these projects that would have no active owner left. */
export async function orphanedWithout(trx: Trx, uid: string, pids: readonly string[]): Promise<string[]> {
  if (pids.length === 0) return [];
  const kept = await trx
    .selectFrom('project_owners')
    .innerJoin('people', 'people.uid', 'project_owners.uid')
    .select('project_owners.pid')
    .distinct()
    .where('project_owners.pid', 'in', pids)
    .where('project_owners.uid', '!=', uid)
    .where('people.suspended_at', 'is', null)
    .execute();
  const safe = new Set(kept.map((row) => row.pid));
  return pids.filter((pid) => !safe.has(pid));
}

export const listOwnedProjects = async (read: Reader, uid: string): Promise<string[]> =>
  (await read.selectFrom('project_owners').select('pid').where('uid', '=', uid).orderBy('pid').execute()).map(
    (row) => row.pid,
  );

export const activeOwners = (trx: Trx, scope: ProjectScope) =>
  trx
    .selectFrom('project_owners')
    .innerJoin('people', 'people.uid', 'project_owners.uid')
    .select(['people.uid', 'people.email', 'people.language'])
    .where('project_owners.pid', '=', scope.pid)
    .where('people.suspended_at', 'is', null)
    .orderBy('people.uid')
    .execute();

export async function insertOwner(trx: Trx, scope: { pid: string }, uid: string, now: string): Promise<boolean> {
  return changedOne(
    trx
      .insertInto('project_owners')
      .values({ pid: scope.pid, uid, created_at: now })
      .onConflict((conflict) => conflict.columns(['pid', 'uid']).doNothing()),
  );
}

export const countOwners = (trx: Trx, { pid }: { pid: string }): Promise<number> =>
  countRows(trx.selectFrom('project_owners').where('pid', '=', pid));

export const isOwner = async (trx: Trx, scope: ProjectScope, uid: string): Promise<boolean> =>
  (await trx
    .selectFrom('project_owners')
    .select('uid')
    .where('pid', '=', scope.pid)
    .where('uid', '=', uid)
    .executeTakeFirst()) !== undefined;

export async function deleteOwner(trx: Trx, scope: ProjectScope, uid: string): Promise<void> {
  await trx.deleteFrom('project_owners').where('pid', '=', scope.pid).where('uid', '=', uid).execute();
}

export async function deleteOwnerships(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('project_owners').where('uid', '=', uid).execute();
}

export const listOwners = (
  read: Reader,
  scope: ProjectScope,
  limit: number,
  after: CursorKey<'sort_key' | 'uid'> | undefined,
) =>
  read
    .selectFrom('project_owners')
    .innerJoin('people', 'people.uid', 'project_owners.uid')
    .select(['people.uid', 'people.name', 'people.email', 'people.listing', 'people.sort_key'])
    .where('project_owners.pid', '=', scope.pid)
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit + 1)
    .execute();
