import type { Insertable, Updateable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { HandOutsTable } from '../../../db/tables.ts';
import { lockProject } from '../../../db/lock-project.ts';
import type { CursorKey } from '../../../http/paging.ts';

/** Counts the codes of each list, and the people who have one. */
export const countCodes = (read: Reader, ids: readonly string[]) =>
  read
    .selectFrom('hand_out_codes')
    .select(({ fn }) => ['hand_out_id', fn.countAll<number>().as('all'), fn.count<number>('assigned_at').as('given')])
    .where('hand_out_id', 'in', ids)
    .groupBy('hand_out_id')
    .execute();

/** How many things there are, and how many somebody has. */
export const countThings = (read: Reader, ids: readonly string[]) =>
  read
    .selectFrom('things')
    .select(({ fn }) => ['hand_out_id', fn.countAll<number>().as('all'), fn.count<number>('holder').as('given')])
    .where('hand_out_id', 'in', ids)
    .groupBy('hand_out_id')
    .execute();

/** Scans of devices that handed out what did not count. */
const uncounted = (read: Reader, ids: readonly string[]) =>
  read
    .selectFrom('scans')
    .where('scans.hand_out_id', 'in', ids)
    .where('scans.result', 'in', ['repeated', 'none_left'])
    .where('scans.step', '=', 'hand_out');

export const countUncounted = (read: Reader, ids: readonly string[]) =>
  uncounted(read, ids)
    .select(({ fn }) => ['hand_out_id', fn.countAll<number>().as('count')])
    .groupBy('hand_out_id')
    .execute();

/** Returns the newest first. */
export const listUncounted = (read: Reader, id: string, limit: number) =>
  uncounted(read, [id])
    .innerJoin('people', 'people.uid', 'scans.uid')
    .leftJoin('devices', 'devices.id', 'scans.device_id')
    .select(['scans.id', 'scans.uid', 'people.name', 'scans.at', 'devices.name as device', 'scans.result'])
    .orderBy('scans.at', 'desc')
    .orderBy('scans.id', 'desc')
    .limit(limit)
    .execute();

/** Locks the project, so that names stay unique and the number of hand-outs holds until the commit. */
export async function lockHandOuts(trx: Trx, { pid }: ProjectScope) {
  await lockProject(trx, pid);
  return trx.selectFrom('hand_outs').selectAll().where('pid', '=', pid).execute();
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
    .select(['g.id', 'g.uid', 'people.name', 'g.variant', 'g.given_at', 'g.reason', 'devices.name as device'])
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
  read
    .selectFrom('hand_outs')
    .select(['id', 'name', 'kind', 'revision'])
    .where('pid', '=', pid)
    .where('id', '=', id)
    .executeTakeFirst();

export const listKinds = (read: Reader, pid: string) =>
  read.selectFrom('task_kinds').select(['id', 'name']).where('pid', '=', pid).execute();

export const findStart = (read: Reader, pid: string) =>
  read.selectFrom('projects').select('starts_on').where('pid', '=', pid).executeTakeFirst();

export const findForm = (trx: Trx, { pid }: ProjectScope, form: string) =>
  trx.selectFrom('forms').select('fields').where('pid', '=', pid).where('form', '=', form).executeTakeFirst();

/** What a person was given, for their export. */
export const listGivenTo = (read: Reader, uid: string) =>
  read
    .selectFrom('given_hand_outs as g')
    .innerJoin('hand_outs', 'hand_outs.id', 'g.hand_out_id')
    .select(['hand_outs.pid', 'hand_outs.name', 'g.variant', 'g.given_at', 'g.reason'])
    .where('g.uid', '=', uid)
    .orderBy('g.given_at')
    .orderBy('g.id')
    .execute();

export const listForCopy = (trx: Trx, pid: string) =>
  trx
    .selectFrom('hand_outs')
    .select(['id', 'name', 'kind', 'audience', 'variant_field', 'per_person', 'earned'])
    .where('pid', '=', pid)
    .orderBy('name')
    .execute();
