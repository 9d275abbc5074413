import { sql } from 'kysely';
import type { ExpressionBuilder, Insertable, Updateable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { countRows } from '../../../db/count-rows.ts';
import { hasNameWith, searchOf } from '../../../db/name-search.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { ClaimLinesTable, ClaimsTable, ClaimStepsTable, Tables } from '../../../db/tables.ts';
import type { Sight } from '../money.policy.ts';
import type { ClaimsQuery } from './claims.schema.ts';

const claims = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('claims')
    .leftJoin('people', 'people.uid', 'claims.uid')
    .leftJoin('payouts', 'payouts.id', 'claims.payout_id')
    .selectAll('claims')
    .select(['people.name', 'payouts.number as payout', 'payouts.paid_at'])
    .select((eb) => [
      eb
        .selectFrom('claim_lines')
        .select('claim_lines.what')
        .whereRef('claim_lines.claim_id', '=', 'claims.id')
        .where('claim_lines.position', '=', 0)
        .as('what'),
      eb
        .selectFrom('claim_lines')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('claim_lines.claim_id', '=', 'claims.id')
        .as('line_count'),
      eb
        .selectFrom('claim_files')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('claim_files.claim_id', '=', 'claims.id')
        .as('file_count'),
    ])
    .where('claims.pid', '=', pid);

export type ClaimRow = Awaited<ReturnType<typeof listOwnClaims>>[number];

/** Newest first. A person has few in a project. */
export const listOwnClaims = (read: Reader, scope: ProjectScope, uid: string) =>
  claims(read, scope).where('claims.uid', '=', uid).orderBy('claims.id', 'desc').execute();

export const findClaim = (read: Reader, scope: ProjectScope, id: string) =>
  claims(read, scope).where('claims.id', '=', id).executeTakeFirst();

type Filter = Pick<ClaimsQuery, 'state' | 'budget' | 'uid' | 'q'> & Sight;

/** Drafts have no number, and are seen by nobody but their claimant. */
const matching =
  ({ pid }: ProjectScope, { state, budget, uid, q = '', tids }: Filter) =>
  (eb: ExpressionBuilder<Tables, 'claims'>) => {
    const isNumber = /^\d{1,9}$/.test(q);
    return eb.and([
      eb('claims.pid', '=', pid),
      eb('claims.number', 'is not', null),
      ...(state === undefined ? [] : [eb('claims.state', '=', state)]),
      ...(budget === undefined ? [] : [eb('claims.budget', '=', budget)]),
      ...(uid === undefined ? [] : [eb('claims.uid', '=', uid)]),
      ...(isNumber ? [eb('claims.number', '=', Number(q))] : []),
      ...(isNumber || q === '' ? [] : [hasNameWith('claims.uid', searchOf(q))]),
      ...(tids === null
        ? []
        : [
            eb(
              'claims.budget',
              'in',
              eb
                .selectFrom('budgets')
                .select('budgets.code')
                .where('budgets.pid', '=', pid)
                .where('budgets.tid', 'in', tids),
            ),
          ]),
    ]);
  };

type Part = { order: 'newest' | 'oldest'; after: number | undefined; limit: number };

export const listClaims = (read: Reader, scope: ProjectScope, filter: Filter, { order, after, limit }: Part) =>
  claims(read, scope)
    .where(matching(scope, filter))
    .$if(after !== undefined, (query) => query.where('claims.number', order === 'newest' ? '<' : '>', after ?? 0))
    .orderBy('claims.number', order === 'newest' ? 'desc' : 'asc')
    .limit(limit)
    .execute();

/** Without what a page shows of each, which would be read for every one of them. */
export const countClaims = (read: Reader, scope: ProjectScope, filter: Filter): Promise<number> =>
  countRows(read.selectFrom('claims').where(matching(scope, filter)));

export async function claimTotals(read: Reader, { pid }: ProjectScope) {
  return read
    .selectFrom('claims')
    .select(['state', 'currency'])
    .select(({ fn }) => [fn.countAll<number>().as('claims'), sql<number>`cast(sum(amount) as bigint)`.as('amount')])
    .where('pid', '=', pid)
    .where('number', 'is not', null)
    .groupBy(['state', 'currency'])
    .orderBy('state')
    .orderBy('currency')
    .execute();
}

export const listLines = (read: Reader, ids: readonly string[]) =>
  read
    .selectFrom('claim_lines')
    .selectAll()
    .where('claim_id', 'in', ids)
    .orderBy('claim_id')
    .orderBy('position')
    .execute();

const over = ['draft', 'refused', 'withdrawn'] as const;

/**
 * Which of these claims have a line whose date and amount the same person has claimed more than once. Counts instead of
 * comparing each line with each, because one person can have many.
 */
export async function listRepeated(read: Reader, { pid }: ProjectScope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await read
    .selectFrom('claim_lines as line')
    .innerJoin('claims', 'claims.id', 'line.claim_id')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('claims as c')
          .innerJoin('claim_lines as l', 'l.claim_id', 'c.id')
          .select(['c.uid', 'c.currency', 'l.date', 'l.amount'])
          .where('c.pid', '=', pid)
          .where('c.uid', 'in', (people) => people.selectFrom('claims').select('uid').where('id', 'in', ids))
          .where('c.state', 'not in', over)
          .groupBy(['c.uid', 'c.currency', 'l.date', 'l.amount'])
          .having(({ fn }) => fn.countAll(), '>', 1)
          .as('repeated'),
      (join) =>
        join
          .onRef('repeated.uid', '=', 'claims.uid')
          .onRef('repeated.currency', '=', 'claims.currency')
          .onRef('repeated.date', '=', 'line.date')
          .onRef('repeated.amount', '=', 'line.amount'),
    )
    .select('line.claim_id')
    .distinct()
    .where('line.claim_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ claim_id }) => claim_id));
}

/** Lines of other claims, or of the same one, with the same date and amount from the same person. */
export const listDuplicates = (read: Reader, id: string) =>
  read
    .selectFrom('claim_lines as line')
    .innerJoin('claims', 'claims.id', 'line.claim_id')
    .innerJoin('claims as other', (join) =>
      join
        .onRef('other.uid', '=', 'claims.uid')
        .onRef('other.pid', '=', 'claims.pid')
        .onRef('other.currency', '=', 'claims.currency')
        .on('other.state', 'not in', over),
    )
    .innerJoin('claim_lines as same', (join) =>
      join
        .onRef('same.claim_id', '=', 'other.id')
        .onRef('same.date', '=', 'line.date')
        .onRef('same.amount', '=', 'line.amount'),
    )
    .select(['line.position', 'other.id', 'other.number'])
    .distinct()
    .where('line.claim_id', '=', id)
    .where((eb) =>
      eb.or([eb('same.claim_id', '<>', eb.ref('line.claim_id')), eb('same.position', '<>', eb.ref('line.position'))]),
    )
    .execute();

export const listSteps = (read: Reader, id: string) =>
  read
    .selectFrom('claim_steps')
    .leftJoin('people', 'people.uid', 'claim_steps.uid')
    .select(['claim_steps.at', 'claim_steps.step', 'claim_steps.note', 'people.name as by'])
    .where('claim_steps.claim_id', '=', id)
    .orderBy('claim_steps.id')
    .execute();

export const listFiles = (read: Reader, id: string) =>
  read
    .selectFrom('claim_files')
    .select(['id', 'type', 'bytes', 'created_at'])
    .where('claim_id', '=', id)
    .orderBy('id')
    .execute();

/** Locks the row; undefined if there is none. */
export const lockClaim = (trx: Trx, { pid }: ProjectScope, id: string) =>
  trx
    .updateTable('claims')
    .set((eb) => ({ pid: eb.ref('pid') }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const countOwn = (trx: Trx, { pid }: ProjectScope, uid: string): Promise<number> =>
  countRows(trx.selectFrom('claims').where('pid', '=', pid).where('uid', '=', uid).where('state', '<>', 'withdrawn'));

export async function insertClaim(trx: Trx, row: Insertable<ClaimsTable>): Promise<void> {
  await trx.insertInto('claims').values(row).execute();
}

/** Requires a locked row. */
export async function updateClaim(trx: Trx, id: string, values: Updateable<ClaimsTable>): Promise<void> {
  await trx
    .updateTable('claims')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function replaceLines(
  trx: Trx,
  id: string,
  lines: readonly Omit<Insertable<ClaimLinesTable>, 'claim_id' | 'position'>[],
): Promise<void> {
  await trx.deleteFrom('claim_lines').where('claim_id', '=', id).execute();
  if (lines.length === 0) return;
  await trx
    .insertInto('claim_lines')
    .values(lines.map((line, position) => ({ ...line, claim_id: id, position })))
    .execute();
}

export async function insertSteps(trx: Trx, rows: readonly Insertable<ClaimStepsTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('claim_steps').values(rows).execute();
}

export async function deleteClaim(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('claims').where('id', '=', id).execute();
}

export async function deleteFilesOf(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('claim_files').where('claim_id', '=', id).execute();
}

export async function findTimezone(read: Reader, { pid }: ProjectScope): Promise<string> {
  const { timezone } = await read
    .selectFrom('projects')
    .select('timezone')
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();
  return timezone;
}

export const findProjectName = async (read: Reader, { pid }: ProjectScope): Promise<string> =>
  (await read.selectFrom('projects').select('name').where('pid', '=', pid).executeTakeFirst())?.name ?? '';
