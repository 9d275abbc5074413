import { isPayoutColumn, payoutColumns } from '../../../../shared/claims.ts';
import type { PayoutColumn } from '../../../../shared/claims.ts';
import { requireFreshProof } from '../../../auth/gate.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { decimalAmount } from '../../../lib/money.ts';
import { unseal } from '../../../lib/seal.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { recordPrivateReads } from '../../audit/audit.service.ts';
import type { Bank } from '../../private-data/private.schema.ts';
import { readPayer } from '../settings/settings.service.ts';
import { findPayout, listClaimsIn, listTransfers } from './payouts.queries.ts';
import { claimsOf, fileState, noSuchPayout, recordExport, transferContext } from './payouts.service.ts';
import { isBic, isIban, maxSepaCents, sepaFile } from './sepa.policy.ts';

type Services = { db: Db; keys: Keyring };

/** One line of a payout with the account as it was when the payout was made. */
type Line = { id: string; name: string; amount: number; claims: string; account: Bank };
type OpenPayout = {
  pid: string;
  number: number;
  title: string;
  currency: string;
  createdAt: string;
  lines: Line[];
  /** The account that the project pays from. */
  payer: { name: string; iban: string; bic: string };
};

/** The audit log records each person whose account it has. What is refused shows no account, so it records nothing. */
export async function openPayout(
  { db, keys }: Services,
  actor: Actor,
  { id, format }: { id: string; format: 'csv' | 'pain001' },
): Promise<OpenPayout> {
  const { projectRole, caller, uid, now } = actor;
  const { scope } = projectRole;
  requireFreshProof(caller, now);
  return db.transaction(async (trx) => {
    const row = (await findPayout(trx, scope, id)) ?? noSuchPayout();
    const transfers = await listTransfers(trx, id);
    const state = fileState(row, transfers);
    if (state === 'none') fail('not_allowed', { detail: 'This payout is not paid to bank accounts' });
    if (state === 'erased')
      fail('not_allowed', {
        detail:
          'Bank accounts of this payout were erased. If it is not paid yet, undo it and make another one without the ' +
          'people who no longer have an account',
      });
    const claims = Map.groupBy(await listClaimsIn(trx, id), (one) => one.uid);
    const { number, title, currency, created_at: createdAt } = row;
    const lines = transfers.map((transfer) => ({
      id: transfer.id,
      name: transfer.name ?? '',
      amount: transfer.amount,
      claims: claimsOf(claims, transfer)
        .map((one) => one.number)
        .join(', '),
      account: JSON.parse(unseal(keys, transferContext(transfer.id), transfer.sealed ?? '')) as Bank,
    }));
    const payout = { pid: scope.pid, number, title, currency, createdAt, lines, payer: await readPayer(trx, scope) };
    if (format === 'pain001') requireSepa(payout);
    await recordExport(trx, actor, { id, number, currency, amount: row.amount ?? 0 });
    const subjects = transfers.flatMap((transfer) => transfer.uid ?? []);
    await recordPrivateReads(trx, now, { actor: uid, subjects, pid: scope.pid, what: `bank, payout ${number}` });
    return payout;
  });
}

const referenceOf = ({ title, number }: OpenPayout, { claims }: Line): string =>
  `${title === '' ? `Payout ${number}` : title}: ${claims}`;

const cells: Readonly<Record<PayoutColumn, (payout: OpenPayout, line: Line) => string>> = {
  name: (_, line) => line.name,
  holder: (_, { account }) => account.holder,
  number: (_, { account }) => account.number,
  code: (_, { account }) => account.code,
  branch: (_, { account }) => account.branch,
  amount: ({ currency }, { amount }) => decimalAmount(amount, currency),
  currency: ({ currency }) => currency,
  reference: referenceOf,
  claims: (_, { claims }) => claims,
};

export const columnsOf = (chosen: string | undefined): readonly PayoutColumn[] =>
  chosen === undefined ? payoutColumns : [...new Set(chosen.split(',').filter(isPayoutColumn))];

export const payoutRows = (payout: OpenPayout, columns: readonly PayoutColumn[]): string[][] =>
  payout.lines.map((line) => columns.map((column) => cells[column](payout, line)));

/** What the schema of the file cannot express is refused, with the people whom it concerns. */
function requireSepa({ currency, lines, payer }: OpenPayout): void {
  if (currency !== 'EUR')
    fail('not_allowed', { detail: `SEPA transfers are in EUR, and this payout is in ${currency}` });
  if (payer.name === '' || payer.iban === '')
    fail('payer_missing', { detail: 'Enter the holder and the IBAN of the account to pay from first' });
  const foreign = lines.filter(({ account, amount }) => !isIban(account.number) || amount > maxSepaCents);
  if (foreign.length > 0) fail('not_sepa', { names: foreign.map(({ name }) => name) });
}

export function payoutAsSepa(payout: OpenPayout, executeOn: string): string {
  const { number, createdAt, lines, payer } = payout;
  return sepaFile({
    id: `MUSTER-${number}-${lines[0]?.id.slice(0, 20) ?? ''}`,
    createdAt: createdAt.replace(/\.\d+Z$/, 'Z'),
    executeOn,
    payer,
    transfers: lines.map((line) => ({
      id: line.id,
      amount: line.amount,
      name: line.account.holder,
      iban: line.account.number,
      bic: isBic(line.account.code.trim().toUpperCase()) ? line.account.code.trim().toUpperCase() : '',
      text: referenceOf(payout, line),
    })),
  });
}
