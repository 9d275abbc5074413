import { maxPayoutClaims } from '../../../../shared/claims.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { seal } from '../../../lib/seal.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { newId } from '../../../lib/secrets.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import type { DisclosureState } from '../../forms/disclosure/disclosure.schema.ts';
import { notify, notifyNew, withdrawNoticesTo } from '../../notices/notify.service.ts';
import type { Bank } from '../../private-data/private.schema.ts';
import { openFields, readPrivate } from '../../private-data/private.service.ts';
import { accountsOf } from '../claims/accounts.service.ts';
import type { Account } from '../claims/accounts.service.ts';
import { insertSteps } from '../claims/claims.queries.ts';
import { handlesMoney } from '../money.policy.ts';
import { nextNumber } from '../settings/settings.service.ts';
import {
  deletePayout,
  findPayout,
  insertPayout,
  listApproved,
  listClaimsIn,
  listTransfers,
  lockClaims,
  lockPayout,
  moveClaims,
  putIntoPayout,
  setPaid,
} from './payouts.queries.ts';
import type { ApprovedRow, LockedClaim, PayoutRow } from './payouts.queries.ts';
import type { DuePayments, DuePerson, NewPayout, Payout, PayoutSummary, RemindedPeople } from './payouts.schema.ts';

export const noSuchPayout = (): never => fail('not_found', { detail: 'There is no such payout in this project' });

/** Names the row. Rotation of keys has the same. */
export const transferContext = (id: string): string => `payout:${id}`;

/** A claim whose claimant was erased is paid on its own. */
const payeeOf = ({ uid, id }: { uid: string | null; id: string }): string => uid ?? `claim:${id}`;

/** What is approved, by person, with whether it can be paid to their bank account. */
export async function readDue(read: Reader, { projectRole: { scope }, now }: Actor): Promise<DuePayments> {
  const rows = await listApproved(read, scope, maxPayoutClaims + 1);
  const shown = rows.slice(0, maxPayoutClaims);
  const ids = shown.map(({ id }) => id);
  const accounts = await accountsOf(read, scope, ids, now);
  const groups = [...Map.groupBy(shown, (row) => `${row.currency} ${payeeOf(row)}`).values()];
  const sorted = groups.toSorted(([one], [other]) => (orderOf(one) < orderOf(other) ? -1 : 1));
  return { data: sorted.map((claims) => presentDue(claims, accounts)), more: rows.length > maxPayoutClaims };
}

const orderOf = (row: ApprovedRow | undefined): string => `${row?.currency} ${row?.sort_key ?? ''} ${row?.uid ?? ''}`;

const bankOf = (accounts: ReadonlyMap<string, Account>, id: string): DisclosureState =>
  accounts.get(id)?.state ?? 'left';

function presentDue(rows: readonly ApprovedRow[], accounts: ReadonlyMap<string, Account>): DuePerson {
  const claims = rows.map(({ id, number, amount }) => ({
    id,
    number: number ?? 0,
    amount,
    bank: bankOf(accounts, id),
  }));
  return {
    person: personOf(rows[0]),
    currency: rows[0]?.currency ?? '',
    amount: sumOf(claims),
    bank: claims.find(({ bank }) => bank !== 'given')?.bank ?? 'given',
    claims,
  };
}

const personOf = (row: { uid: string | null; name: string | null } | undefined) =>
  row === undefined || row.uid === null || row.name === null ? null : { uid: row.uid, name: row.name };

const sumOf = (rows: readonly { amount: number }[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);

/** Reminds exactly those whose approved claims cannot be paid to a bank account, each at most once a day. */
export async function remindOfAccounts(trx: Trx, actor: Actor, note: string): Promise<RemindedPeople> {
  const { projectRole, uid, now } = actor;
  const { pid } = projectRole.scope;
  const { data } = await readDue(trx, actor);
  const blocked = data.flatMap(({ person, claims, currency }) => {
    const stuck = claims.filter(({ bank }) => bank !== 'given');
    return person === null || stuck.length === 0 ? [] : [{ uid: person.uid, stuck, currency }];
  });
  const day = timestamp(now).slice(0, 10);
  const notified = await notifyNew(
    trx,
    { actor: uid, now },
    blocked.map(({ uid: payee, stuck, currency }) => ({
      kind: 'claim.account_missing',
      uid: payee,
      pid,
      subject: currency,
      values: { what: stuck.map(({ number }) => number).join(', '), amount: sumOf(stuck), currency, reason: note },
      occasion: `${pid} ${currency} ${day}`,
    })),
  );
  const reminded = notified.size;
  if (reminded > 0)
    await record(trx, now, { actor: uid, kind: 'payments.reminded', subject: pid, pid, detail: { people: reminded } });
  return { people: new Set(blocked.map((one) => one.uid)).size, reminded };
}

type Services = { keys: Keyring };

/**
 * One transfer for each person, with the bank account as it is now, sealed. Requires a confirmed caller with a fresh proof, and
 * that the claimants are locked, so that nobody changes an account meanwhile.
 */
export async function createPayout(
  trx: Trx,
  { keys }: Services,
  { projectRole: { scope }, uid, now }: Actor,
  { claims: ids, method, title = '' }: NewPayout,
  { locked, isOwner }: { locked: ReadonlySet<string>; isOwner: boolean },
): Promise<string> {
  const claims = new Map((await lockClaims(trx, scope, ids)).map((row) => [row.id, row]));
  const isTransfer = method === 'transfer';
  const accounts = isTransfer ? await accountsOf(trx, scope, ids, now) : new Map<string, Account>();
  const rows = requirePayable(ids, claims, isTransfer ? accounts : undefined);
  if (rows.some((row) => row.uid !== null && !locked.has(row.uid))) fail('stale');
  const payout = newId(now);
  const at = timestamp(now);
  const accountOf = ({ uid: payee, id }: LockedClaim): Bank | null => {
    const fields = accounts.get(id)?.fields ?? null;
    return fields === null || payee === null ? null : openFields(keys, payee, 'bank', fields);
  };
  if (!isOwner) await requireOthersAccounts(trx, keys, uid, ids, rows, accountOf);
  const transfers = [...Map.groupBy(rows, payeeOf).values()].map((own) => {
    const id = newId(now);
    const [first] = own;
    const { uid: payee = null } = first ?? {};
    const account = first === undefined ? null : accountOf(first);
    const sealed = account === null ? null : seal(keys, transferContext(id), JSON.stringify(account));
    const key_id = sealed === null ? '' : keys.current.id;
    return { id, payout_id: payout, uid: payee, amount: sumOf(own), sealed, key_id };
  });
  const number = await nextNumber(trx, scope, 'last_payout');
  const currency = rows[0]?.currency ?? '';
  const row = { id: payout, pid: scope.pid, number, title, method, currency, created_at: at, created_by: uid };
  await insertPayout(trx, row, transfers);
  await putIntoPayout(trx, ids, payout, at);
  await record(trx, now, entryOf('payout.created', scope, uid, { id: payout, number, currency, amount: sumOf(rows) }));
  return payout;
}

/**
 * A deputy could claim with a second account of their own. What goes to the bank account of somebody who decides is for owners to
 * pay, who may know that it is that of a couple. The accounts are compared and not shown to anybody.
 */
async function requireOthersAccounts(
  trx: Trx,
  keys: Keyring,
  maker: string,
  ids: readonly string[],
  rows: readonly LockedClaim[],
  accountOf: (row: LockedClaim) => Bank | null,
): Promise<void> {
  const deciders = new Set([maker, ...rows.flatMap((row) => row.decided_by ?? [])]);
  const owners = new Map<string, string>();
  for (const decider of deciders) {
    const { value } = await readPrivate(trx, keys, decider, 'bank');
    if (value.number !== '') owners.set(value.number, decider);
  }
  const errors = rows.flatMap((row): FieldError[] => {
    const owner = owners.get(accountOf(row)?.number ?? '');
    const detail = 'goes to the bank account of somebody who decides: an owner has to pay it';
    return owner === undefined || owner === row.uid ? [] : [{ pointer: `/claims/${ids.indexOf(row.id)}`, detail }];
  });
  const [first] = errors;
  if (first !== undefined) fail('not_allowed', { detail: `${first.pointer} ${first.detail}`, errors });
}

type Recorded = { id: string; number: number; currency: string; amount: number };

const entryOf = (
  kind: 'payout.created' | 'payout.removed' | 'payout.exported',
  { pid }: ProjectScope,
  actor: string,
  { id, number, currency, amount }: Recorded,
): AuditEntry => ({ actor, kind, subject: id, pid, detail: { what: String(number), amount, currency } });

export const recordExport = (trx: Trx, { projectRole: { scope }, uid, now }: Actor, payout: Recorded): Promise<void> =>
  record(trx, now, entryOf('payout.exported', scope, uid, payout));

/** All of them, or none: the answer names those that cannot be paid. */
function requirePayable(
  ids: readonly string[],
  claims: ReadonlyMap<string, LockedClaim>,
  accounts: ReadonlyMap<string, Account> | undefined,
): LockedClaim[] {
  const currency = claims.get(ids[0] ?? '')?.currency;
  const errors: FieldError[] = [];
  const rows: LockedClaim[] = [];
  for (const [index, id] of ids.entries()) {
    const row = claims.get(id);
    const complain = (detail: string) => errors.push({ pointer: `/claims/${index}`, detail });
    if (row === undefined || row.state !== 'approved') complain('is not an approved claim of this project');
    else if (row.currency !== currency) complain('is in another currency than the first');
    else if (accounts !== undefined && bankOf(accounts, id) !== 'given')
      complain(`can't be paid to a bank account (${bankOf(accounts, id)})`);
    else rows.push(row);
  }
  const [first] = errors;
  if (first !== undefined) fail('not_allowed', { detail: `${first.pointer} ${first.detail}`, errors });
  return rows;
}

export const presentPayout = (row: PayoutRow): PayoutSummary => ({
  id: row.id,
  number: row.number,
  title: row.title,
  method: row.method,
  currency: row.currency,
  amount: row.amount ?? 0,
  transfers: row.transfers ?? 0,
  claims: row.claims ?? 0,
  changed_accounts: row.changed_accounts ?? 0,
  created_at: row.created_at,
  created_by: row.created_by,
  paid_at: row.paid_at,
  paid_by: row.paid_by,
});

export async function readPayout(read: Reader, scope: ProjectScope, id: string) {
  const row = (await findPayout(read, scope, id)) ?? noSuchPayout();
  const transfers = await listTransfers(read, id);
  const claims = Map.groupBy(await listClaimsIn(read, id), ({ uid }) => uid);
  const people = transfers.map((transfer) => ({
    person: personOf(transfer),
    amount: transfer.amount,
    claims: claimsOf(claims, transfer),
    account_changed_at: transfer.account_changed_at,
  }));
  const payout: Payout = { ...presentPayout(row), people, file: fileState(row, transfers) };
  return { revision: row.revision, payout };
}

type ClaimIn = Awaited<ReturnType<typeof listClaimsIn>>[number];

/** Those of people who were erased are no longer told apart by person, only by amount. */
export function claimsOf(
  claims: ReadonlyMap<string | null, readonly ClaimIn[]>,
  { uid, amount }: { uid: string | null; amount: number },
) {
  const own = claims.get(uid) ?? [];
  const chosen = uid === null ? own.filter((one) => one.amount === amount).slice(0, 1) : own;
  return chosen.map(({ id, number, amount: paid }) => ({ id, number: number ?? 0, amount: paid }));
}

export const fileState = (
  { method }: Pick<PayoutRow, 'method'>,
  transfers: readonly { sealed: string | null }[],
): Payout['file'] => {
  if (method !== 'transfer') return 'none';
  return transfers.every(({ sealed }) => sealed !== null) ? 'ready' : 'erased';
};

export type PayoutChange = Actor & { id: string; expected: number | undefined };

async function lockChanged(trx: Trx, { projectRole: { scope }, caller, now, id, expected }: PayoutChange) {
  const { roles } = await confirmCaller(trx, now, caller);
  if (!handlesMoney(roles)) fail('forbidden');
  const row = (await lockPayout(trx, scope, id)) ?? noSuchPayout();
  return { row, requireSeen: () => (expected === undefined || expected === row.revision ? row : fail('stale')) };
}

/** Everybody in it is notified once, with the sum of their claims. Marking it again changes nothing. */
export async function markPaid(db: Db, change: PayoutChange, isPaid: boolean): Promise<void> {
  const { projectRole, uid, now, id } = change;
  const { pid } = projectRole.scope;
  await db.transaction(async (trx) => {
    const { row, requireSeen } = await lockChanged(trx, change);
    if ((row.paid_at !== null) === isPaid) return;
    requireSeen();
    if (!isPaid && row.accounts_erased_at !== null) fail('not_allowed', { detail: 'This payout was paid long ago' });
    const at = timestamp(now);
    await setPaid(trx, id, isPaid ? { paid_at: at, paid_by: uid } : { paid_at: null, paid_by: null });
    const claims = await moveClaims(trx, id, isPaid ? 'paid' : 'in_payout', at);
    const step: 'paid' | 'unpaid' = isPaid ? 'paid' : 'unpaid';
    const steps = claims.map((claim) => ({ id: newId(now), claim_id: claim.id, uid, step, at }));
    await insertSteps(trx, steps);
    await recordAll(
      trx,
      now,
      claims.map(({ id: claim, uid: payee, number, amount, currency }) => ({
        actor: uid,
        kind: `claim.${step}` as const,
        subject: payee ?? claim,
        pid,
        detail: { claim, what: String(number), amount, currency },
      })),
    );
    const people = [...Map.groupBy(claims, (claim) => claim.uid)].flatMap(([payee, own]) =>
      payee === null ? [] : [{ payee, own: own.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0)) }],
    );
    const kind = `claim.${step}` as const;
    await notify(
      trx,
      { actor: uid, now },
      people.map(({ payee, own }) => ({
        kind,
        uid: payee,
        pid,
        subject: id,
        values: { what: own.map(({ number }) => number).join(', '), amount: sumOf(own), currency: row.currency },
      })),
    );
  });
}

/** Before it is paid. Its claims are approved again, and its number is not given again. */
export async function removePayout(db: Db, change: PayoutChange): Promise<void> {
  const { projectRole, uid, now, id } = change;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const { row, requireSeen } = await lockChanged(trx, change);
    requireSeen();
    if (row.paid_at !== null) fail('not_allowed', { detail: 'It is marked as paid: undo that first' });
    const claims = await moveClaims(trx, id, 'approved', timestamp(now));
    const { number, currency } = row;
    await deletePayout(trx, id);
    for (const kind of ['claim.account_changed', 'payout.account_changed'] as const)
      await withdrawNoticesTo(trx, kind, id, [uid, ...claims.flatMap((claim) => claim.uid ?? [])]);
    const removed = { id, number, currency, amount: sumOf(claims) };
    await record(trx, now, entryOf('payout.removed', scope, uid, removed));
  });
}
