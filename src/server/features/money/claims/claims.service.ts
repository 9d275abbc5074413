import { isDeepStrictEqual } from 'node:util';
import { isReceiptType, maxClaims } from '../../../../shared/claims.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import { requireFreshProof } from '../../../auth/gate.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, refuseField, requireNone } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { dayAt } from '../../../lib/time.ts';
import { record } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { leftIn, readBudgets, requireClaimable } from '../budgets/budgets.service.ts';
import { canClaim, handlesMoney, seesMoney, sightOf } from '../money.policy.ts';
import { nextNumber } from '../settings/settings.service.ts';
import { accountsOf } from './accounts.service.ts';
import { isEditable, payable, rightsOf } from './claims.policy.ts';
import {
  countClaims,
  countOwn,
  findClaim,
  findTimezone,
  insertClaim,
  insertSteps,
  listClaims,
  listDuplicates,
  listFiles,
  listLines,
  listOwnClaims,
  listRepeated,
  listSteps,
  lockClaim,
  replaceLines,
  updateClaim,
} from './claims.queries.ts';
import type { ClaimRow } from './claims.queries.ts';
import type {
  Claim,
  ClaimChanges,
  ClaimLines,
  ClaimsQuery,
  ClaimSubmission,
  ClaimSummary,
  NewClaim,
} from './claims.schema.ts';
import { endClaim } from './ending.service.ts';
import { noteShared, sharedUntil } from './sharing.service.ts';
import type { SharingServices } from './sharing.service.ts';

export const noSuchClaim = (): never => fail('not_found', { detail: 'There is no such claim in this project' });

const presentSummary = (row: ClaimRow, duplicates: boolean): ClaimSummary => ({
  id: row.id,
  number: row.number,
  person: row.uid === null || row.name === null ? null : { uid: row.uid, name: row.name },
  kind: row.kind,
  state: row.state,
  form: row.form,
  budget: row.budget,
  currency: row.currency,
  claimed: row.claimed,
  cap: row.cap,
  amount: row.amount,
  what: row.what ?? '',
  line_count: row.line_count ?? 0,
  file_count: row.file_count ?? 0,
  changed_at: row.changed_at,
  sent_at: row.sent_at,
  decided_at: row.decided_at,
  paid_at: row.paid_at,
  duplicates,
});

export const readOwnClaims = async (read: Reader, { projectRole, uid }: Actor): Promise<ClaimSummary[]> =>
  (await listOwnClaims(read, projectRole.scope, uid)).map((row) => presentSummary(row, false));

type Listed = { limit: number; after: number | undefined };

/** Two queries, and one more for the number of all on the first page if it is filtered by few. */
export async function readClaims(read: Reader, { projectRole }: Actor, query: ClaimsQuery, { limit, after }: Listed) {
  const { scope } = projectRole;
  const filter = { ...query, ...sightOf(projectRole) };
  const rows = await listClaims(read, scope, filter, { order: query.order ?? 'newest', after, limit });
  const ids = rows.map(({ id }) => id);
  const repeated =
    handlesMoney(projectRole) && ids.length > 0 ? await listRepeated(read, scope, ids) : new Set<string>();
  return rows.map((row) => presentSummary(row, repeated.has(row.id)));
}

export const countFound = (read: Reader, { projectRole }: Actor, query: ClaimsQuery): Promise<number> =>
  countClaims(read, projectRole.scope, { ...query, ...sightOf(projectRole) });

/** Claimants see their own, those who see the money all that were sent, and chiefs those from their budgets. */
export async function findVisible(read: Reader, { projectRole, uid }: Pick<Actor, 'projectRole' | 'uid'>, id: string) {
  const row = (await findClaim(read, projectRole.scope, id)) ?? noSuchClaim();
  if (row.uid === uid) return row;
  if (row.number === null) return noSuchClaim();
  if (seesMoney(projectRole)) return row;
  const budgets = row.budget === null ? [] : await readBudgets(read, projectRole);
  return budgets.some(({ code, sums }) => code === row.budget && sums !== null) ? row : noSuchClaim();
}

export async function readClaim(read: Reader, actor: Actor, id: string): Promise<{ revision: number; claim: Claim }> {
  const { projectRole, uid, now } = actor;
  const { scope } = projectRole;
  const row = await findVisible(read, actor, id);
  const decides = handlesMoney(projectRole);
  const isOwn = row.uid === uid;
  const lines = await listLines(read, [id]);
  const duplicates = decides ? await listDuplicates(read, id) : [];
  const account = isOwn || decides ? (await accountsOf(read, scope, [id], now)).get(id) : undefined;
  const { duplicates: _, ...summary } = presentSummary(row, false);
  const claim: Claim = {
    ...summary,
    lines: lines.map(({ position, date, what, amount, amount_text, file_id }) => ({
      date,
      what,
      amount,
      amount_text,
      file: file_id,
      duplicates: duplicates
        .filter((one) => one.position === position)
        .map((one) => ({ claim: one.id, number: one.number })),
    })),
    note: isOwn ? row.note : '',
    files: (await listFiles(read, id)).flatMap(({ type, ...file }) => (isReceiptType(type) ? [{ ...file, type }] : [])),
    steps: await listSteps(read, id),
    budget_left: row.budget === null ? null : ((await leftIn(read, scope, row.budget)) ?? null),
    bank: account === undefined ? null : { until: account.until, state: account.state, account: account.account },
    payout: row.payout,
    rights: rightsOf(projectRole, row, uid),
  };
  return { revision: row.revision, claim };
}

/** Requires a confirmed caller, who is locked, so that nobody has more claims than allowed. */
export async function createClaim(trx: Trx, actor: Actor, input: NewClaim): Promise<string> {
  const { projectRole, uid, now } = actor;
  const { scope } = projectRole;
  if (!canClaim(projectRole)) fail('forbidden');
  const { kind = 'expense', budget = null, currency, lines = [] } = input;
  await requireClaimable(trx, projectRole, { budget, currency });
  requireFiles(lines, new Set());
  if ((await countOwn(trx, scope, uid)) >= maxClaims)
    fail('not_allowed', { detail: `One person has at most ${maxClaims} claims in a project` });
  const [id, at] = [newId(now), timestamp(now)];
  const claimed = sumOf(lines);
  const values = { kind, budget, currency, claimed, amount: claimed };
  const row = { ...values, id, pid: scope.pid, uid, state: 'draft' as const, created_at: at, changed_at: at };
  await insertClaim(trx, row);
  await replaceLines(trx, id, lines.map(storedLine));
  await record(trx, now, { actor: uid, kind: 'claim.drafted', subject: uid, pid: scope.pid, detail: { claim: id } });
  return id;
}

const sumOf = (lines: ClaimLines): number => lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

const storedLine = ({ date, what = '', amount, amount_text = '', file = null }: ClaimLines[number]) => ({
  date: date ?? null,
  what: what.trim(),
  amount: amount ?? null,
  amount_text: amount === undefined ? amount_text.trim() : '',
  file_id: file,
});
type StoredLine = ReturnType<typeof storedLine>;

const keptLine = ({ date, what, amount, amount_text, file_id }: StoredLine) => ({
  date,
  what,
  amount,
  amount_text,
  file_id,
});

function requireFiles(lines: ClaimLines, files: ReadonlySet<string>): void {
  requireNone(
    lines.flatMap(({ file = null }, index) =>
      file === null || files.has(file)
        ? []
        : [{ pointer: `/lines/${index}/file`, detail: 'is not a receipt of this claim' }],
    ),
  );
}

const firstDay = '2000-01-01';

/** What is missing or wrong in the lines of a claim that others see. */
async function faultsIn(
  trx: Trx,
  scope: ProjectScope,
  lines: readonly StoredLine[],
  now: Date,
): Promise<{ pointer: string; detail: string }[]> {
  const today = lines.length === 0 ? '' : dayAt(now, await findTimezone(trx, scope));
  return lines.flatMap(({ date, what, amount }, index) => [
    ...(date === null ? [{ pointer: `/lines/${index}/date`, detail: 'is missing' }] : []),
    ...(date !== null && date > today ? [{ pointer: `/lines/${index}/date`, detail: 'is in the future' }] : []),
    ...(date !== null && date < firstDay ? [{ pointer: `/lines/${index}/date`, detail: 'is before 2000' }] : []),
    ...(what === '' ? [{ pointer: `/lines/${index}/what`, detail: 'is missing' }] : []),
    ...(amount === null ? [{ pointer: `/lines/${index}/amount`, detail: 'is missing' }] : []),
  ]);
}

export type OwnClaim = Actor & { id: string; expected: number | undefined };

/** The caller's own claim, which nobody else changes meanwhile. */
export async function lockOwn(trx: Trx, { projectRole, caller, uid, now, id, expected }: OwnClaim) {
  await confirmCaller(trx, now, caller);
  const row = (await lockClaim(trx, projectRole.scope, id)) ?? noSuchClaim();
  if (row.uid !== uid) return noSuchClaim();
  return expected === undefined || expected === row.revision ? row : fail('stale');
}

export type LockedClaim = Awaited<ReturnType<typeof lockOwn>>;

export async function lockEditable(trx: Trx, own: OwnClaim): Promise<LockedClaim> {
  const row = await lockOwn(trx, own);
  return isEditable(row) ? row : fail('claim_decided');
}

/** In the change feed only once others know of the claim. */
export const recordEdit = (trx: Trx, { uid, now, projectRole: { scope } }: Actor, { id, state }: LockedClaim) =>
  record(trx, now, {
    actor: uid,
    kind: state === 'sent' ? 'claim.changed' : 'claim.drafted',
    subject: uid,
    pid: scope.pid,
    detail: { claim: id },
  });

export async function changeClaim(db: Db, own: OwnClaim, input: ClaimChanges): Promise<void> {
  const { projectRole, now, id } = own;
  await db.transaction(async (trx) => {
    const before = await lockEditable(trx, own);
    const { budget = before.budget, currency = before.currency, lines, note = before.note } = input;
    if (before.form !== null && budget !== before.budget) refuseField('/budget', 'is that of the travel money');
    if (before.form !== null && currency !== before.currency) refuseField('/currency', 'is that of the travel money');
    if (before.form === null) await requireClaimable(trx, projectRole, { budget, currency });
    const isSame =
      lines === undefined || isDeepStrictEqual(lines.map(storedLine), (await listLines(trx, [id])).map(keptLine));
    if (isSame && budget === before.budget && currency === before.currency && note === before.note) return;
    if (before.state === 'sent' && note !== before.note) refuseField('/note', 'was sent with the claim');
    if (!isSame) {
      const files = new Set((await listFiles(trx, id)).map((file) => file.id));
      requireFiles(lines, files);
      if (before.state === 'sent') {
        if (lines.length === 0) refuseField('/lines', 'must not be empty once it was sent');
        requireNone(await faultsIn(trx, projectRole.scope, lines.map(storedLine), now));
      }
      await replaceLines(trx, id, lines.map(storedLine));
    }
    const claimed = isSame ? before.claimed : sumOf(lines);
    const amount = payable(claimed, before.cap);
    await updateClaim(trx, id, { budget, currency, claimed, amount, note, changed_at: timestamp(now) });
    await recordEdit(trx, own, before);
  });
}

/** Drafts keep what is not complete; it is checked when others see it. */
async function requireComplete(trx: Trx, scope: ProjectScope, { id }: LockedClaim, now: Date): Promise<void> {
  const lines = await listLines(trx, [id]);
  if (lines.length === 0) refuseField('/lines', 'has no lines yet');
  const errors = await faultsIn(trx, scope, lines.map(keptLine), now);
  if (errors[0] !== undefined) fail('not_allowed', { detail: `${errors[0].pointer} ${errors[0].detail}`, errors });
}

/** Sending again what was sent already only adds the consent. */
export async function sendClaim(
  { db, ...services }: SharingServices & { db: Db },
  own: OwnClaim,
  { note: given, share_bank = false }: ClaimSubmission,
): Promise<void> {
  const { projectRole, caller, uid, now, id } = own;
  const { scope } = projectRole;
  if (share_bank) requireFreshProof(caller, now);
  await db.transaction(async (trx) => {
    const before = await lockEditable(trx, own);
    await requireComplete(trx, scope, before, now);
    if (before.budget === null && before.form === null && (await readBudgets(trx, projectRole)).length > 0)
      refuseField('/budget', 'must be chosen');
    const at = timestamp(now);
    const until = sharedUntil(now);
    const isShared = share_bank && before.bank_until !== until;
    const shared = isShared ? { bank_until: until } : {};
    const number = before.number ?? (await nextNumber(trx, scope, 'last_claim'));
    if (isShared) await noteShared(trx, services, own, { id, number, until });
    if (before.state === 'sent') {
      if (isShared) await updateClaim(trx, id, shared);
      return;
    }
    const note = given ?? before.note;
    await updateClaim(trx, id, { ...shared, state: 'sent', number, note: '', sent_at: at, changed_at: at });
    await insertSteps(trx, [{ id: newId(now), claim_id: id, uid, step: 'sent', note, at }]);
    const { amount, currency } = before;
    const detail = { claim: id, what: String(number), amount, currency };
    await record(trx, now, { actor: uid, kind: 'claim.sent', subject: uid, pid: scope.pid, detail });
    if (before.state !== 'returned' || before.decided_by === null) return;
    const values = { what: String(number), amount, currency, reason: note };
    const notice = { kind: 'claim.answered' as const, uid: before.decided_by, pid: scope.pid, subject: id, values };
    await notify(trx, { actor: uid, now }, [notice]);
  });
}

/** Travel money that is withdrawn before it was sent is claimed again by answering the form again. */
export async function withdrawClaim(db: Db, own: OwnClaim): Promise<void> {
  await db.transaction(async (trx) => endClaim(trx, own, await lockEditable(trx, own)));
}

/** At any time, also after leaving the project. What is in a payout already stays there. */
export async function setShared(
  { db, ...services }: SharingServices & { db: Db },
  own: OwnClaim,
  isShared: boolean,
): Promise<void> {
  const { projectRole, uid, now, id } = own;
  await db.transaction(async (trx) => {
    const before = await lockOwn(trx, own);
    if (isShared && !rightsOf(projectRole, before, uid).share_bank) fail('claim_decided');
    const until = sharedUntil(now);
    const bank_until = isShared ? until : null;
    if (bank_until === before.bank_until) return;
    await updateClaim(trx, id, { bank_until });
    if (isShared) return noteShared(trx, services, own, { id, number: before.number, until });
    const entry = { actor: uid, subject: uid, pid: projectRole.scope.pid, detail: { claim: id } };
    await record(trx, now, { ...entry, kind: 'claim.unshared' });
  });
}
