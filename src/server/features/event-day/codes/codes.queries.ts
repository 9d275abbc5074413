import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { ProjectKeysTable } from '../../../db/tables.ts';

export const findKey = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('project_keys').selectAll().where('pid', '=', pid).executeTakeFirst();

export type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>;

/** False if another request was faster. */
export const insertKey = (trx: Trx, row: Insertable<ProjectKeysTable>): Promise<boolean> =>
  changedOne(
    trx
      .insertInto('project_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('pid').doNothing()),
  );

/** Locks the project's desk: scans, corrections and hand-outs of one project run one after another. */
export const lockKey = (trx: Trx, { pid }: ProjectScope) =>
  trx
    .updateTable('project_keys')
    .set((eb) => ({ key_id: eb.ref('key_id') }))
    .where('pid', '=', pid)
    .returning(['public_key'])
    .executeTakeFirst();

/** Whether the person has a role, helps, or has a task in the project. */
export const takesPart = async (read: Reader, scope: ProjectScope, uid: string): Promise<boolean> =>
  (await listTakingPart(read, scope, [uid], null)).size > 0;

/** Those of these people who take part in the project. `tids`: only members of these teams; null for all. */
export async function listTakingPart(
  read: Reader,
  { pid }: ProjectScope,
  uids: readonly string[],
  tids: readonly string[] | null,
): Promise<Set<string>> {
  const members = enabledMemberships(read)
    .select('memberships.uid')
    .where('memberships.uid', 'in', uids)
    .where('memberships.pid', '=', pid);
  const people =
    tids === null
      ? members
          .union((eb) => eb.selectFrom('project_owners').select('uid').where('uid', 'in', uids).where('pid', '=', pid))
          .union((eb) => eb.selectFrom('helpers').select('uid').where('uid', 'in', uids).where('pid', '=', pid))
          .union((eb) =>
            eb
              .selectFrom('attendances')
              .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
              .select('attendances.uid')
              .where('attendances.uid', 'in', uids)
              .where('tasks.pid', '=', pid),
          )
      : members.where('memberships.tid', 'in', tids);
  return new Set((await people.execute()).map(({ uid }) => uid));
}

export const listPlaces = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('places').select(['id', 'name']).where('pid', '=', pid).orderBy('name').orderBy('id').execute();

export const findPlace = (read: Reader, { pid }: ProjectScope, id: string) =>
  read.selectFrom('places').select(['id', 'name']).where('pid', '=', pid).where('id', '=', id).executeTakeFirst();

type Visit = { place: string; uid: string; earliestStart: string; now: string };

/** The person's tasks at a place that run now or start soon. */
export const listTasksAt = (trx: Trx, { pid }: ProjectScope, { place, uid, earliestStart, now }: Visit) =>
  trx
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(['tasks.id', 'tasks.title', 'tasks.starts_at', 'tasks.ends_at'])
    .where('attendances.uid', '=', uid)
    .where('tasks.pid', '=', pid)
    .where('tasks.place_id', '=', place)
    .where('tasks.starts_at', '<=', earliestStart)
    .where('tasks.ends_at', '>', now)
    .orderBy('tasks.starts_at', 'desc')
    .orderBy('tasks.id')
    .execute();
