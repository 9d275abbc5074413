import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { batchesOf } from '../../../http/paging.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { disclosureStates } from '../disclosure/disclosure.service.ts';
import { leftAmong } from '../answers/responses.service.ts';
import { lockForm } from '../forms.queries.ts';
import type { FormRow } from '../forms.queries.ts';
import { noSuchForm } from '../forms.service.ts';
import { needsSubsidies } from '../kinds.service.ts';
import { travelMoneyOf } from './payments.policy.ts';
import type { Money } from './payments.policy.ts';
import {
  insertPayments,
  listAnswersOf,
  listClaimed,
  listPaid,
  listPayingForms,
  listPayments,
  paysByReceipts,
  sumPayments,
  undoPayment,
} from './payments.queries.ts';
import type { PaymentRow } from './payments.queries.ts';
import type { MadePayments, NewPayments, Payment, Outcome, PaymentTotals, TravelPayments } from './payments.schema.ts';

export function requirePaying({ kind }: Pick<FormRow, 'kind'>): void {
  if (!needsSubsidies(kind)) fail('not_allowed', { detail: 'Only forms about travel money have payments' });
}

/** Answering locks the form as well, so amounts stay as they were read until the commit. */
async function lockPaying(trx: Trx, scope: ProjectScope, form: string): Promise<FormRow> {
  const row = (await lockForm(trx, scope, form)) ?? noSuchForm();
  requirePaying(row);
  return row;
}

/** Marks people as paid, each at most once. Requires a confirmed caller. */
export async function pay(
  trx: Trx,
  { projectRole, uid: actor, now }: Actor,
  form: string,
  { batch = '', people }: NewPayments,
): Promise<MadePayments> {
  const { scope } = projectRole;
  const locked = await lockPaying(trx, scope, form);
  const uids = people.map(({ uid }) => uid);
  const due = new Map(
    (await listAnswersOf(trx, scope, form, uids)).map(({ uid, answers }) => [uid, travelMoneyOf(answers)]),
  );
  const paid = await listPaid(trx, scope, form, uids);
  const left = await leftAmong(trx, projectRole, locked, people);
  const banks = await disclosureStates(trx, projectRole, { form: locked, kind: 'bank', now, left }, uids);
  const claimed = (await paysByReceipts(trx, scope)) ? new Set(uids) : await listClaimed(trx, scope, form, uids);
  const data = people.map(({ uid, ...money }) => {
    const isUnconfirmed = banks.get(uid)?.state === 'unconfirmed';
    const outcome = outcomeOf(money, due.get(uid), {
      isPaid: paid.has(uid),
      isClaimed: claimed.has(uid),
      isUnconfirmed,
    });
    if (outcome === 'paid') paid.add(uid);
    return { uid, outcome, ...money };
  });
  const made = data.filter(({ outcome }) => outcome === 'paid');
  if (made.length > 0) {
    const { pid } = scope;
    const row = { pid, form, batch, paid_at: timestamp(now), paid_by: actor };
    await insertPayments(
      trx,
      made.map(({ uid, amount, currency }) => ({ ...row, id: newId(now), uid, amount, currency })),
    );
    await recordAll(
      trx,
      now,
      made.map(({ uid: subject, amount, currency }) => ({
        actor,
        kind: 'payment.made',
        subject,
        pid,
        detail: { form, amount, currency, batch },
      })),
    );
    await notify(
      trx,
      { actor, now },
      made.map(({ uid, amount, currency }) => ({
        kind: 'payment.made',
        uid,
        pid,
        subject: form,
        values: { form: locked.title, amount, currency },
      })),
    );
  }
  return { data: data.map(({ uid, outcome }) => ({ uid, outcome })) };
}

/** Does nothing if the person is not paid. The undone payment stays in the audit log. */
export async function takeBack(db: Db, actor: Actor, form: string, uid: string): Promise<void> {
  const { projectRole, caller, now } = actor;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { title } = await lockPaying(trx, projectRole.scope, form);
    const by = { undone_at: timestamp(now), undone_by: actor.uid };
    const undone = await undoPayment(trx, projectRole.scope, form, uid, by);
    if (undone === undefined) return;
    const { pid } = projectRole.scope;
    const detail = { form, ...undone };
    await record(trx, now, { actor: actor.uid, kind: 'payment.undone', subject: uid, pid, detail });
    const values = { form: title, amount: undone.amount, currency: undone.currency };
    await notify(trx, { actor: actor.uid, now }, [{ kind: 'payment.undone', uid, pid, subject: form, values }]);
  });
}

/** Two queries for every 200 people: the amounts are in their answers. */
export async function paymentTotals(read: Reader, { projectRole }: Actor, form: FormRow): Promise<PaymentTotals> {
  const [open, paid] = [sums(), sums()];
  const isByReceipts = await paysByReceipts(read, projectRole.scope);
  const batches = batchesOf<PaymentRow>((after, limit) =>
    listPayments(read, projectRole.scope, form.form, after, limit),
  );
  for await (const rows of batches) {
    const left = await leftAmong(read, projectRole, form, rows);
    for (const { uid, answers, amount, currency, claim } of rows) {
      const due = travelMoneyOf(answers);
      if (amount !== null && currency !== null) paid.add({ amount, currency });
      else if (due !== undefined && !left.has(uid) && claim === null && !isByReceipts) open.add(due);
    }
  }
  return { open: open.all(), paid: paid.all() };
}

/** By form, those that were deleted after a payment last. Without those of which nothing is open or paid. */
export async function travelPayments(read: Reader, actor: Actor): Promise<TravelPayments> {
  const { scope } = actor.projectRole;
  const paid = Map.groupBy(await sumPayments(read, scope), ({ form }) => form);
  const data: TravelPayments['data'] = [];
  for (const row of await listPayingForms(read, scope)) {
    const { open } = await paymentTotals(read, actor, row);
    data.push({ form: row.form, title: row.title, open, paid: withoutForm(paid.get(row.form)) });
    paid.delete(row.form);
  }
  for (const [form, rows] of paid) data.push({ form, title: null, open: [], paid: withoutForm(rows) });
  return { data: data.filter((one) => one.open.length + one.paid.length > 0) };
}

const withoutForm = (rows: Awaited<ReturnType<typeof sumPayments>> = []): PaymentTotals['paid'] =>
  rows.map(({ currency, count, amount }) => ({ currency, count, amount }));

function sums() {
  const found = new Map<string, PaymentTotals['open'][number]>();
  return {
    add: ({ amount, currency }: { amount: number; currency: string }): void => {
      const { count, amount: sum } = found.get(currency) ?? { count: 0, amount: 0 };
      found.set(currency, { currency, count: count + 1, amount: sum + amount });
    },
    all: () => [...found.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
  };
}

export async function presentPayments(
  read: Reader,
  { projectRole, now }: Actor,
  form: FormRow,
  rows: readonly PaymentRow[],
): Promise<Payment[]> {
  const left = rows.length === 0 ? new Set<string>() : await leftAmong(read, projectRole, form, rows);
  const uids = rows.map(({ uid }) => uid);
  const banks = await disclosureStates(read, projectRole, { form, kind: 'bank', now, left }, uids);
  return rows.map((row) => {
    const due = travelMoneyOf(row.answers);
    const { amount, currency, paid_at: at, batch } = row;
    const paid =
      amount === null || currency === null || at === null
        ? null
        : { amount, currency, at, by: row.payer, batch: batch ?? '' };
    return {
      uid: row.uid,
      name: row.name,
      left: left.has(row.uid),
      amount: due?.amount ?? null,
      currency: due?.currency ?? null,
      paid,
      difference: differenceOf(due, paid ?? undefined),
      claim: row.claim === null || row.claim_state === null ? null : { id: row.claim, state: row.claim_state },
      bank: banks.get(row.uid)?.state ?? null,
      bank_unconfirmed_since: banks.get(row.uid)?.unconfirmed_since ?? null,
    };
  });
}

/** Owners pay what they saw. If the answer has changed since, they have to look again. */
function outcomeOf(
  given: Money,
  due: Money | undefined,
  { isPaid, isClaimed, isUnconfirmed }: { isPaid: boolean; isClaimed: boolean; isUnconfirmed: boolean },
): Outcome {
  if (isPaid) return 'already_paid';
  if (isClaimed) return 'claimed';
  if (due === undefined) return 'no_amount';
  if (isUnconfirmed) return 'unconfirmed';
  return due.amount === given.amount && due.currency === given.currency ? 'paid' : 'changed';
}

/** Null if nothing was paid, or if the two cannot be compared. */
function differenceOf(due: Money | undefined, paid: Money | undefined): number | null {
  if (paid === undefined || (due !== undefined && due.currency !== paid.currency)) return null;
  return (due?.amount ?? 0) - paid.amount;
}
