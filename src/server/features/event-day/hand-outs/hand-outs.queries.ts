import type { Insertable, Updateable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { HandOutsTable } from '../../../db/tables.ts';
import { lockProject } from '../../../db/lock-project.ts';
import type { CursorKey } from '../../../http/paging.ts';

export const listHandOuts = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('hand_outs')
    .leftJoin('given_hand_outs', 'given_hand_outs.hand_out_id', 'hand_outs.id')
    .select(({ fn }) => [
      'hand_outs.id',
      'hand_outs.name',
      'hand_outs.audience',
      fn.count('given_hand_outs.id').as('given'),
    ])
    .where('hand_outs.pid', '=', pid)
    .groupBy(['hand_outs.id', 'hand_outs.name', 'hand_outs.audience'])
    .orderBy('hand_outs.name')
    .orderBy('hand_outs.id')
    .execute();

/** Locks the project, so that names stay unique and the number of hand-outs holds until the commit. */
export async function lockHandOuts(trx: Trx, { pid }: ProjectScope) {
  await lockProject(trx, pid);
  return trx.selectFrom('hand_outs').select(['id', 'name', 'audience']).where('pid', '=', pid).execute();
}

export async function insertHandOut(trx: Trx, row: Insertable<HandOutsTable>): Promise<void> {
  await trx.insertInto('hand_outs').values(row).execute();
}

export async function updateHandOut(trx: Trx, id: string, values: Updateable<HandOutsTable>): Promise<void> {
  await trx
    .updateTable('hand_outs')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export const deleteHandOut = (trx: Trx, { pid }: ProjectScope, id: string): Promise<boolean> =>
  changedOne(trx.deleteFrom('hand_outs').where('pid', '=', pid).where('id', '=', id));

export async function countGiven(read: Reader, id: string): Promise<number> {
  const { count } = await read
    .selectFrom('given_hand_outs')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('hand_out_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const listGivenOf = (
  read: Reader,
  { pid }: ProjectScope,
  id: string,
  after: CursorKey<'given_at' | 'id'> | undefined,
  limit: number,
) =>
  read
    .selectFrom('given_hand_outs as g')
    .innerJoin('hand_outs', 'hand_outs.id', 'g.hand_out_id')
    .innerJoin('people', 'people.uid', 'g.uid')
    .leftJoin('devices', 'devices.id', 'g.device_id')
    .select(['g.id', 'g.uid', 'people.name', 'g.given_at', 'g.reason', 'devices.name as device'])
    .where('hand_outs.pid', '=', pid)
    .where('hand_outs.id', '=', id)
    .$call(keyset(['g.given_at', 'g.id'], after && [after.given_at, after.id]))
    .limit(limit)
    .execute();

/** The person who had it; undefined if there is none, or it was taken back before. */
export const deleteGiven = (trx: Trx, { pid }: ProjectScope, handOut: string, given: string) =>
  trx
    .deleteFrom('given_hand_outs')
    .where('id', '=', given)
    .where('hand_out_id', 'in', (eb) =>
      eb.selectFrom('hand_outs').select('id').where('pid', '=', pid).where('id', '=', handOut),
    )
    .returning('uid')
    .executeTakeFirst();

export const findHandOut = (read: Reader, { pid }: ProjectScope, id: string) =>
  read.selectFrom('hand_outs').select(['id', 'name']).where('pid', '=', pid).where('id', '=', id).executeTakeFirst();

export const findForm = (trx: Trx, { pid }: ProjectScope, form: string) =>
  trx.selectFrom('forms').select('fields').where('pid', '=', pid).where('form', '=', form).executeTakeFirst();

/** What a person was given, for their export. */
export const listGivenTo = (read: Reader, uid: string) =>
  read
    .selectFrom('given_hand_outs as g')
    .innerJoin('hand_outs', 'hand_outs.id', 'g.hand_out_id')
    .select(['hand_outs.pid', 'hand_outs.name', 'g.given_at', 'g.reason'])
    .where('g.uid', '=', uid)
    .orderBy('g.given_at')
    .orderBy('g.id')
    .execute();

export const listForCopy = (trx: Trx, pid: string) =>
  trx.selectFrom('hand_outs').select(['name', 'audience']).where('pid', '=', pid).orderBy('name').execute();
