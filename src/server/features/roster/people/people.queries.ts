import { sql } from 'kysely';
import type { AliasableExpression, Expression, ExpressionBuilder, RawBuilder, SelectQueryNode, SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import { attendancesOf } from '../../../db/attendances.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { MembershipsTable, Tables } from '../../../db/tables.ts';
import type { CursorKey } from '../../../http/paging.ts';
import { hasNameWith, isFoundBy } from '../../../db/name-search.ts';
import type { Search } from '../../../db/name-search.ts';

/** A subquery for `in`, so that Kysely accepts it with its one column. */
type Uids = AliasableExpression<{ uid: string }> & {
  readonly isSelectQueryBuilder: true;
  toOperationNode: () => SelectQueryNode;
};

type Span = { from?: string | undefined; to?: string | undefined };

export type PeopleSelection = {
  /** Undefined: all teams, the owners and the helpers. */
  tids: readonly string[] | undefined;
  search?: (Search & { address: string | undefined }) | undefined;
  email?: string | undefined;
  tid?: string | undefined;
  role?: 'owner' | 'helper' | MembershipsTable['role'] | undefined;
  /** `asked`: only of people whom the form asks. */
  answer?: { form: string; answered: boolean; asked?: Uids } | undefined;
  tasks?: ({ some: boolean } & Span) | undefined;
  suspended?: boolean | undefined;
  /** Limits the list to people who are in no other team. */
  onlyIn?: string | undefined;
  /** Limits the list to these people. */
  uids?: readonly string[] | undefined;
  tagged?: Uids | undefined;
  /** About `people`: whether something is left on their checklist. */
  incomplete?: RawBuilder<SqlBool> | undefined;
  limit: number;
  after: CursorKey<'sort_key' | 'uid'> | undefined;
};

export type PeopleFilter = Omit<PeopleSelection, 'limit' | 'after'>;

const matching = (read: Reader, scope: ProjectScope, filter: PeopleFilter) =>
  read
    .selectFrom('people')
    .where('people.uid', 'in', presentIn(read, scope, filter.tids))
    .where((eb) => eb.and(conditions(read, scope, filter, eb)));

export const countPeople = (read: Reader, scope: ProjectScope, filter: PeopleFilter) =>
  countRows(matching(read, scope, filter));

/** Each person once, by name. */
export const listPeople = (read: Reader, scope: ProjectScope, { limit, after, ...filter }: PeopleSelection) =>
  matching(read, scope, filter)
    .select(['people.uid', 'people.name', 'people.email', 'people.sort_key', 'people.suspended_at'])
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit + 1)
    .execute();

type Named = { tids: readonly string[] | undefined; search: Search; limit: number };

/** By name, without suspended people. Compares words before it joins, so that its time depends on the project alone. */
export const listByName = (read: Reader, scope: ProjectScope, { tids, search, limit }: Named) =>
  read
    .selectFrom('people')
    .select(['people.uid', 'people.name'])
    .where('people.uid', 'in', presentIn(read, scope, tids, search))
    .where('people.suspended_at', 'is', null)
    .orderBy('people.sort_key')
    .orderBy('people.uid')
    .limit(limit)
    .execute();

export type PeopleRow = Awaited<ReturnType<typeof listPeople>>[number];

/** Undefined if the person is not in these teams, or not in the project. */
export const findPerson = (read: Reader, scope: ProjectScope, tids: readonly string[] | undefined, uid: string) =>
  read
    .selectFrom('people')
    .select(['people.uid', 'people.name', 'people.email', 'people.sort_key', 'people.suspended_at', 'people.intro'])
    .where('people.uid', '=', uid)
    .where('people.uid', 'in', presentIn(read, scope, tids))
    .executeTakeFirst();

function presentIn(read: Reader, { pid }: ProjectScope, tids: readonly string[] | undefined, search?: Search) {
  const named = (uid: string) => (search === undefined ? sql<SqlBool>`1 = 1` : hasNameWith(uid, search));
  const members = enabledMemberships(read)
    .select('memberships.uid')
    .where('memberships.pid', '=', pid)
    .where(named('memberships.uid'));
  if (tids !== undefined) return members.where('memberships.tid', 'in', anyOf(tids));
  return members
    .union(read.selectFrom('project_owners').select('uid').where('pid', '=', pid).where(named('project_owners.uid')))
    .union(read.selectFrom('helpers').select('uid').where('pid', '=', pid).where(named('helpers.uid')));
}

function conditions(
  read: Reader,
  scope: ProjectScope,
  { tids, search, email, tid, role, answer, tasks, suspended, onlyIn, uids, tagged, incomplete }: PeopleFilter,
  eb: ExpressionBuilder<Tables, 'people'>,
): Expression<SqlBool>[] {
  const isIn = (uids: Uids) => eb('people.uid', 'in', uids);
  const owners = read.selectFrom('project_owners').select('uid').where('pid', '=', scope.pid);
  const found: Expression<SqlBool>[] = [];
  if (search !== undefined)
    found.push(eb.or([isFoundBy(search)(eb), ...(search.address === undefined ? [] : [hasInAddress(search.address)])]));
  if (email !== undefined) found.push(eb('people.email', '=', email));
  if (suspended !== undefined) found.push(eb('people.suspended_at', suspended ? 'is not' : 'is', null));
  if (onlyIn !== undefined) {
    const others = enabledMemberships(read)
      .select('memberships.uid')
      .where('memberships.pid', '=', scope.pid)
      .where('memberships.tid', '!=', onlyIn);
    found.push(eb.not(isIn(others)));
  }
  if (uids !== undefined) found.push(eb('people.uid', 'in', anyOf(uids)));
  if (tagged !== undefined) found.push(isIn(tagged));
  if (incomplete !== undefined) found.push(incomplete);
  if (role === 'owner') found.push(isIn(owners));
  if (role === 'helper') {
    const helpers = read.selectFrom('helpers').select('uid').where('pid', '=', scope.pid);
    const members = membersWith(read, scope, { tids: undefined, tid: undefined, role: undefined });
    found.push(isIn(helpers), eb.not(isIn(members)), eb.not(isIn(owners)));
  }
  if (tid !== undefined || role === 'chief' || role === 'member')
    found.push(
      isIn(membersWith(read, scope, { tids, tid, role: role === 'chief' || role === 'member' ? role : undefined })),
    );
  if (answer !== undefined) {
    const answers = read
      .selectFrom('form_responses')
      .select('uid')
      .where('pid', '=', scope.pid)
      .where('form', '=', answer.form);
    found.push(answer.answered ? isIn(answers) : eb.not(isIn(answers)));
    if (answer.asked !== undefined) found.push(isIn(answer.asked));
  }
  if (tasks !== undefined) {
    const busy = isIn(attendeesBetween(read, scope, tasks));
    found.push(tasks.some ? busy : eb.not(busy));
  }
  return found;
}

/** Addresses are stored in lower case. */
const hasInAddress = (text: string) =>
  text === ''
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`people.email like ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`;

type Membership = {
  tids: readonly string[] | undefined;
  tid: string | undefined;
  role: 'chief' | 'member' | undefined;
};

function membersWith(read: Reader, { pid }: ProjectScope, { tids, tid, role }: Membership) {
  return enabledMemberships(read)
    .select('memberships.uid')
    .where('memberships.pid', '=', pid)
    .$if(tids !== undefined, (query) => query.where('memberships.tid', 'in', anyOf(tids ?? [])))
    .$if(tid !== undefined, (query) => query.where('memberships.tid', '=', tid ?? ''))
    .$if(role !== undefined, (query) => query.where('memberships.role', '=', role ?? 'member'));
}

const attendeesBetween = (read: Reader, { pid }: ProjectScope, { from, to }: Span) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select('attendances.uid')
    .where('tasks.pid', '=', pid)
    .where('attendances.replaced_at', 'is', null)
    .$if(from !== undefined, (query) => query.where('tasks.ends_at', '>', from ?? ''))
    .$if(to !== undefined, (query) => query.where('tasks.starts_at', '<', to ?? ''));

/** What the project knows about these people, with one query for each kind. */
export async function detailsOf(read: Reader, { pid }: ProjectScope, uids: readonly string[]) {
  if (uids.length === 0) return { teams: [], parts: [], tasks: [], answers: [] };
  const [teams, parts, tasks, answers] = await Promise.all([
    enabledMemberships(read)
      .select(['memberships.uid', 'memberships.tid', 'teams.name', 'memberships.role'])
      .select('memberships.created_at as joined_at')
      .where('memberships.pid', '=', pid)
      .where('memberships.uid', 'in', uids)
      .orderBy('teams.sort_key')
      .orderBy('memberships.tid')
      .execute(),
    read
      .selectFrom('project_owners')
      .select(['uid', sql<'owner' | 'helper'>`'owner'`.as('part')])
      .where('pid', '=', pid)
      .where('uid', 'in', uids)
      .unionAll(
        read
          .selectFrom('helpers')
          .select(['uid', sql<'owner' | 'helper'>`'helper'`.as('part')])
          .where('pid', '=', pid)
          .where('uid', 'in', uids),
      )
      .execute(),
    attendancesOf(read, uids)
      .select(['attendances.uid', 'tasks.id', 'tasks.title', 'tasks.tid', 'tasks.starts_at', 'tasks.ends_at'])
      .where('tasks.pid', '=', pid)
      // People who were replaced stay on the task, so that it is known who did not come.
      .where('attendances.replaced_at', 'is', null)
      .orderBy('tasks.starts_at')
      .orderBy('tasks.id')
      .execute(),
    read
      .selectFrom('form_responses')
      .select(['uid', 'form', 'updated_at'])
      .where('pid', '=', pid)
      .where('uid', 'in', uids)
      .execute(),
  ]);
  return { teams, parts, tasks, answers };
}

export const listForms = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('forms')
    .select(['form', 'title', 'audience', 'audience_tids', 'enabled_at', 'opens_at', 'closes_at'])
    .where('pid', '=', pid)
    .orderBy('form')
    .execute();

export type FormRow = Awaited<ReturnType<typeof listForms>>[number];

export const timezoneOf = async (read: Reader, { pid }: ProjectScope): Promise<string> =>
  (await read.selectFrom('projects').select('timezone').where('pid', '=', pid).executeTakeFirstOrThrow()).timezone;
