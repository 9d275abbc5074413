import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { countRows } from '../../../db/count-rows.ts';
import { lockRows } from '../../../db/db.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { PayoutsTable, PayoutTransfersTable } from '../../../db/tables.ts';
import { chunksOf } from '../../../lib/chunks.ts';

/** The oldest approved claims. */
export const listApproved = (read: Reader, { pid }: ProjectScope, limit: number) =>
  read
    .selectFrom('claims')
    .leftJoin('people', 'people.uid', 'claims.uid')
    .select(['claims.id', 'claims.number', 'claims.uid', 'claims.currency', 'claims.amount'])
    .select(['people.name', 'people.sort_key'])
    .where('claims.pid', '=', pid)
    .where('claims.state', '=', 'approved')
    .orderBy('claims.number')
    .limit(limit)
    .execute();

export type ApprovedRow = Awaited<ReturnType<typeof listApproved>>[number];

export const claimantsOf = async (read: Reader, { pid }: ProjectScope, ids: readonly string[]): Promise<string[]> => {
  const rows = await read
    .selectFrom('claims')
    .select('uid')
    .distinct()
    .where('pid', '=', pid)
    .where('id', 'in', ids)
    .where('uid', 'is not', null)
    .execute();
  return rows.flatMap(({ uid }) => uid ?? []);
};

/** By key. Those of other projects are not among them. */
export const lockClaims = (trx: Trx, { pid }: ProjectScope, ids: readonly string[]) =>
  lockRows(
    trx,
    trx
      .selectFrom('claims')
      .select(['id', 'number', 'uid', 'state', 'currency', 'amount', 'decided_by'])
      .where('pid', '=', pid)
      .where('id', 'in', ids)
      .orderBy('id'),
  );

export type LockedClaim = Awaited<ReturnType<typeof lockClaims>>[number];

export async function insertPayout(
  trx: Trx,
  row: Insertable<PayoutsTable>,
  transfers: readonly Insertable<PayoutTransfersTable>[],
): Promise<void> {
  await trx.insertInto('payouts').values(row).execute();
  for (const some of chunksOf(transfers)) await trx.insertInto('payout_transfers').values(some).execute();
}

type State = 'approved' | 'in_payout' | 'paid';

/** Requires locked claims. */
export async function putIntoPayout(trx: Trx, ids: readonly string[], payout: string, at: string): Promise<void> {
  await trx
    .updateTable('claims')
    .set((eb) => ({ state: 'in_payout', payout_id: payout, changed_at: at, revision: eb('revision', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

/** Requires a locked payout. Out of it if they are approved again. */
export const moveClaims = (trx: Trx, payout: string, state: State, at: string) =>
  trx
    .updateTable('claims')
    .set((eb) => ({
      state,
      changed_at: at,
      revision: eb('revision', '+', 1),
      ...(state === 'approved' ? { payout_id: null } : {}),
    }))
    .where('payout_id', '=', payout)
    .returning(['id', 'number', 'uid', 'amount', 'currency'])
    .execute();

const payouts = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('payouts')
    .leftJoin('people as maker', 'maker.uid', 'payouts.created_by')
    .leftJoin('people as payer', 'payer.uid', 'payouts.paid_by')
    .select(['payouts.id', 'payouts.number', 'payouts.title', 'payouts.method', 'payouts.currency'])
    .select(['payouts.created_at', 'payouts.paid_at', 'payouts.accounts_erased_at', 'payouts.revision'])
    .select(['maker.name as created_by', 'payer.name as paid_by'])
    .select((eb) => [
      eb
        .selectFrom('payout_transfers as t')
        .select(sql<number>`cast(sum(t.amount) as bigint)`.as('sum'))
        .whereRef('t.payout_id', '=', 'payouts.id')
        .as('amount'),
      eb
        .selectFrom('payout_transfers as t')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('t.payout_id', '=', 'payouts.id')
        .as('transfers'),
      eb
        .selectFrom('payout_transfers as t')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('t.payout_id', '=', 'payouts.id')
        .where('t.account_changed_at', 'is not', null)
        .as('changed_accounts'),
      eb
        .selectFrom('claims')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('claims.payout_id', '=', 'payouts.id')
        .as('claims'),
    ])
    .where('payouts.pid', '=', pid);

export type PayoutRow = Awaited<ReturnType<typeof listPayouts>>[number];

/** Newest first. */
export const listPayouts = (read: Reader, scope: ProjectScope, after: number | undefined, limit: number) =>
  payouts(read, scope)
    .$if(after !== undefined, (query) => query.where('payouts.number', '<', after ?? 0))
    .orderBy('payouts.number', 'desc')
    .limit(limit)
    .execute();

export const countPayouts = (read: Reader, { pid }: ProjectScope): Promise<number> =>
  countRows(read.selectFrom('payouts').where('pid', '=', pid));

export const findPayout = (read: Reader, scope: ProjectScope, id: string) =>
  payouts(read, scope).where('payouts.id', '=', id).executeTakeFirst();

/** By name. */
export const listTransfers = (read: Reader, payout: string) =>
  read
    .selectFrom('payout_transfers as t')
    .leftJoin('people', 'people.uid', 't.uid')
    .select(['t.id', 't.uid', 't.amount', 't.sealed', 't.account_changed_at', 'people.name'])
    .where('t.payout_id', '=', payout)
    .orderBy('people.sort_key')
    .orderBy('t.id')
    .execute();

export const listClaimsIn = (read: Reader, payout: string) =>
  read
    .selectFrom('claims')
    .select(['id', 'number', 'uid', 'amount'])
    .where('payout_id', '=', payout)
    .orderBy('number')
    .execute();

export const lockPayout = (trx: Trx, { pid }: ProjectScope, id: string) =>
  trx
    .updateTable('payouts')
    .set((eb) => ({ pid: eb.ref('pid') }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Requires a locked row. */
export async function setPaid(
  trx: Trx,
  id: string,
  paid: { paid_at: string | null; paid_by: string | null },
): Promise<void> {
  await trx
    .updateTable('payouts')
    .set((eb) => ({ ...paid, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deletePayout(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('payouts').where('id', '=', id).execute();
}
