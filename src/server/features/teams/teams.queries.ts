import { sql } from 'kysely';
import type { ExpressionBuilder } from 'kysely';
import type { ProjectScope, TeamScope } from '../../auth/project-role.ts';
import { isUndecided } from '../../db/applications.ts';
import { changedOne } from '../../db/changed-one.ts';
import { countRows } from '../../db/count-rows.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import type { Tables } from '../../db/tables.ts';
import type { CursorKey } from '../../http/paging.ts';
import { isListed } from '../../db/memberships.ts';

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

/**
 * How many people of each team are suspended. They keep their place, but are not counted as people of the project. A cross
 * join, because SQLite keeps its order: few people are suspended, and many are in teams.
 */
const suspended = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('people')
    .crossJoin('memberships')
    .select(({ fn }) => ['memberships.tid as of', fn.countAll<number>().as('suspended_count')])
    .whereRef('memberships.uid', '=', 'people.uid')
    .where('memberships.pid', '=', pid)
    .where('people.suspended_at', 'is not', null)
    .groupBy('memberships.tid')
    .as('suspended');

const counted = (read: Reader, scope: ProjectScope) =>
  read
    .selectFrom('teams')
    .leftJoin(suspended(read, scope), 'suspended.of', 'teams.tid')
    .select(shown)
    .select('suspended.suspended_count')
    .where('teams.pid', '=', scope.pid);

type Wanted = {
  disabledToo: boolean;
  /** Counts only listed people, for callers who do not see everybody. */
  listedCounts: boolean;
  limit: number;
  after: CursorKey<'sort_key' | 'tid'> | undefined;
};

export const listTeams = (read: Reader, scope: ProjectScope, { disabledToo, listedCounts, limit, after }: Wanted) =>
  counted(read, scope)
    .$if(listedCounts, (query) => query.select(listedCount))
    .$if(!disabledToo, (query) => query.where('disabled_at', 'is', null))
    .$call(keyset(['sort_key', 'tid'], after && [after.sort_key, after.tid]))
    .limit(limit)
    .execute();

type Counted = 'listed_count' | 'suspended_count';

/** The counts are missing in a team that was just created, which has nobody. */
export type TeamRow = Omit<Awaited<ReturnType<typeof listTeams>>[number], Counted> & {
  [name in Counted]?: number | null;
};

export const findTeam = (read: Reader, scope: TeamScope) =>
  counted(read, scope).select(listedCount).where('tid', '=', scope.tid).executeTakeFirst();

export const listTeamNames = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('teams')
    .select(['tid', 'name'])
    .where('pid', '=', pid)
    .where('disabled_at', 'is', null)
    .orderBy('sort_key')
    .orderBy('tid')
    .execute();

export const listTids = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('teams').select('tid').where('pid', '=', pid).orderBy('sort_key').orderBy('tid').execute();

/** The first chiefs of each team by name, each with how many there are. */
export const listFirstChiefs = (read: Reader, { pid }: ProjectScope, most: number) =>
  read
    .selectFrom((eb) =>
      eb
        .selectFrom('memberships')
        .innerJoin('people', 'people.uid', 'memberships.uid')
        .select(['memberships.tid', 'people.uid', 'people.name'])
        .select(sql<number>`count(*) over (partition by memberships.tid)`.as('count'))
        .select(
          sql<number>`row_number() over (partition by memberships.tid order by people.sort_key, people.uid)`.as(
            'position',
          ),
        )
        .where('memberships.pid', '=', pid)
        .where('memberships.role', '=', 'chief')
        .as('chiefs'),
    )
    .select(['tid', 'uid', 'name', 'count'])
    .where('position', '<=', most)
    .orderBy('tid')
    .orderBy('position')
    .execute();

export const countInvitationsByTeam = (read: Reader, { pid }: ProjectScope, now: string) =>
  read
    .selectFrom('invitations')
    .select(({ fn, eb }) => [
      'tid',
      fn.countAll<number>().as('open'),
      fn.count<number>(eb.case().when('held', '=', 1).then(1).end()).as('held'),
    ])
    .where('pid', '=', pid)
    .where('expires_at', '>', now)
    .groupBy('tid')
    .execute();

export const countApplicationsByTeam = (read: Reader, { pid }: ProjectScope, now: string) =>
  read
    .selectFrom('applications')
    .innerJoin('people', 'people.uid', 'applications.uid')
    .select(({ fn }) => ['applications.tid', fn.countAll<number>().as('count')])
    .where('applications.pid', '=', pid)
    .where(isUndecided)
    .where('applications.expires_at', '>', now)
    .where('people.suspended_at', 'is', null)
    .groupBy('applications.tid')
    .execute();

/** Counts disabled ones, too. */
export const countTeams = (trx: Trx, { pid }: ProjectScope): Promise<number> =>
  countRows(trx.selectFrom('teams').where('pid', '=', pid));

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
