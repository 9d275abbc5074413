import { sql } from 'kysely';
import type { Insertable, SqlBool } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { countRows } from '../../db/count-rows.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import { peopleIn } from '../../db/memberships.ts';
import type { OffersTable } from '../../db/tables.ts';
import type { CursorKey } from '../../http/paging.ts';

export const findOffer = (read: Reader, uid: string) =>
  read.selectFrom('offers').selectAll().where('uid', '=', uid).executeTakeFirst();

export type OfferRow = NonNullable<Awaited<ReturnType<typeof findOffer>>>;

export const listPidsOf = async (read: Reader, uid: string): Promise<string[]> =>
  (await read.selectFrom('offer_projects').select('pid').where('uid', '=', uid).orderBy('pid').execute()).map(
    ({ pid }) => pid,
  );

/** Which of these projects people may know of. */
export const listKnown = async (read: Reader, pids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await read
        .selectFrom('projects')
        .select('pid')
        .where('pid', 'in', anyOf(pids))
        .where('state', '!=', 'draft')
        .execute()
    ).map(({ pid }) => pid),
  );

/** Requires a locked person. */
export async function putOffer(trx: Trx, row: Insertable<OffersTable>, pids: readonly string[]): Promise<void> {
  const { uid, ...values } = row;
  await trx
    .insertInto('offers')
    .values(row)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(values))
    .execute();
  await trx.deleteFrom('offer_projects').where('uid', '=', uid).execute();
  if (pids.length === 0) return;
  await trx
    .insertInto('offer_projects')
    .values(pids.map((pid) => ({ uid, pid })))
    .execute();
}

export const deleteOffer = (trx: Trx, uid: string) =>
  trx.deleteFrom('offers').where('uid', '=', uid).returning('turned_on').executeTakeFirst();

export const listEnded = async (read: Reader, today: string, limit: number): Promise<string[]> =>
  (
    await read.selectFrom('offers').select('uid').where('until', '<', today).orderBy('until').limit(limit).execute()
  ).map(({ uid }) => uid);

/** The offers that a project sees: those to it or a year before it. */
type Seen = { pid: string; years: readonly string[]; caller: string; today: string; key?: string | undefined };

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Few people offer help to one project, so that no index is needed for a part of the text. */
const found = (read: Reader, { pid, years, caller, today, key }: Seen) =>
  read
    .selectFrom('offers as o')
    .innerJoin('people', 'people.uid', 'o.uid')
    .where('o.ready', '=', 1)
    .where('o.until', '>=', today)
    .where('o.uid', '!=', caller)
    .where('o.uid', 'in', read.selectFrom('offer_projects').select('uid').where('pid', 'in', anyOf(years)))
    .where('o.uid', 'not in', peopleIn(read, pid))
    .where('people.suspended_at', 'is', null)
    .$if(key !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(o.search_key like ${patternOf(key ?? '')} escape '\\'
          or people.sort_key like ${patternOf(key ?? '')} escape '\\')`,
      ),
    );

export const countOffers = (read: Reader, seen: Seen): Promise<number> => countRows(found(read, seen));

const columns = [
  'o.uid',
  'people.name',
  'people.email',
  'people.sort_key',
  'o.teams',
  'o.skills',
  'o.hours',
  'o.text',
  'o.until',
  'o.updated_at',
] as const;

export const listOffers = (
  read: Reader,
  seen: Seen,
  { limit, after }: { limit: number; after: CursorKey<'sort_key' | 'uid'> | undefined },
) =>
  found(read, seen)
    .select(columns)
    .select(
      sql<number>`case when people.resume_public_at is not null and people.resume <> '' then 1 else 0 end`.as('cv'),
    )
    .$call(keyset(['people.sort_key', 'o.uid'], after && [after.sort_key, after.uid]))
    .limit(limit + 1)
    .execute();

export type ListedOffer = Awaited<ReturnType<typeof listOffers>>[number];

/** Those of these people whose offer the project sees. */
export const listOffersOf = (read: Reader, seen: Seen, uids: readonly string[]) =>
  found(read, seen).select(['o.uid', 'people.name', 'people.email']).where('o.uid', 'in', anyOf(uids)).execute();
