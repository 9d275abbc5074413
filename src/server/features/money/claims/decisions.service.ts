import { confirmCaller } from '../../../auth/confirm.ts';
import { requireFreshProof } from '../../../auth/gate.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { fail, refuseField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import { notify, withdrawNoticesTo } from '../../notices/notify.service.ts';
import { findBudget, listBudgets, lockBudget } from '../budgets/budgets.queries.ts';
import { leftIn } from '../budgets/budgets.service.ts';
import { handlesMoney } from '../money.policy.ts';
import { canBe } from './claims.policy.ts';
import { insertSteps, lockClaim, updateClaim } from './claims.queries.ts';
import type { ClaimDecision } from './claims.schema.ts';
import { noSuchClaim } from './claims.service.ts';
import type { LockedClaim, OwnClaim } from './claims.service.ts';

const outcomes = { approve: 'approved', return: 'returned', refuse: 'refused' } as const;

/**
 * With the revision that the decider has seen, so that nothing else is approved than what they looked at. Of two who decide at
 * the same time, one does. Locks are taken in the order person, claim, budget.
 */
export async function decideClaim(db: Db, deciding: OwnClaim, input: ClaimDecision): Promise<void> {
  const { projectRole, caller, uid, now, id, expected } = deciding;
  const { scope } = projectRole;
  const { decision: verb, note = '' } = input;
  if (verb === 'approve') requireFreshProof(caller, now);
  else if (note.trim() === '') refuseField('/note', 'must say why');
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const before = (await lockClaim(trx, scope, id)) ?? noSuchClaim();
    if (!handlesMoney(roles) || (before.number === null && before.uid !== uid)) return noSuchClaim();
    if (before.uid === uid) fail('forbidden', { detail: "You can't decide about your own claim" });
    const budget = input.budget === undefined ? before.budget : input.budget;
    // Repeated by the same person, whose answer was lost.
    if (before.state === outcomes[verb] && before.decided_by === uid && budget === before.budget) return;
    if (!canBe(verb, before)) fail('claim_decided');
    if (expected !== undefined && expected !== before.revision) fail('stale');
    await requireBudget(trx, deciding, { ...before, budget }, verb, roles.owner);
    const [at, state] = [timestamp(now), outcomes[verb]];
    await updateClaim(trx, id, { state, budget, decided_at: at, decided_by: uid, changed_at: at });
    await insertSteps(trx, [{ id: newId(now), claim_id: id, uid, step: state, note, at }]);
    const { number, amount, currency } = before;
    const detail = { claim: id, what: String(number), amount, currency };
    const subject = before.uid ?? id;
    await record(trx, now, { actor: uid, kind: `claim.${state}`, subject, pid: scope.pid, detail });
    if (before.uid === null) return;
    await withdrawDecisions(trx, id, before.uid);
    const values = { what: String(number), amount, currency, reason: note };
    const notice = { kind: `claim.${state}` as const, uid: before.uid, pid: scope.pid, subject: id, values };
    await notify(trx, { actor: uid, now }, [notice]);
  });
}

/** What was decided before no longer holds. */
export async function withdrawDecisions(trx: Trx, claim: string, uid: string): Promise<void> {
  for (const outcome of Object.values(outcomes)) await withdrawNoticesTo(trx, `claim.${outcome}`, claim, [uid]);
}

/** More than is left of the budget is for owners to approve. A project with budgets pays from one of them. */
async function requireBudget(
  trx: Trx,
  { projectRole: { scope } }: OwnClaim,
  { budget, currency, amount }: LockedClaim,
  verb: ClaimDecision['decision'],
  isOwner: boolean,
): Promise<void> {
  if (budget !== null) {
    const row = verb === 'approve' ? await lockBudget(trx, scope, budget) : await findBudget(trx, scope, budget);
    if (row === undefined) return refuseField('/budget', 'is not a budget of this project');
    if (row.currency !== currency) return refuseField('/budget', `is in ${row.currency}`);
  }
  if (verb !== 'approve') return;
  if (budget === null) {
    const rows = await listBudgets(trx, scope);
    if (rows.some((row) => row.currency === currency)) refuseField('/budget', 'must be chosen');
    return;
  }
  if (!isOwner && ((await leftIn(trx, scope, budget)) ?? 0) < amount) fail('over_budget');
}
