import { sql } from 'kysely';
import type { AliasableExpression, Expression, ExpressionBuilder, SelectQueryNode, SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { MembershipsTable, Tables } from '../../../db/tables.ts';
import type { CursorKey } from '../../../http/paging.ts';
import { isFoundBy } from '../roster.queries.ts';
import type { Search } from '../roster.queries.ts';

/** A subquery with one column. */
type Uids = AliasableExpression<{ uid: string }> & {
  readonly isSelectQueryBuilder: true;
  toOperationNode: () => SelectQueryNode;
};

type Span = { from?: string | undefined; to?: string | undefined };

export type PeopleSelection = {
  /** Undefined: all teams, the owners and the helpers. */
  tids: readonly string[] | undefined;
  search?: (Search & { address: string }) | undefined;
  email?: string | undefined;
  tid?: string | undefined;
  role?: 'owner' | 'helper' | MembershipsTable['role'] | undefined;
  /** `asked`: only of people whom the form asks. */
  answer?: { form: string; answered: boolean; asked?: Uids } | undefined;
  tasks?: ({ some: boolean } & Span) | undefined;
  limit: number;
  after: CursorKey<'sort_key' | 'uid'> | undefined;
};

/** Each person once, by name. */
export const listPeople = (read: Reader, scope: ProjectScope, { limit, after, ...selection }: PeopleSelection) =>
  read
    .selectFrom('people')
    .select(['people.uid', 'people.name', 'people.email', 'people.sort_key', 'people.suspended_at'])
    .where('people.uid', 'in', presentIn(read, scope, selection.tids))
    .where((eb) => eb.and(conditions(read, scope, selection, eb)))
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit + 1)
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

/** `in ()` is not valid SQL, and no team has an empty identifier. */
const anyOf = (tids: readonly string[]) => ['', ...tids];

function presentIn(read: Reader, { pid }: ProjectScope, tids: readonly string[] | undefined) {
  const members = enabledMemberships(read).select('memberships.uid').where('memberships.pid', '=', pid);
  if (tids !== undefined) return members.where('memberships.tid', 'in', anyOf(tids));
  return members
    .union(read.selectFrom('project_owners').select('uid').where('pid', '=', pid))
    .union(read.selectFrom('helpers').select('uid').where('pid', '=', pid));
}

function conditions(
  read: Reader,
  scope: ProjectScope,
  { tids, search, email, tid, role, answer, tasks }: Omit<PeopleSelection, 'limit' | 'after'>,
  eb: ExpressionBuilder<Tables, 'people'>,
): Expression<SqlBool>[] {
  const isIn = (uids: Uids) => eb('people.uid', 'in', uids);
  const owners = read.selectFrom('project_owners').select('uid').where('pid', '=', scope.pid);
  const found: Expression<SqlBool>[] = [];
  if (search !== undefined) found.push(eb.or([isFoundBy(search)(eb), hasInAddress(search.address)]));
  if (email !== undefined) found.push(eb('people.email', '=', email));
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
    read
      .selectFrom('attendances')
      .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
      .select(['attendances.uid', 'tasks.id', 'tasks.title', 'tasks.tid', 'tasks.starts_at', 'tasks.ends_at'])
      .where('tasks.pid', '=', pid)
      .where('attendances.uid', 'in', uids)
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
