import { sql } from 'kysely';
import type { Insertable, SqlBool } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { anyOf } from '../../db/any-of.ts';
import { countRows } from '../../db/count-rows.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import { activeGrants, enabledMemberships, peopleIn } from '../../db/memberships.ts';
import { isFoundBy } from '../../db/name-search.ts';
import type { Search } from '../../db/name-search.ts';
import type { AskAgainTable } from '../../db/tables.ts';
import type { CursorKey } from '../../http/paging.ts';
import { chunksOf } from '../../lib/chunks.ts';
import type { AskState } from './ask-again.schema.ts';

/** A project, and those of the years before it. */
export type Years = { scope: ProjectScope; before: readonly string[]; now: string };

/** The same people as `peopleIn`, of several projects. */
const peopleOf = (read: Reader, pids: readonly string[]) =>
  enabledMemberships(read)
    .select('memberships.uid')
    .where('memberships.pid', 'in', anyOf(pids))
    .union(read.selectFrom('project_owners').select('uid').where('pid', 'in', anyOf(pids)))
    .union(read.selectFrom('helpers').select('uid').where('pid', 'in', anyOf(pids)));

/** Owners, and deputies who recruit. */
const askersOf = (read: Reader, pid: string, now: string) =>
  read
    .selectFrom('people')
    .where('suspended_at', 'is', null)
    .where(
      'uid',
      'in',
      read
        .selectFrom('project_owners')
        .select('uid')
        .where('pid', '=', pid)
        .union(
          activeGrants(read, now)
            .select('grants.uid')
            .where('grants.pid', '=', pid)
            .where('grants.role', '=', 'recruiting'),
        ),
    );

const openInvitation = (pid: string, now: string) => sql<SqlBool>`exists (
  select 1 from invitations as i where i.pid = ${pid} and i.email = people.email and i.expires_at > ${now})`;

const openApplication = (pid: string, now: string) => sql<SqlBool>`exists (
  select 1 from applications as o where o.pid = ${pid} and o.uid = people.uid and o.state in ('sent', 'waiting')
    and o.expires_at > ${now})`;

/**
 * What is known of the answers of people, for every list of people to ask again. Being in the project counts before what was
 * noted, as does applying by oneself, and an invitation that was declined since. Who may no longer ask does not ask anybody.
 */
export const withAnswers = (read: Reader, { pid }: ProjectScope, now: string) =>
  read
    .selectFrom('people')
    .leftJoin('ask_again as a', (join) => join.onRef('a.uid', '=', 'people.uid').on('a.pid', '=', pid))
    .leftJoin(peopleIn(read, pid).as('present'), (join) => join.onRef('present.uid', '=', 'people.uid'))
    .select(['people.uid', 'people.name', 'people.email', 'people.sort_key', 'people.suspended_at'])
    .select(['a.asked_at', 'a.revision'])
    .select((eb) => [
      eb.fn.coalesce('a.note', sql<string>`''`).as('note'),
      eb
        .case()
        .when('a.asker', 'in', askersOf(read, pid, now).select('people.uid'))
        .then(eb.ref('a.asker'))
        .else(null)
        .end()
        .as('asker'),
      sql<number>`case when present.uid is null then 0 else 1 end`.as('in_project'),
      sql<number>`case when ${openInvitation(pid, now)} then 1 else 0 end`.as('invited'),
      sql<number>`case when ${openApplication(pid, now)} then 1 else 0 end`.as('applied'),
      sql<AskState>`case
        when present.uid is not null or ${openApplication(pid, now)} then 'yes'
        when a.state = 'no' then 'no'
        when exists (
          select 1 from past_invitations as p where p.pid = ${pid} and p.email = people.email and p.state = 'declined'
            and (a.answered_at is null or p.ended_at > a.answered_at)) and not ${openInvitation(pid, now)} then 'no'
        when a.state in ('asked', 'yes') then a.state
        when exists (select 1 from invitations as i where i.pid = ${pid} and i.email = people.email) then 'asked'
        when exists (select 1 from past_invitations as p where p.pid = ${pid} and p.email = people.email) then 'asked'
        else 'to_ask' end`.as('state'),
    ])
    .where('people.ask_again', '=', 1);

/** People of earlier years who may be asked. */
const former = (read: Reader, { scope, before, now }: Years) =>
  withAnswers(read, scope, now)
    .where('people.uid', 'in', peopleOf(read, before))
    .where('people.suspended_at', 'is', null);

export type Filter = { state?: AskState | undefined; asker?: string | undefined; search?: Search | undefined };

const found = (read: Reader, years: Years, { state, asker, search }: Filter) =>
  read
    .selectFrom(
      former(read, years)
        .$call((query) => (search === undefined ? query : query.where(isFoundBy(search))))
        .as('f'),
    )
    .$if(state !== undefined, (query) => query.where('f.state', '=', state ?? 'to_ask'))
    .$if(asker !== undefined, (query) =>
      asker === 'nobody' ? query.where('f.asker', 'is', null) : query.where('f.asker', '=', asker ?? ''),
    );

export type Paging = { limit: number; after: CursorKey<'sort_key' | 'uid'> | undefined };

export const listFormer = (read: Reader, years: Years, filter: Filter, { limit, after }: Paging) =>
  found(read, years, filter)
    .leftJoin('people as askers', 'askers.uid', 'f.asker')
    .selectAll('f')
    .select('askers.name as asker_name')
    .$call(keyset(['f.sort_key', 'f.uid'], after && [after.sort_key, after.uid]))
    .limit(limit + 1)
    .execute();

export type FormerRow = Awaited<ReturnType<typeof listFormer>>[number];

export const countFormer = (read: Reader, years: Years, filter: Filter): Promise<number> =>
  countRows(found(read, years, filter));

export async function countByState(read: Reader, years: Years): Promise<Record<AskState, number>> {
  const rows = await read
    .selectFrom(former(read, years).as('f'))
    .select(({ fn }) => ['f.state', fn.countAll<number>().as('count')])
    .groupBy('f.state')
    .execute();
  const counts = { to_ask: 0, asked: 0, yes: 0, no: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** Those of these people who may be asked. */
export const listFormerAmong = (read: Reader, years: Years, uids: readonly string[]) =>
  found(read, years, {})
    .leftJoin('people as askers', 'askers.uid', 'f.asker')
    .selectAll('f')
    .select('askers.name as asker_name')
    .where('f.uid', 'in', anyOf(uids))
    .orderBy('f.sort_key')
    .orderBy('f.uid')
    .execute();

/** In which years these people were, with their teams; without a team for owners and helpers. */
export const listPartsOf = (read: Reader, pids: readonly string[], uids: readonly string[]) => {
  const none = sql<null>`cast(null as text)`;
  const ofTable = (table: 'project_owners' | 'helpers') =>
    read
      .selectFrom(table)
      .select([`${table}.pid`, `${table}.uid`])
      .select([none.as('tid'), none.as('team'), none.as('role')])
      .where(`${table}.pid`, 'in', anyOf(pids))
      .where(`${table}.uid`, 'in', anyOf(uids));
  return enabledMemberships(read)
    .select(['memberships.pid', 'memberships.uid'])
    .select((eb) => [
      eb.ref('memberships.tid').$castTo<string | null>().as('tid'),
      eb.ref('teams.name').$castTo<string | null>().as('team'),
      eb.ref('memberships.role').$castTo<'member' | 'chief' | null>().as('role'),
    ])
    .where('memberships.pid', 'in', anyOf(pids))
    .where('memberships.uid', 'in', anyOf(uids))
    .unionAll(ofTable('project_owners'))
    .unionAll(ofTable('helpers'))
    .execute();
};

/** How many tasks of each year these people did. */
export const listShiftsOf = (read: Reader, pids: readonly string[], uids: readonly string[]) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(({ fn }) => ['tasks.pid', 'attendances.uid', fn.countAll<number>().as('shifts')])
    .where('attendances.uid', 'in', anyOf(uids))
    .where('tasks.pid', 'in', anyOf(pids))
    .where('attendances.state', 'not in', ['joined', 'arrived', 'no_show'])
    .groupBy(['tasks.pid', 'attendances.uid'])
    .execute();

export const listEnabledTids = async (read: Reader, { pid }: ProjectScope): Promise<Set<string>> =>
  new Set(
    (
      await read.selectFrom('teams').select('tid').where('pid', '=', pid).where('disabled_at', 'is', null).execute()
    ).map(({ tid }) => tid),
  );

export const listAskers = (read: Reader, { pid }: ProjectScope, now: string) =>
  askersOf(read, pid, now)
    .select(['people.uid', 'people.name'])
    .orderBy('people.sort_key')
    .orderBy('people.uid')
    .execute();

/** Requires a locked project. What is not given stays as it is. */
export async function upsertAsked(
  trx: Trx,
  rows: readonly Insertable<AskAgainTable>[],
  changed: readonly ('state' | 'asker' | 'note' | 'asked_at' | 'answered_at')[],
): Promise<void> {
  for (const some of chunksOf(rows))
    await trx
      .insertInto('ask_again')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['pid', 'uid']).doUpdateSet((eb) => ({
          ...Object.fromEntries(changed.map((column) => [column, eb.ref(`excluded.${column}`)])),
          revision: eb('ask_again.revision', '+', 1),
        })),
      )
      .execute();
}

/** For the export of a person's data. */
export const listAskedOf = (read: Reader, uid: string) =>
  read
    .selectFrom('ask_again')
    .select(['pid', 'state', 'note', 'asked_at'])
    .where('uid', '=', uid)
    .orderBy('pid')
    .execute();

/** When the person objects. */
export async function deleteAsked(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('ask_again').where('uid', '=', uid).execute();
}
