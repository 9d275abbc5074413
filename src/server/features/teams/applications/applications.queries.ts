import { sql } from 'kysely';
import type { Insertable, Selectable, SqlBool } from 'kysely';
import type { ProjectScope, TeamScope } from '../../../auth/project-role.ts';
import { isOpen, isUndecided } from '../../../db/applications.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import { isFoundBy } from '../../../db/name-search.ts';
import type { Search } from '../../../db/name-search.ts';
import type { ApplicationsTable } from '../../../db/tables.ts';
import type { CursorKey } from '../../../http/paging.ts';

export type ApplicationState = Selectable<ApplicationsTable>['state'];
export type Decided = NonNullable<ApplicationsTable['pending']>;

/**
 * Applications of a person that were not answered yet, or that wait for a place, except to teams disabled and projects made
 * a draft meanwhile. A decision that is not published yet changes nothing here.
 */
const ownApplications = (read: Reader, uid: string, now: string) =>
  read
    .selectFrom('applications')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'applications.pid').onRef('teams.tid', '=', 'applications.tid'),
    )
    .innerJoin('projects', 'projects.pid', 'applications.pid')
    .select([
      'applications.pid',
      'projects.name as project',
      'applications.tid',
      'teams.name as team',
      'applications.message',
      'applications.state',
      'applications.created_at as applied_at',
      'applications.expires_at',
      'applications.revision',
    ])
    .where('applications.uid', '=', uid)
    .where(isOpen)
    .where((eb) => eb.or([eb('applications.state', '=', 'waiting'), eb('applications.expires_at', '>', now)]))
    .where('projects.state', '!=', 'draft')
    .where('teams.disabled_at', 'is', null);

export type OwnRow = Awaited<ReturnType<typeof listOwnApplications>>[number];

type Wanted<Column extends string> = { now: string; limit: number; after: CursorKey<Column> | undefined };

export const listOwnApplications = (read: Reader, uid: string, { now, limit, after }: Wanted<'pid' | 'tid'>) =>
  ownApplications(read, uid, now)
    .$call(keyset(['applications.pid', 'applications.tid'], after && [after.pid, after.tid]))
    .limit(limit + 1)
    .execute();

export const findOwnApplication = (read: Reader, { pid, tid }: TeamScope, uid: string, now: string) =>
  ownApplications(read, uid, now)
    .where('applications.pid', '=', pid)
    .where('applications.tid', '=', tid)
    .executeTakeFirst();

/** All applications of these people in a project, the first wish of each first. */
export const listWishes = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  read
    .selectFrom('applications')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'applications.pid').onRef('teams.tid', '=', 'applications.tid'),
    )
    .select([
      'applications.tid',
      'applications.uid',
      'teams.name as team',
      'applications.wish',
      'applications.state',
      'applications.pending',
      'applications.decided_at',
      'applications.decided_by',
      'applications.made_with',
      'applications.message',
      'applications.note',
      'applications.created_at',
      'applications.expires_at',
      'applications.revision',
    ])
    .where('applications.pid', '=', pid)
    .where('applications.uid', 'in', uids)
    .orderBy('applications.uid')
    .orderBy('applications.wish')
    .orderBy('applications.tid')
    .execute();

export type WishRow = Awaited<ReturnType<typeof listWishes>>[number];

/** When people apply in this project, and to how many teams. */
export const findCall = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('projects')
    .select(['name', 'state', 'ends_on', 'timezone', 'call_opens_at', 'call_closes_at', 'wishes', 'decisions'])
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();

export type CallRow = Awaited<ReturnType<typeof findCall>>;

/** Which of these are teams of the project, and whether they take people. */
export const findTeams = (read: Reader, { pid }: ProjectScope, tids: readonly string[]) =>
  read
    .selectFrom('teams')
    .select(['tid', 'name', 'disabled_at', 'applications_open_at', 'headcount', 'member_count'])
    .where('pid', '=', pid)
    .where('tid', 'in', tids)
    .execute();

/** Which of these people are in which teams. */
export const listMemberships = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  read.selectFrom('memberships').select(['tid', 'uid']).where('pid', '=', pid).where('uid', 'in', uids).execute();

/** Applications as those who decide see them. */
export type ListedState = 'open' | 'pending' | 'all' | ApplicationState;
export type Selection = {
  now: string;
  state: ListedState;
  /** Undefined for the applications to all teams. */
  tids: readonly string[] | undefined;
  search?: Search | undefined;
  /** Not the applications of this person. */
  without?: string | undefined;
};

const applicationsOf = (read: Reader, { pid }: ProjectScope, { now, state, tids, search, without }: Selection) =>
  read
    .selectFrom('applications')
    .innerJoin('people', 'people.uid', 'applications.uid')
    .where('applications.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .$if(tids !== undefined, (query) => query.where('applications.tid', 'in', ['', ...(tids ?? [])]))
    .$if(without !== undefined, (query) => query.where('applications.uid', '!=', without ?? ''))
    .$call((query) => (search === undefined ? query : query.where(isFoundBy(search))))
    .$call((query) => {
      if (state === 'all') return query;
      if (state === 'open') return query.where(isUndecided).where('applications.expires_at', '>', now);
      if (state === 'pending') return query.where('applications.pending', 'is not', null);
      return query.where((eb) => eb(eb.fn.coalesce('applications.pending', 'applications.state'), '=', state));
    });

export const countApplications = (read: Reader, scope: ProjectScope, selection: Selection) =>
  countRows(applicationsOf(read, scope, selection));

type Paging = { limit: number; after: CursorKey<'applied_at' | 'tid' | 'uid'> | undefined };

/** Returns the oldest first. */
export const listApplications = (read: Reader, scope: ProjectScope, selection: Selection, { limit, after }: Paging) =>
  applicationsOf(read, scope, selection)
    .leftJoin('people as deciders', 'deciders.uid', 'applications.decided_by')
    .select([
      'applications.tid',
      'applications.uid',
      'people.name',
      'people.email',
      'applications.message',
      'applications.created_at as applied_at',
      'applications.expires_at',
      'applications.state',
      'applications.pending',
      'applications.wish',
      'applications.note',
      'applications.decided_at',
      'deciders.uid as decider',
      'deciders.name as decided_by',
      'applications.made_with',
    ])
    .$call(
      keyset(
        ['applications.created_at', 'applications.tid', 'applications.uid'],
        after && [after.applied_at, after.tid, after.uid],
      ),
    )
    .limit(limit + 1)
    .execute();

export type ApplicationRow = Awaited<ReturnType<typeof listApplications>>[number];

/** A new application to the team does not continue one that has expired. */
export async function endExpired(
  trx: Trx,
  { pid }: ProjectScope,
  { uid, tids, now }: { uid: string; tids: readonly string[]; now: string },
): Promise<void> {
  await trx
    .updateTable('applications')
    .set({ state: 'lapsed' })
    .where('pid', '=', pid)
    .where('uid', '=', uid)
    .where('tid', 'in', tids)
    .where(isUndecided)
    .where('expires_at', '<=', now)
    .execute();
}

type NewRow = Omit<Insertable<ApplicationsTable>, 'pid'>;

/** Applying again keeps the place in the queue, and what was decided quietly. An application that has ended begins again. */
export async function upsertApplication(trx: Trx, { pid }: ProjectScope, row: NewRow): Promise<void> {
  await trx
    .insertInto('applications')
    .values({ ...row, pid })
    .onConflict((conflict) =>
      conflict.columns(['pid', 'tid', 'uid']).doUpdateSet((eb) => {
        const kept = <
          Column extends 'created_at' | 'pending' | 'note' | 'decided_at' | 'decided_by' | 'made_with' | 'state',
        >(
          column: Column,
        ) =>
          eb
            .case()
            .when(isOpen)
            .then(eb.ref(`applications.${column}`))
            .else(eb.ref(`excluded.${column}`))
            .end();
        return {
          message: eb.ref('excluded.message'),
          language: eb.ref('excluded.language'),
          expires_at: eb.ref('excluded.expires_at'),
          revision: eb.ref('excluded.revision'),
          wish: eb.ref('excluded.wish'),
          created_at: kept('created_at'),
          state: kept('state'),
          pending: kept('pending'),
          note: kept('note'),
          decided_at: kept('decided_at'),
          decided_by: kept('decided_by'),
          made_with: kept('made_with'),
        };
      }),
    )
    .execute();
}

/** Only one of several concurrent calls gets a row. Returns the teams. */
export const withdrawWishes = (
  trx: Trx,
  { pid }: ProjectScope,
  { uid, tids, revision }: { uid: string; tids: readonly string[]; revision: number },
) =>
  trx
    .updateTable('applications')
    .set({ state: 'withdrawn', pending: null, note: '', decided_at: null, decided_by: null, made_with: null, revision })
    .where('pid', '=', pid)
    .where('uid', '=', uid)
    .where('tid', 'in', tids)
    .where(isOpen)
    .returning(['tid', 'created_at'])
    .execute();

export type LapsedRow = Awaited<ReturnType<typeof listLapsed>>[number];

/** `ended`: events whose last day is before this one are over everywhere. */
type Lapsing = { now: string; ended: string };

/** Nobody decided in time; or the event is over, and nobody can get a place or learn of a decision any more. */
const isOver = ({ now, ended }: Lapsing) => sql<SqlBool>`((${isUndecided} and applications.expires_at <= ${now})
  or (${isOpen} and exists (
    select 1 from projects where projects.pid = applications.pid and projects.ends_on < ${ended})))`;

/** Applications that end now, with the names of their teams and the end of the event. */
export const listLapsed = (read: Reader, lapsing: Lapsing, limit: number) =>
  read
    .selectFrom('applications')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'applications.pid').onRef('teams.tid', '=', 'applications.tid'),
    )
    .innerJoin('projects', 'projects.pid', 'applications.pid')
    .select(['applications.pid', 'applications.tid', 'applications.uid', 'applications.state', 'teams.name as team'])
    .select(['projects.ends_on', 'projects.timezone'])
    .where(isOver(lapsing))
    .orderBy('applications.expires_at')
    .limit(limit)
    .execute();

/** Ends these applications, except those sent again since. Only one of several concurrent calls gets a row. */
export const takeLapsed = (trx: Trx, rows: readonly Pick<LapsedRow, 'pid' | 'tid' | 'uid'>[], lapsing: Lapsing) =>
  trx
    .updateTable('applications')
    .set((eb) => ({
      state: 'lapsed',
      pending: null,
      made_with: null,
      // What was decided and never published is not theirs to know.
      decided_at: eb.case().when('state', '=', 'sent').then(null).else(eb.ref('decided_at')).end(),
      decided_by: eb.case().when('state', '=', 'sent').then(null).else(eb.ref('decided_by')).end(),
      expires_at: lapsing.now,
    }))
    .where((eb) => eb.or(rows.map(({ pid, tid, uid }) => eb.and({ pid, tid, uid }))))
    .where(isOver(lapsing))
    .returning(['pid', 'tid', 'uid'])
    .execute();
