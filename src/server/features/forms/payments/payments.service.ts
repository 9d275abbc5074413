import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
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
import { differenceOf, dueOf, outcomeOf } from './payments.policy.ts';
import { insertPayments, listAnswersOf, listPaid, undoPayment } from './payments.queries.ts';
import type { PaymentRow } from './payments.queries.ts';
import type { MadePayments, NewPayments, Payment } from './payments.schema.ts';

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
  { projectRole: { scope }, uid: actor, now }: Actor,
  form: string,
  { batch = '', people }: NewPayments,
): Promise<MadePayments> {
  const { title } = await lockPaying(trx, scope, form);
  const uids = people.map(({ uid }) => uid);
  const due = new Map((await listAnswersOf(trx, scope, form, uids)).map(({ uid, answers }) => [uid, dueOf(answers)]));
  const paid = await listPaid(trx, scope, form, uids);
  const data = people.map(({ uid, ...money }) => {
    const outcome = outcomeOf(money, due.get(uid), paid.has(uid));
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
        values: { form: title, amount, currency },
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
    const due = dueOf(row.answers);
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
      bank: banks.get(row.uid) ?? null,
    };
  });
}
