import type { ProjectScope } from '../../../auth/project-role.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { withHours } from '../statement/statement.queries.ts';

const columns = [
  'id',
  'pid',
  'state',
  'position',
  'total',
  'considered',
  'issued',
  'unprintable',
  'created_by',
  'made_with',
  'created_at',
  'ended_at',
] as const;

export const findBatch = (read: Reader, id: string) =>
  read.selectFrom('certificate_batches').select(columns).where('id', '=', id).executeTakeFirst();

export type BatchRow = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

export const findLatestBatch = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('certificate_batches')
    .select(columns)
    .where('pid', '=', pid)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertBatch = (
  trx: Trx,
  row: { id: string; pid: string; created_by: string; made_with: string; created_at: string; total: number },
): Promise<boolean> =>
  changedOne(
    trx
      .insertInto('certificate_batches')
      .values({ ...row, state: 'running' })
      .onConflict((conflict) => conflict.doNothing()),
  );

type Step = { position: string; considered: number; issued: number; unprintable: number };

/** Only from the position that was read: of two processes, one continues. */
export const advanceBatch = (trx: Trx, { id, position }: BatchRow, step: Step): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('certificate_batches')
      .set((eb) => ({
        position: step.position,
        considered: eb('considered', '+', step.considered),
        issued: eb('issued', '+', step.issued),
        unprintable: eb('unprintable', '+', step.unprintable),
      }))
      .where('id', '=', id)
      .where('position', '=', position)
      .where('state', '=', 'running'),
  );

/** Goes back to the person before, who already has a certificate: the position must not name an erased person. */
export async function leavePosition(trx: Trx, uid: string): Promise<void> {
  const before = trx
    .selectFrom('people')
    .select((eb) => eb.fn.max('uid').as('uid'))
    .where('uid', '<', uid);
  const { uid: position } = await before.executeTakeFirstOrThrow();
  await trx
    .updateTable('certificate_batches')
    .set({ position: position ?? '' })
    .where('position', '=', uid)
    .execute();
}

export async function endBatch(trx: Trx, id: string, state: 'done' | 'failed', ended_at: string): Promise<void> {
  await trx
    .updateTable('certificate_batches')
    .set({ state, ended_at })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** Ends batches that began before this time, because nothing works on them any longer. */
export async function failBatchesBefore(trx: Trx, { pid }: ProjectScope, before: string, ended_at: string) {
  await trx
    .updateTable('certificate_batches')
    .set({ state: 'failed', ended_at })
    .where('pid', '=', pid)
    .where('state', '=', 'running')
    .where('created_at', '<', before)
    .execute();
}

export async function countWithHours(read: Reader, scope: ProjectScope): Promise<number> {
  const { count } = await read
    .selectFrom(withHours(read, scope).as('found'))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** In the order of their identifiers, so that people who join meanwhile do not shift the steps. */
export const listNextPeople = (read: Reader, scope: ProjectScope, position: string, limit: number) =>
  read
    .selectFrom('people')
    .select(['uid', 'name', 'language'])
    .where('uid', 'in', withHours(read, scope))
    .where('uid', '>', position)
    .orderBy('uid')
    .limit(limit)
    .execute();
