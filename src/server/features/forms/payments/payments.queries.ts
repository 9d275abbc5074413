import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { PaymentsTable } from '../../../db/tables.ts';
import type { CursorKey } from '../../../http/paging.ts';

type After = CursorKey<'sort_key' | 'uid'> | undefined;

/** Everybody whose answer has an amount, and everybody who was paid, by name, with the claim if it needs receipts. */
export const listPayments = (read: Reader, { pid }: ProjectScope, form: string, after: After, limit: number) =>
  read
    .selectFrom('people')
    .leftJoin('form_responses as r', (join) =>
      join.onRef('r.uid', '=', 'people.uid').on('r.pid', '=', pid).on('r.form', '=', form),
    )
    .leftJoin('payments as p', (join) =>
      join
        .onRef('p.uid', '=', 'people.uid')
        .on('p.pid', '=', pid)
        .on('p.form', '=', form)
        .on('p.undone_at', 'is', null),
    )
    .leftJoin('people as payer', 'payer.uid', 'p.paid_by')
    .leftJoin('claims as c', (join) =>
      join
        .onRef('c.uid', '=', 'people.uid')
        .on('c.pid', '=', pid)
        .on('c.form', '=', form)
        .on('c.state', '<>', 'withdrawn'),
    )
    .select([
      'people.uid',
      'people.name',
      'people.sort_key',
      'r.answers',
      'p.id',
      'p.amount',
      'p.currency',
      'p.paid_at',
      'p.batch',
      'payer.name as payer',
      'c.id as claim',
      'c.state as claim_state',
    ])
    .where((eb) =>
      eb(
        'people.uid',
        'in',
        eb
          .selectFrom('form_responses')
          .select('form_responses.uid')
          .where('form_responses.pid', '=', pid)
          .where('form_responses.form', '=', form)
          // A literal, because SQLite recompiles the query for each value bound to a LIKE parameter.
          .where('form_responses.answers', 'like', sql.lit('%"amount":%'))
          .union(
            eb
              .selectFrom('payments')
              .select(sql<string>`payments.uid`.as('uid'))
              .where('payments.pid', '=', pid)
              .where('payments.form', '=', form)
              .where('payments.undone_at', 'is', null)
              .where('payments.uid', 'is not', null),
          ),
      ),
    )
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit)
    .execute();

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

/** What was paid, by form and currency: also to people who were erased, and for forms that were deleted. */
export const sumPayments = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('payments')
    .select(['form', 'currency'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number>`cast(sum(amount) as bigint)`.as('amount')])
    .where('pid', '=', pid)
    .where('undone_at', 'is', null)
    .groupBy(['form', 'currency'])
    .orderBy('currency')
    .execute();

export const listPayingForms = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('forms')
    .selectAll()
    .where('pid', '=', pid)
    .where('kind', '=', 'travel_money')
    .orderBy('form')
    .execute();

export const listAnswersOf = (trx: Trx, { pid }: ProjectScope, form: string, uids: readonly string[]) =>
  trx
    .selectFrom('form_responses')
    .select(['uid', 'answers'])
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', 'in', uids)
    .execute();

export async function listPaid(trx: Trx, { pid }: ProjectScope, form: string, uids: readonly string[]) {
  const rows = await trx
    .selectFrom('payments')
    .select('uid')
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', 'in', uids)
    .where('undone_at', 'is', null)
    .execute();
  return new Set(rows.flatMap(({ uid }) => uid ?? []));
}

/** What a person was paid; undefined if they are not. */
export const findPayment = (read: Reader, { pid }: ProjectScope, form: string, uid: string) =>
  read
    .selectFrom('payments')
    .select(['amount', 'currency', 'paid_at as at'])
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', '=', uid)
    .where('undone_at', 'is', null)
    .executeTakeFirst();

/** The claim of a person for the travel money of a form, unless they withdrew it. */
export const findClaim = (read: Reader, { pid }: ProjectScope, form: string, uid: string) =>
  read
    .selectFrom('claims')
    .select(['id', 'number', 'state'])
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', '=', uid)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst();

/** Which of these people get the travel money of a form by a claim. */
export async function listClaimed(trx: Trx, { pid }: ProjectScope, form: string, uids: readonly string[]) {
  const rows = await trx
    .selectFrom('claims')
    .select('uid')
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', 'in', uids)
    .where('state', '<>', 'withdrawn')
    .execute();
  return new Set(rows.flatMap(({ uid }) => uid ?? []));
}

/** Whether the project pays travel money by claims with receipts. */
export const paysByReceipts = async (read: Reader, { pid }: ProjectScope): Promise<boolean> =>
  (await read
    .selectFrom('money_settings')
    .select('pid')
    .where('pid', '=', pid)
    .where('travel_pays', '=', 'receipts')
    .executeTakeFirst()) !== undefined;

/** A unique index allows one payment per person and form. */
export async function insertPayments(trx: Trx, rows: readonly Insertable<PaymentsTable>[]): Promise<void> {
  await trx.insertInto('payments').values(rows).execute();
}

/** Undefined if the person is not paid. */
export const undoPayment = (
  trx: Trx,
  { pid }: ProjectScope,
  form: string,
  uid: string,
  by: { undone_at: string; undone_by: string },
) =>
  trx
    .updateTable('payments')
    .set(by)
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', '=', uid)
    .where('undone_at', 'is', null)
    .returning(['amount', 'currency', 'batch'])
    .executeTakeFirst();
