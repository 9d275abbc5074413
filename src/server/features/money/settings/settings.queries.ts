import type { Updateable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { MoneySettingsTable } from '../../../db/tables.ts';

export const findSettings = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('money_settings').selectAll().where('pid', '=', pid).executeTakeFirst();

/** Locks the row of the project, which the first who needs it makes. */
export const lockSettings = (trx: Trx, { pid }: ProjectScope) =>
  trx
    .insertInto('money_settings')
    .values({ pid })
    .onConflict((conflict) => conflict.column('pid').doUpdateSet((eb) => ({ pid: eb.ref('excluded.pid') })))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Requires a locked row. */
export async function updateSettings(
  trx: Trx,
  { pid }: ProjectScope,
  values: Updateable<MoneySettingsTable>,
): Promise<void> {
  await trx.updateTable('money_settings').set(values).where('pid', '=', pid).execute();
}

/** Requires that the budgets were copied. */
export async function copySettings(trx: Trx, { from, to }: { from: string; to: string }): Promise<void> {
  const row = await trx
    .selectFrom('money_settings')
    .select(['travel_pays', 'travel_budget', 'payer_name', 'payer_iban', 'payer_bic'])
    .where('pid', '=', from)
    .executeTakeFirst();
  if (row === undefined) return;
  const code = row.travel_budget;
  const isCopied =
    code !== null &&
    (await trx.selectFrom('budgets').select('code').where('pid', '=', to).where('code', '=', code).executeTakeFirst());
  await trx
    .insertInto('money_settings')
    .values({ ...row, travel_budget: isCopied ? code : null, pid: to })
    .execute();
}

export const findBudgetCode = (read: Reader, { pid }: ProjectScope, code: string) =>
  read.selectFrom('budgets').select('code').where('pid', '=', pid).where('code', '=', code).executeTakeFirst();
