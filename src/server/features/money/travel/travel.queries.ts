import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { countRows } from '../../../db/count-rows.ts';
import { lockRows } from '../../../db/db.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { ClaimsTable } from '../../../db/tables.ts';

/** Whether the person was paid the fixed amount. */
export const isPaid = async (trx: Trx, { pid }: ProjectScope, form: string, uid: string): Promise<boolean> =>
  (await trx
    .selectFrom('payments')
    .select('id')
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', '=', uid)
    .where('undone_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** The claim of a person for the travel money of a form, locked; undefined if there is none. */
export const lockTravelClaim = (trx: Trx, { pid }: ProjectScope, form: string, uid: string) =>
  trx
    .updateTable('claims')
    .set((eb) => ({ pid: eb.ref('pid') }))
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst();

/** Answering locks the form as well, so that no answer is overlooked. */
export const lockTravelForms = (trx: Trx, { pid }: ProjectScope) =>
  lockRows(
    trx,
    trx
      .selectFrom('forms')
      .select(['form', 'title', 'audience', 'audience_tids'])
      .where('pid', '=', pid)
      .where('kind', '=', 'travel_money')
      .orderBy('form'),
  );

/** Answers with an amount of people who were not paid and have no claim for it. */
export const listUnclaimed = (trx: Trx, { pid }: ProjectScope, form: string) =>
  trx
    .selectFrom('form_responses as r')
    .select(['r.uid', 'r.answers'])
    .where('r.pid', '=', pid)
    .where('r.form', '=', form)
    // A literal, because SQLite recompiles the query for each value bound to a LIKE parameter.
    .where('r.answers', 'like', sql.lit('%"amount":%'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payments')
            .select('payments.id')
            .where('payments.pid', '=', pid)
            .where('payments.form', '=', form)
            .whereRef('payments.uid', '=', 'r.uid')
            .where('payments.undone_at', 'is', null),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('claims')
            .select('claims.id')
            .where('claims.pid', '=', pid)
            .where('claims.form', '=', form)
            .whereRef('claims.uid', '=', 'r.uid'),
        ),
      ),
    )
    .orderBy('r.uid')
    .execute();

export async function insertClaims(trx: Trx, rows: readonly Insertable<ClaimsTable>[]): Promise<void> {
  await trx.insertInto('claims').values(rows).execute();
}

const begun = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('claims')
    .where('pid', '=', pid)
    .where('form', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['sent', 'returned']),
        eb.and([
          eb('state', '=', 'draft'),
          eb.or([
            eb.exists(
              eb
                .selectFrom('claim_lines')
                .select('claim_lines.what')
                .whereRef('claim_lines.claim_id', '=', 'claims.id'),
            ),
            eb.exists(
              eb.selectFrom('claim_files').select('claim_files.id').whereRef('claim_files.claim_id', '=', 'claims.id'),
            ),
          ]),
        ]),
      ]),
    );

/** Claims for travel money that people have begun or sent, and that are not decided. */
export const countBegun = (read: Reader, scope: ProjectScope): Promise<number> => countRows(begun(read, scope));

export const lockTravelDrafts = (trx: Trx, { pid }: ProjectScope) =>
  lockRows(
    trx,
    trx
      .selectFrom('claims')
      .select('id')
      .where('pid', '=', pid)
      .where('form', 'is not', null)
      .where('state', '=', 'draft')
      .orderBy('id'),
  );

export const deleteTravelDrafts = (trx: Trx, { pid }: ProjectScope) =>
  trx
    .deleteFrom('claims')
    .where('pid', '=', pid)
    .where('form', 'is not', null)
    .where('state', '=', 'draft')
    .returning(['id', 'uid'])
    .execute();
