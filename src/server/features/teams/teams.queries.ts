import type { ExpressionBuilder } from 'kysely';
import type { ProjectScope, TeamScope } from '../../auth/project-role.ts';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import { isListed } from '../../db/listed.ts';
import type { Tables } from '../../db/tables.ts';
import type { CursorKey } from '../../http/paging.ts';

const shown = [
  'tid',
  'name',
  'sort_key',
  'description',
  'public_description',
  'mailing_list',
  'headcount',
  'member_count',
  'disabled_at',
  'applications_open_at',
  'revision',
] as const;

/** How many people of the team everyone sees: those in the public listing. */
const listedCount = (eb: ExpressionBuilder<Tables, 'teams'>) =>
  eb
    .selectFrom('memberships')
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select((inner) => inner.fn.countAll<number>().as('count'))
    .whereRef('memberships.pid', '=', 'teams.pid')
    .whereRef('memberships.tid', '=', 'teams.tid')
    .where(isListed)
    .as('listed_count');

/** How many people of the team are suspended. They keep their place, but are not counted as people of the project. */
const suspendedCount = (eb: ExpressionBuilder<Tables, 'teams'>) =>
  eb
    .selectFrom('memberships')
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select((inner) => inner.fn.countAll<number>().as('count'))
    .whereRef('memberships.pid', '=', 'teams.pid')
    .whereRef('memberships.tid', '=', 'teams.tid')
    .where('people.suspended_at', 'is not', null)
    .as('suspended_count');

type Wanted = { disabledToo: boolean; limit: number; after: CursorKey<'sort_key' | 'tid'> | undefined };

export const listTeams = (read: Reader, scope: ProjectScope, { disabledToo, limit, after }: Wanted) =>
  read
    .selectFrom('teams')
    .select(shown)
    .select((eb) => [listedCount(eb), suspendedCount(eb)])
    .where('pid', '=', scope.pid)
    .$if(!disabledToo, (query) => query.where('disabled_at', 'is', null))
    .$call(keyset(['sort_key', 'tid'], after && [after.sort_key, after.tid]))
    .limit(limit)
    .execute();

type Counted = 'listed_count' | 'suspended_count';

/** The counts are missing in a team that was just created, which has nobody. */
export type TeamRow = Omit<Awaited<ReturnType<typeof listTeams>>[number], Counted> & {
  [name in Counted]?: number | null;
};

export const findTeam = (read: Reader, { pid, tid }: TeamScope) =>
  read
    .selectFrom('teams')
    .select(shown)
    .select((eb) => [listedCount(eb), suspendedCount(eb)])
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .executeTakeFirst();

type NewRow = Omit<TeamRow, Counted | 'member_count' | 'disabled_at' | 'revision'> & { created_at: string };

/** False when the tid is taken in this project. */
export async function insertTeam(trx: Trx, { pid }: ProjectScope, row: NewRow): Promise<boolean> {
  return changedOne(
    trx
      .insertInto('teams')
      .values({ ...row, pid })
      .onConflict((conflict) => conflict.columns(['pid', 'tid']).doNothing()),
  );
}

/** Locks the row and raises its revision. Returns the old values; undefined if the revision differs. */
export const nextTeamRevision = (trx: Trx, { pid, tid }: TeamScope, expected: number | undefined) =>
  trx
    .updateTable('teams')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .$if(expected !== undefined, (query) => query.where('revision', '=', expected ?? 0))
    .returning(shown)
    .executeTakeFirst();

type Change = Partial<
  Pick<
    TeamRow,
    'name' | 'sort_key' | 'description' | 'public_description' | 'mailing_list' | 'headcount' | 'applications_open_at'
  >
>;

export async function changeTeam(trx: Trx, { pid, tid }: TeamScope, change: Change): Promise<void> {
  await trx.updateTable('teams').set(change).where('pid', '=', pid).where('tid', '=', tid).execute();
}

/** False if nothing changed. */
export async function disableTeam(trx: Trx, { pid, tid }: TeamScope, now: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('teams')
      .set((eb) => ({ disabled_at: now, revision: eb('revision', '+', 1) }))
      .where('pid', '=', pid)
      .where('tid', '=', tid)
      .where('disabled_at', 'is', null),
  );
}

export async function enableTeam(trx: Trx, { pid, tid }: TeamScope): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('teams')
      .set((eb) => ({ disabled_at: null, revision: eb('revision', '+', 1) }))
      .where('pid', '=', pid)
      .where('tid', '=', tid)
      .where('disabled_at', 'is not', null),
  );
}
