import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { changedOne } from '../../../db/changed-one.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { HandOutCodesTable } from '../../../db/tables.ts';
import { chunksOf } from '../../../lib/chunks.ts';

const ofList = (read: Reader, handOut: string) => read.selectFrom('hand_out_codes').where('hand_out_id', '=', handOut);

export const listCodes = (read: Reader, handOut: string) => ofList(read, handOut).select(['id', 'code']).execute();

export const countCodes = (read: Reader, handOut: string): Promise<number> =>
  countRows(ofList(read, handOut).select('id'));

export const listCodesWithPeople = (read: Reader, handOut: string, after: string | undefined, limit: number) =>
  read
    .selectFrom('hand_out_codes')
    .leftJoin('people', 'people.uid', 'hand_out_codes.uid')
    .select(['hand_out_codes.id', 'hand_out_codes.code', 'hand_out_codes.uid', 'people.name'])
    .select('hand_out_codes.assigned_at')
    .where('hand_out_codes.hand_out_id', '=', handOut)
    .$call(keyset(['hand_out_codes.id'], after === undefined ? undefined : [after]))
    .limit(limit)
    .execute();

export async function insertCodes(trx: Trx, rows: readonly Insertable<HandOutCodesTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('hand_out_codes').values(some).execute();
}

/** Only one that nobody has. */
export const deleteFree = (trx: Trx, handOut: string, id: string): Promise<boolean> =>
  changedOne(
    trx
      .deleteFrom('hand_out_codes')
      .where('hand_out_id', '=', handOut)
      .where('id', '=', id)
      .where('assigned_at', 'is', null),
  );

export const findCode = (read: Reader, handOut: string, id: string) =>
  ofList(read, handOut).select('uid').where('id', '=', id).executeTakeFirst();

export const listFree = (trx: Trx, handOut: string, limit: number) =>
  ofList(trx, handOut).select('id').where('assigned_at', 'is', null).orderBy('id').limit(limit).execute();

export const listHolders = async (read: Reader, handOut: string): Promise<string[]> =>
  (await ofList(read, handOut).select('uid').where('uid', 'is not', null).execute()).flatMap(({ uid }) => uid ?? []);

/** Nobody else has it, and the person has no other of the list. */
export const assignCode = (trx: Trx, id: string, uid: string, now: string): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('hand_out_codes')
      .set({ uid, assigned_at: now })
      .where('id', '=', id)
      .where('assigned_at', 'is', null),
  );

/** The codes that people have in a project. */
export const listCodesOf = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  read
    .selectFrom('hand_out_codes')
    .innerJoin('hand_outs', 'hand_outs.id', 'hand_out_codes.hand_out_id')
    .select(['hand_out_codes.id', 'hand_out_codes.uid', 'hand_out_codes.code', 'hand_outs.name'])
    .select('hand_out_codes.hand_out_id')
    .where('hand_outs.pid', '=', pid)
    .where('hand_out_codes.uid', 'in', uids)
    .orderBy('hand_outs.name')
    .orderBy('hand_out_codes.id')
    .execute();

/** What one person has in all projects, for their export. */
export const listCodesForExport = (read: Reader, uid: string) =>
  read
    .selectFrom('hand_out_codes')
    .innerJoin('hand_outs', 'hand_outs.id', 'hand_out_codes.hand_out_id')
    .select(['hand_out_codes.id', 'hand_out_codes.hand_out_id', 'hand_out_codes.code', 'hand_outs.pid'])
    .select(['hand_outs.name', 'hand_out_codes.assigned_at'])
    .where('hand_out_codes.uid', '=', uid)
    .orderBy('hand_out_codes.assigned_at')
    .orderBy('hand_out_codes.id')
    .execute();

export type Cutoff = { at: string; day: string };

/** Codes of events that ended before this day; if an event has no dates, the time when they were added counts. */
const ended = (read: Reader, { at, day }: Cutoff) =>
  read
    .selectFrom('hand_out_codes')
    .innerJoin('hand_outs', 'hand_outs.id', 'hand_out_codes.hand_out_id')
    .innerJoin('projects', 'projects.pid', 'hand_outs.pid')
    .where((eb) =>
      eb.or([
        eb('projects.ends_on', '<', day),
        eb.and([eb('projects.ends_on', 'is', null), eb('hand_out_codes.created_at', '<', at)]),
      ]),
    );

export const countEnded = (read: Reader, cutoff: Cutoff) =>
  ended(read, cutoff)
    .select(({ fn }) => ['hand_outs.id', 'hand_outs.pid', 'hand_outs.name', fn.countAll<number>().as('codes')])
    .groupBy(['hand_outs.id', 'hand_outs.pid', 'hand_outs.name'])
    .orderBy('hand_outs.id')
    .execute();

/** Some of them. Returns how many. */
export async function deleteEnded(trx: Trx, handOut: string, cutoff: Cutoff, limit: number): Promise<number> {
  const some = ended(trx, cutoff).select('hand_out_codes.id').where('hand_outs.id', '=', handOut).limit(limit);
  const { numDeletedRows } = await trx.deleteFrom('hand_out_codes').where('id', 'in', some).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
