import type { Reader, Trx } from '../../db/db.ts';

/** After every name that begins with the prefix: text compares by bytes, and nothing is above this character. */
const end = (prefix: string): string => `${prefix}\u{10ffff}`;

export type UserSelection = {
  prefix: string;
  /** True: only suspended people. False: only the others. Undefined: both. */
  suspended: boolean | undefined;
  limit: number;
  after: readonly [sortKey: string, uid: string] | undefined;
};

/**
 * A range of the index by name, from the cursor on, however many people there are.
 * People who have not given a name yet come in no search and are left out here.
 */
export const selectUsers = (read: Reader, { prefix, suspended, limit, after }: UserSelection) =>
  read
    .selectFrom('people')
    .select(['uid', 'name', 'email', 'listing', 'sort_key', 'suspended_at'])
    .where('sort_key', '<', end(prefix))
    .$if(after === undefined && prefix !== '', (query) => query.where('sort_key', '>=', prefix))
    .$if(after === undefined && prefix === '', (query) => query.where('sort_key', '>', ''))
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('sort_key', 'uid'), '>', eb.tuple(after?.[0] ?? '', after?.[1] ?? ''))),
    )
    .$if(suspended === true, (query) => query.where('suspended_at', 'is not', null))
    .$if(suspended === false, (query) => query.where('suspended_at', 'is', null))
    .orderBy('sort_key')
    .orderBy('uid')
    .limit(limit + 1);

export const findUser = (read: Reader, uid: string) =>
  read
    .selectFrom('people')
    .select([
      'uid',
      'name',
      'email',
      'listing',
      'intro',
      'resume',
      'resume_public_at',
      'history_public_at',
      'suspended_at',
    ])
    .where('uid', '=', uid)
    .executeTakeFirst();

export const listHistory = (read: Reader, uid: string) =>
  read
    .selectFrom('memberships')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
    )
    .innerJoin('projects', 'projects.pid', 'memberships.pid')
    .select([
      'memberships.pid',
      'projects.name as project',
      'memberships.tid',
      'teams.name as team',
      'memberships.role',
    ])
    .where('memberships.uid', '=', uid)
    .where('teams.disabled_at', 'is', null)
    .orderBy('memberships.pid', 'desc')
    .orderBy('teams.sort_key')
    .orderBy('memberships.tid')
    .execute();

/** False when it was so already. */
export async function setSuspended(trx: Trx, uid: string, suspendedAt: string | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('people')
    .set({ suspended_at: suspendedAt })
    .where('uid', '=', uid)
    .where('suspended_at', suspendedAt === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
