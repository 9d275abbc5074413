import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { WorkTable } from '../../../db/tables.ts';

const columns = [
  'work.id',
  'work.uid',
  'people.name',
  'work.tid',
  'work.title',
  'work.starts_at',
  'work.ends_at',
  'work.state',
  'work.reason',
  'work.created_at',
] as const;

const withPerson = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('work').innerJoin('people', 'people.uid', 'work.uid').select(columns).where('work.pid', '=', pid);

type Seen = {
  /** That person's and these teams'; everybody's if `tids` is null. */
  uid: string;
  tids: readonly string[] | null;
  state?: WorkTable['state'] | undefined;
  /** True: what somebody has approved or declined, the newest first. */
  decided?: boolean | undefined;
  /** True: only that person's; false: only that of others. */
  mine?: boolean | undefined;
};

const seenWork = (read: Reader, scope: ProjectScope, { uid, tids, state, decided, mine }: Seen) =>
  withPerson(read, scope)
    .$if(tids !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('work.uid', '=', uid),
          ...(tids === null || tids.length === 0 ? [] : [eb('work.tid', 'in', [...tids])]),
        ]),
      ),
    )
    .$if(state !== undefined, (query) => query.where('work.state', '=', state ?? 'claimed'))
    .$if(decided !== undefined, (query) => query.where('work.state', decided === true ? '!=' : '=', 'claimed'))
    .$if(mine !== undefined, (query) => query.where('work.uid', mine === true ? '=' : '!=', uid));

export const countWork = (read: Reader, scope: ProjectScope, seen: Seen) => countRows(seenWork(read, scope, seen));

export const listWork = (read: Reader, scope: ProjectScope, seen: Seen, limit: number, after: string | undefined) =>
  seenWork(read, scope, seen)
    .$if(after !== undefined, (query) => query.where('work.id', seen.decided === true ? '<' : '>', after ?? ''))
    .orderBy('work.id', seen.decided === true ? 'desc' : 'asc')
    .limit(limit)
    .execute();

export type WorkRow = Awaited<ReturnType<typeof listWork>>[number];

export const findWork = (read: Reader, scope: ProjectScope, id: string) =>
  withPerson(read, scope).where('work.id', '=', id).executeTakeFirst();

/** Locks it until the transaction ends. */
export async function lockWork(trx: Trx, scope: ProjectScope, id: string): Promise<WorkRow | undefined> {
  await trx
    .updateTable('work')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('pid', '=', scope.pid)
    .where('id', '=', id)
    .execute();
  return findWork(trx, scope, id);
}

export async function insertWork(trx: Trx, row: Insertable<WorkTable>): Promise<void> {
  await trx.insertInto('work').values(row).execute();
}

type Decision = Pick<Insertable<WorkTable>, 'state' | 'reason' | 'decided_by' | 'decided_at'>;

export async function updateWork(trx: Trx, id: string, decision: Decision): Promise<void> {
  await trx.updateTable('work').set(decision).where('id', '=', id).execute();
}

export async function deleteWork(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('work').where('id', '=', id).execute();
}

/** The number of claims that nobody has decided. */
export async function countClaims(trx: Trx, { pid }: ProjectScope, uid: string): Promise<number> {
  const { count } = await trx
    .selectFrom('work')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('pid', '=', pid)
    .where('uid', '=', uid)
    .where('state', '=', 'claimed')
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Span = { uid: string; starts_at: string; ends_at: string };

/** Whether the person has another entry that counts or may count, or was on a task, at that time. */
export async function isBusy(trx: Trx, { pid }: ProjectScope, { uid, starts_at, ends_at }: Span, except = '') {
  const rows = await trx
    .selectFrom('work')
    .select('work.id')
    .where('work.pid', '=', pid)
    .where('work.uid', '=', uid)
    .where('work.id', '!=', except)
    .where('work.state', '!=', 'declined')
    .where('work.starts_at', '<', ends_at)
    .where('work.ends_at', '>', starts_at)
    .unionAll((eb) =>
      eb
        .selectFrom('attendances')
        .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
        .select('tasks.id')
        .where('tasks.pid', '=', pid)
        .where('attendances.uid', '=', uid)
        .where('attendances.state', '!=', 'no_show')
        .where(sql<string>`coalesce(attendances.arrived_at, tasks.starts_at)`, '<', ends_at)
        .where(sql<string>`coalesce(attendances.left_at, tasks.ends_at)`, '>', starts_at),
    )
    .limit(1)
    .execute();
  return rows.length > 0;
}

export const findEnabledTeam = (trx: Trx, { pid }: ProjectScope, tid: string) =>
  trx
    .selectFrom('teams')
    .select('tid')
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

/** The export of a person's data uses it. */
export const listWorkOf = (read: Reader, uid: string) =>
  read
    .selectFrom('work')
    .select(['pid', 'tid', 'title', 'starts_at', 'ends_at', 'state', 'reason', 'created_at'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute();
