import type { ProjectScope } from '../../auth/project-role.ts';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';

const listed = ['id', 'pid', 'state', 'request', 'created_at', 'finished_at', 'summary', 'revision'] as const;
const columns = [...listed, 'result'] as const;

/** Newest first: ids grow with time. */
export const listAllocations = (read: Reader, { pid }: ProjectScope, before: string | undefined, limit: number) =>
  read
    .selectFrom('allocations')
    .select(listed)
    .where('pid', '=', pid)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The list leaves the result out, because it can be large. */
export type ListedRow = Awaited<ReturnType<typeof listAllocations>>[number];

export const findAllocation = (read: Reader, { pid }: ProjectScope, id: string) =>
  read.selectFrom('allocations').select(columns).where('pid', '=', pid).where('id', '=', id).executeTakeFirst();

export type AllocationRow = NonNullable<Awaited<ReturnType<typeof findAllocation>>>;

/** False if another draft of the project is running. */
export async function insertAllocation(
  trx: Trx,
  row: { id: string; pid: string; request: string; created_by: string; made_with: string; created_at: string },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('allocations')
    .values({ ...row, state: 'running' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const endAllocation = (
  trx: Trx,
  { id, revision }: { id: string; revision: number },
  from: readonly AllocationRow['state'][],
  values: { state: AllocationRow['state']; result?: string | null; summary?: string | null; finished_at?: string },
): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('allocations')
      .set((eb) => ({ ...values, claimed_until: null, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .where('revision', '=', revision)
      .where('state', 'in', from),
  );

export const listRunning = (read: Reader, now: string) =>
  read
    .selectFrom('allocations')
    .select(['id', 'pid', 'request', 'created_by', 'made_with', 'created_at', 'revision'])
    .where('state', '=', 'running')
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', now)]))
    .orderBy('id')
    .limit(1)
    .execute();

export type RunningRow = Awaited<ReturnType<typeof listRunning>>[number];

/** The revision is raised, so that of several processes one gets it, and one that was overtaken notices. */
export const claimAllocation = (trx: Trx, { id, revision }: RunningRow, until: string): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('allocations')
      .set((eb) => ({ claimed_until: until, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .where('revision', '=', revision)
      .where('state', '=', 'running'),
  );

export const renewClaim = (trx: Trx, id: string, revision: number, until: string | null): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('allocations')
      .set({ claimed_until: until })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .where('state', '=', 'running'),
  );

export async function deleteBefore(trx: Trx, created_at: string): Promise<void> {
  await trx.deleteFrom('allocations').where('state', '!=', 'running').where('created_at', '<', created_at).execute();
}

/** Drafts that name the person. */
export async function deleteDraftsNaming(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('allocations').where('result', 'like', `%"${uid}"%`).execute();
}

export async function namesOf(read: Reader, uids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const some of chunksOf(uids)) {
    const rows = await read.selectFrom('people').select(['uid', 'name']).where('uid', 'in', some).execute();
    for (const { uid, name } of rows) names.set(uid, name);
  }
  return names;
}

export const listSkillNames = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('skills').select(['id', 'name']).where('pid', '=', pid).orderBy('name').execute();

export async function tasksNamed(read: Reader, { pid }: ProjectScope, ids: readonly string[]) {
  const tasks = [];
  for (const some of chunksOf(ids)) {
    const rows = await read
      .selectFrom('tasks')
      .select(['id', 'title', 'tid', 'starts_at', 'ends_at', 'capacity', 'attendee_count', 'held_count'])
      .where('pid', '=', pid)
      .where('id', 'in', some)
      .execute();
    tasks.push(...rows);
  }
  return new Map(tasks.map((task) => [task.id, task]));
}

/** Who is on these tasks now. */
export async function listOnTasks(read: Reader, ids: readonly string[]) {
  const rows = [];
  for (const some of chunksOf(ids)) {
    const found = read
      .selectFrom('attendances')
      .select(['task_id as task', 'uid', 'replaced_at'])
      .where('task_id', 'in', some);
    rows.push(...(await found.execute()));
  }
  return rows;
}
