import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, failField, refuseField } from '../../../errors.ts';
import { record } from '../../audit/audit.service.ts';
import { changedFields } from '../../audit/changed-fields.policy.ts';
import { checkedBank } from '../../private-data/private.policy.ts';
import { isBic, isIban } from '../payouts/sepa.policy.ts';
import { changeTravel } from '../travel/travel.service.ts';
import { findBudgetCode, findSettings, lockSettings, updateSettings } from './settings.queries.ts';
import type { MoneySettings } from './settings.schema.ts';

const initial: MoneySettings = {
  payer_name: '',
  payer_iban: '',
  payer_bic: '',
  travel_pays: 'fixed',
  travel_budget: null,
};

const present = (row: MoneySettings = initial): MoneySettings => ({
  payer_name: row.payer_name,
  payer_iban: row.payer_iban,
  payer_bic: row.payer_bic,
  travel_pays: row.travel_pays,
  travel_budget: row.travel_budget,
});

export async function readSettings(read: Reader, scope: ProjectScope) {
  const row = await findSettings(read, scope);
  return { revision: row?.revision ?? 1, settings: present(row) };
}

export async function readPayer(read: Reader, scope: ProjectScope) {
  const { settings } = await readSettings(read, scope);
  return { name: settings.payer_name, iban: settings.payer_iban, bic: settings.payer_bic };
}

async function checked(input: MoneySettings): Promise<MoneySettings> {
  const bic = input.payer_bic.trim().toUpperCase();
  if (bic !== '' && !isBic(bic)) failField('/payer_bic', 'is not a BIC');
  if (input.payer_iban.trim() === '') return { ...input, payer_iban: '', payer_bic: bic };
  const given = input.payer_iban.replaceAll(/[ -]/g, '').toUpperCase();
  if (!isIban(given)) failField('/payer_iban', 'is not an IBAN');
  await checkedBank({ code: '', branch: '', holder: '', number: given }).catch(() =>
    failField('/payer_iban', 'is not an IBAN: its checksum or length is wrong'),
  );
  return { ...input, payer_name: input.payer_name.trim(), payer_iban: given, payer_bic: bic };
}

export async function changeSettings(
  db: Db,
  actor: Actor,
  expected: number | undefined,
  input: MoneySettings,
): Promise<void> {
  const { projectRole, caller, uid, now } = actor;
  const { scope } = projectRole;
  const values = await checked(input);
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    await changeTravel(trx, actor, roles, values);
    const before = await lockSettings(trx, scope);
    if (expected !== undefined && expected !== before.revision) fail('stale');
    if (values.travel_budget !== null && (await findBudgetCode(trx, scope, values.travel_budget)) === undefined)
      refuseField('/travel_budget', 'is not a budget of this project');
    const fields = changedFields(Object.keys(values), present(before), values);
    if (fields === '') return;
    await updateSettings(trx, scope, { ...values, revision: before.revision + 1 });
    const { pid } = scope;
    await record(trx, now, { actor: uid, kind: 'money.configured', subject: pid, pid, detail: { fields } });
  });
}

/** Numbers of claims and payouts have no gaps. Requires that nothing of the claims is locked after it. */
export async function nextNumber(
  trx: Trx,
  scope: ProjectScope,
  counter: 'last_claim' | 'last_payout',
  count = 1,
): Promise<number> {
  const row = await lockSettings(trx, scope);
  await updateSettings(trx, scope, { [counter]: row[counter] + count });
  return row[counter] + 1;
}
