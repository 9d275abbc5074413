import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { changedOne } from '../../../db/changed-one.ts';
import { countRows } from '../../../db/count-rows.ts';
import { lockRows } from '../../../db/db.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { BudgetsTable } from '../../../db/tables.ts';

/** `tids`: those of these teams and of the whole project; undefined for all. Few enough to be read as a whole. */
export const listBudgets = (read: Reader, { pid }: ProjectScope, tids?: readonly string[]) =>
  read
    .selectFrom('budgets')
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'budgets.pid').onRef('teams.tid', '=', 'budgets.tid'))
    .selectAll('budgets')
    .select('teams.name as team')
    .where('budgets.pid', '=', pid)
    .$if(tids !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('budgets.tid', 'is', null),
          ...(tids === undefined || tids.length === 0 ? [] : [eb('budgets.tid', 'in', tids)]),
        ]),
      ),
    )
    .orderBy('budgets.code')
    .execute();

export type BudgetRow = Awaited<ReturnType<typeof listBudgets>>[number];

export const findBudget = (read: Reader, { pid }: ProjectScope, code: string) =>
  read.selectFrom('budgets').selectAll().where('pid', '=', pid).where('code', '=', code).executeTakeFirst();

/** What was claimed of each budget, by what became of it. */
export const sumsByBudget = (read: Reader, { pid }: ProjectScope, code?: string) =>
  read
    .selectFrom('claims')
    .select(['budget', 'state'])
    .select(({ fn }) => [sql<number>`cast(sum(amount) as bigint)`.as('amount'), fn.countAll<number>().as('claims')])
    .where('pid', '=', pid)
    .where('budget', 'is not', null)
    .where('state', 'in', ['sent', 'approved', 'in_payout', 'paid'])
    .$if(code !== undefined, (query) => query.where('budget', '=', code ?? ''))
    .groupBy(['budget', 'state'])
    .execute();

/** Until the commit, nothing else is approved from it. */
export const lockBudget = (trx: Trx, { pid }: ProjectScope, code: string) =>
  trx
    .updateTable('budgets')
    .set((eb) => ({ code: eb.ref('code') }))
    .where('pid', '=', pid)
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirst();

export const lockBudgets = (trx: Trx, { pid }: ProjectScope) =>
  lockRows(trx, trx.selectFrom('budgets').select('code').where('pid', '=', pid).orderBy('code'));

export const countBudgets = (trx: Trx, { pid }: ProjectScope): Promise<number> =>
  countRows(trx.selectFrom('budgets').where('pid', '=', pid));

export async function insertBudgets(trx: Trx, rows: readonly Insertable<BudgetsTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('budgets').values(rows).execute();
}

export async function updateBudget(
  trx: Trx,
  { pid }: ProjectScope,
  { code, ...values }: Pick<BudgetRow, 'code' | 'name' | 'tid' | 'amount' | 'currency'>,
): Promise<void> {
  await trx
    .updateTable('budgets')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('pid', '=', pid)
    .where('code', '=', code)
    .execute();
}

export const deleteBudget = (trx: Trx, { pid }: ProjectScope, code: string): Promise<boolean> =>
  changedOne(trx.deleteFrom('budgets').where('pid', '=', pid).where('code', '=', code));

/** Travel money is then claimed from no budget until another one is chosen. */
export async function forgetTravelBudget(trx: Trx, { pid }: ProjectScope, code: string): Promise<void> {
  await trx
    .updateTable('money_settings')
    .set((eb) => ({ travel_budget: null, revision: eb('revision', '+', 1) }))
    .where('pid', '=', pid)
    .where('travel_budget', '=', code)
    .execute();
}

/** Which of these budgets have claims. Drafts count as well: they name the budget. */
export async function claimedAmong(trx: Trx, { pid }: ProjectScope, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const rows = await trx
    .selectFrom('claims')
    .select('budget')
    .distinct()
    .where('pid', '=', pid)
    .where('budget', 'in', codes)
    .execute();
  return new Set(rows.flatMap(({ budget }) => budget ?? []));
}

export const listTids = async (trx: Trx, { pid }: ProjectScope): Promise<Set<string>> =>
  new Set((await trx.selectFrom('teams').select('tid').where('pid', '=', pid).execute()).map(({ tid }) => tid));

/** Those of the whole project, and of teams that are copied as well. */
export async function copyBudgets(trx: Trx, { from, to, at }: { from: string; to: string; at: string }): Promise<void> {
  const rows = await trx
    .selectFrom('budgets')
    .select(['code', 'name', 'tid', 'amount', 'currency'])
    .where('pid', '=', from)
    .where((eb) =>
      eb.or([
        eb('tid', 'is', null),
        eb('tid', 'in', eb.selectFrom('teams').select('teams.tid').where('teams.pid', '=', to)),
      ]),
    )
    .execute();
  await insertBudgets(
    trx,
    rows.map((row) => ({ ...row, pid: to, created_at: at })),
  );
}
