import type { Actor, ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import { leftAmong } from '../../forms/answers/responses.service.ts';
import type { AnswerStep } from '../../forms/answers/responses.service.ts';
import { needsSubsidies } from '../../forms/kinds.service.ts';
import { moneyIn, travelMoneyOf } from '../../forms/payments/payments.policy.ts';
import type { Money } from '../../forms/payments/payments.policy.ts';
import { notify } from '../../notices/notify.service.ts';
import { findBudget } from '../budgets/budgets.queries.ts';
import { isEditable, payable } from '../claims/claims.policy.ts';
import { insertClaim, replaceLines, updateClaim } from '../claims/claims.queries.ts';
import { endClaim } from '../claims/ending.service.ts';
import { findSettings } from '../settings/settings.queries.ts';
import type { MoneySettings } from '../settings/settings.schema.ts';
import {
  countBegun,
  deleteTravelDrafts,
  insertClaims,
  isPaid,
  listUnclaimed,
  lockTravelClaim,
  lockTravelDrafts,
  lockTravelForms,
} from './travel.queries.ts';

type Draft = { id: string; pid: string; uid: string; form: string; budget: string | null; at: string; due: Money };

const draftOf = ({ due, at, ...of }: Draft) => ({
  ...of,
  kind: 'travel' as const,
  state: 'draft' as const,
  currency: due.currency,
  claimed: 0,
  cap: due.amount,
  amount: 0,
  created_at: at,
  changed_at: at,
});

/** The budget for travel money, if it is in this currency. */
async function budgetFor(read: Reader, scope: ProjectScope, code: string | null, { currency }: Money) {
  const row = code === null ? undefined : await findBudget(read, scope, code);
  return row?.currency === currency ? row.code : null;
}

/**
 * Keeps the claim in step with an answer about travel: at most what the table allows is paid. What is decided stays as it is.
 * The form is locked, so that the project does not begin to pay in another way meanwhile.
 */
export const keepTravelClaim: AnswerStep = async (trx, answering, { form, kind }, answers) => {
  if (!needsSubsidies(kind)) return;
  const { projectRole, uid, now } = answering;
  const { scope } = projectRole;
  const due = moneyIn(answers);
  const before = await lockTravelClaim(trx, scope, form, uid);
  if (due === undefined) {
    if (before !== undefined && isEditable(before)) await endClaim(trx, answering, before);
    return;
  }
  const settings = await findSettings(trx, scope);
  if (settings?.travel_pays !== 'receipts') return;
  const at = timestamp(now);
  const entry = { actor: uid, subject: uid, pid: scope.pid };
  const budget = await budgetFor(trx, scope, settings.travel_budget, due);
  if (before === undefined) {
    if (await isPaid(trx, scope, form, uid)) return;
    const id = newId(now);
    await insertClaim(trx, draftOf({ id, pid: scope.pid, uid, form, budget, at, due }));
    return record(trx, now, { ...entry, kind: 'claim.drafted', detail: { claim: id } });
  }
  const { id, number, state, claimed, cap, currency } = before;
  // Amounts in another currency say nothing any more.
  const isAgain = state === 'withdrawn' || (isEditable(before) && currency !== due.currency);
  if (!isAgain && (!isEditable(before) || cap === due.amount)) return;
  if (isAgain) await replaceLines(trx, id, []);
  const again = { budget, currency: due.currency, claimed: 0, amount: 0 };
  await updateClaim(trx, id, {
    ...(isAgain
      ? { ...again, state: number === null ? ('draft' as const) : ('returned' as const) }
      : { amount: payable(claimed, due.amount) }),
    cap: due.amount,
    changed_at: at,
  });
  await record(trx, now, {
    ...entry,
    kind: number === null ? 'claim.drafted' : 'claim.changed',
    detail: { claim: id },
  });
};

type Travel = Pick<MoneySettings, 'travel_pays' | 'travel_budget'>;

/**
 * A project that begins to pay by receipts opens a claim for everybody who has applied. It pays fixed amounts again only as long
 * as nobody has begun a claim, and by an owner, because that can be more than the receipts. Locks forms and claims, so the settings have to be locked after it.
 */
export async function changeTravel(
  trx: Trx,
  actor: Actor,
  { owner }: Pick<Roles, 'owner'>,
  { travel_pays, travel_budget }: Travel,
): Promise<void> {
  const { scope } = actor.projectRole;
  const forms = await lockTravelForms(trx, scope);
  await lockTravelDrafts(trx, scope);
  if (((await findSettings(trx, scope))?.travel_pays ?? 'fixed') === travel_pays) return;
  if (travel_pays === 'fixed' && !owner) fail('forbidden', { detail: 'Only owners pay travel money without receipts' });
  if (travel_pays === 'fixed') await closeTravelClaims(trx, actor);
  else for (const form of forms) await openTravelClaims(trx, actor, form, travel_budget);
}

async function closeTravelClaims(trx: Trx, { projectRole: { scope }, uid: actor, now }: Actor): Promise<void> {
  if ((await countBegun(trx, scope)) > 0)
    fail('not_allowed', { detail: 'People have begun claims for their travel: decide these first' });
  const removed = await deleteTravelDrafts(trx, scope);
  await recordAll(
    trx,
    now,
    removed.map(({ id, uid }) => ({
      actor,
      kind: 'claim.removed',
      subject: uid ?? id,
      pid: scope.pid,
      detail: { claim: id, what: '' },
    })),
  );
}

type TravelForm = Awaited<ReturnType<typeof lockTravelForms>>[number];

/** Everybody whom it concerns is notified. */
async function openTravelClaims(
  trx: Trx,
  { projectRole: { scope }, uid: actor, now }: Actor,
  { form, title, ...audience }: TravelForm,
  budget: string | null,
): Promise<void> {
  const { pid } = scope;
  for (const answers of chunksOf(await listUnclaimed(trx, scope, form))) {
    const left = await leftAmong(trx, { scope }, audience, answers);
    const rows: ReturnType<typeof draftOf>[] = [];
    for (const { uid, answers: text } of answers) {
      const due = left.has(uid) ? undefined : travelMoneyOf(text);
      if (due === undefined) continue;
      const code = await budgetFor(trx, scope, budget, due);
      rows.push(draftOf({ id: newId(now), pid, uid, form, budget: code, at: timestamp(now), due }));
    }
    if (rows.length === 0) continue;
    await insertClaims(trx, rows);
    await recordAll(
      trx,
      now,
      rows.map(({ id, uid }) => ({ actor, kind: 'claim.drafted', subject: uid, pid, detail: { claim: id } })),
    );
    await notify(
      trx,
      { actor, now },
      rows.map(({ id, uid, cap: amount, currency }) => ({
        kind: 'claim.receipts_needed',
        uid,
        pid,
        subject: id,
        values: { form: title, amount, currency },
      })),
    );
  }
}
