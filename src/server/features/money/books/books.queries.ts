import { sql } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';

/** Claims that were sent, with their budget and who decided, oldest first. */
export const listClaimEntries = (read: Reader, { pid }: ProjectScope, after: number, limit: number) =>
  read
    .selectFrom('claims')
    .leftJoin('people', 'people.uid', 'claims.uid')
    .leftJoin('people as decider', 'decider.uid', 'claims.decided_by')
    .leftJoin('payouts', 'payouts.id', 'claims.payout_id')
    .leftJoin('budgets', (join) =>
      join.onRef('budgets.pid', '=', 'claims.pid').onRef('budgets.code', '=', 'claims.budget'),
    )
    .select(['claims.id', 'claims.number', 'claims.kind', 'claims.state', 'claims.currency', 'claims.claimed'])
    .select(['claims.amount', 'claims.budget', 'claims.sent_at', 'claims.decided_at', 'people.name'])
    .select(['decider.name as decider', 'budgets.name as budget_name', 'payouts.number as payout', 'payouts.paid_at'])
    .where('claims.pid', '=', pid)
    .where('claims.number', '>', after)
    .orderBy('claims.number')
    .limit(limit)
    .execute();

/** What the claims are for, with the number of receipts. */
export const listLineEntries = (read: Reader, ids: readonly string[]) =>
  read
    .selectFrom('claim_lines')
    .select(['claim_id', 'date', 'what', 'file_id'])
    .where('claim_id', 'in', ids)
    .orderBy('claim_id')
    .orderBy('position')
    .execute();

/** Fixed travel money that was paid, oldest first. */
export const listPaymentEntries = (read: Reader, { pid }: ProjectScope, after: string, limit: number) =>
  read
    .selectFrom('payments')
    .leftJoin('people', 'people.uid', 'payments.uid')
    .leftJoin('people as payer', 'payer.uid', 'payments.paid_by')
    .leftJoin('forms', (join) => join.onRef('forms.pid', '=', 'payments.pid').onRef('forms.form', '=', 'payments.form'))
    .select(['payments.id', 'payments.amount', 'payments.currency', 'payments.batch', 'payments.paid_at'])
    .select(['people.name', 'payer.name as payer'])
    .select(sql<string>`coalesce(forms.title, payments.form)`.as('title'))
    .where('payments.pid', '=', pid)
    .where('payments.undone_at', 'is', null)
    .where('payments.id', '>', after)
    .orderBy('payments.id')
    .limit(limit)
    .execute();
