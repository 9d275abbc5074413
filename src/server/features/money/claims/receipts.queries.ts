import type { Insertable } from 'kysely';
import { changedOne } from '../../../db/changed-one.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { ClaimFilePartsTable, ClaimFilesTable } from '../../../db/tables.ts';

const columns = ['id', 'type', 'bytes', 'created_at'] as const;

export const findFile = (read: Reader, claim: string, id: string) =>
  read.selectFrom('claim_files').select(columns).where('claim_id', '=', claim).where('id', '=', id).executeTakeFirst();

export const findByHash = (trx: Trx, claim: string, hash: string) =>
  trx
    .selectFrom('claim_files')
    .select(columns)
    .where('claim_id', '=', claim)
    .where('hash', '=', hash)
    .executeTakeFirst();

export const countFiles = (trx: Trx, claim: string): Promise<number> =>
  countRows(trx.selectFrom('claim_files').where('claim_id', '=', claim));

/** How much all receipts of a person in a project are. */
export async function sumBytes(trx: Trx, pid: string, uid: string): Promise<number> {
  const { bytes } = await trx
    .selectFrom('claim_files')
    .innerJoin('claims', 'claims.id', 'claim_files.claim_id')
    .select(({ fn }) => fn.sum<number | string | null>('claim_files.bytes').as('bytes'))
    .where('claims.pid', '=', pid)
    .where('claims.uid', '=', uid)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

export async function insertFile(trx: Trx, row: Insertable<ClaimFilesTable>): Promise<void> {
  await trx.insertInto('claim_files').values(row).execute();
}

export async function insertPart(trx: Trx, row: Insertable<ClaimFilePartsTable>): Promise<void> {
  await trx.insertInto('claim_file_parts').values(row).execute();
}

export const findPart = (read: Reader, file: string, part: number) =>
  read
    .selectFrom('claim_file_parts')
    .select('sealed')
    .where('file_id', '=', file)
    .where('part', '=', part)
    .executeTakeFirst();

export const deleteFile = (trx: Trx, claim: string, id: string): Promise<boolean> =>
  changedOne(trx.deleteFrom('claim_files').where('claim_id', '=', claim).where('id', '=', id));
