import type { Expression, ExpressionBuilder, NotNull, RawBuilder, SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { isReadableSince } from '../../../db/applications.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Reader } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import { isNotReplaced } from '../../../db/not-replaced.ts';
import type { Tables } from '../../../db/tables.ts';
import { peopleInAudience } from '../../forms/audience/audience.service.ts';
import type { FormAudience } from '../../forms/audience/audience.policy.ts';
import { peopleWhoHelped } from '../../hours/statement/statement.service.ts';
import { peopleWithTag } from '../../tags/tags.service.ts';
import type { MessageAudience } from './audience.schema.ts';

type Role = NonNullable<MessageAudience['roles']>[number];
type ApplicantState = NonNullable<MessageAudience['applications']>['state'];

/** An audience whose conditions the sender may use. */
export type Selection = {
  /** The sender, who is left out. */
  without: string;
  /** The teams that the sender leads; undefined for owners. */
  led: readonly string[] | undefined;
  /** Chiefs reach people who have been on a task since before this moment. */
  settled: string;
  roles?: readonly Role[] | undefined;
  tids?: readonly string[] | undefined;
  tasks?: readonly string[] | undefined;
  uids?: readonly string[] | undefined;
  /** One of these tags. Chiefs see those of people in their teams only. */
  tags?: readonly string[] | undefined;
  /** `asked`: only people whom the form asks. */
  answer?: { form: string; answered: boolean; asked: FormAudience | undefined } | undefined;
  /** People whose application is in this state. `tids`: to one of these teams; undefined for all. */
  applications?: { state: ApplicantState; tids: readonly string[] | undefined; since: string } | undefined;
  /** About `people`: whether something is left on their checklist. */
  incomplete?: RawBuilder<SqlBool> | undefined;
  /** People with or without a task, on one day or at all. */
  busy?: { some: boolean; from?: string | undefined; to?: string | undefined } | undefined;
  /** Only people who helped and have not been thanked. `without`: those among them who have no hours. */
  thanks?: { without: readonly string[] } | undefined;
  /** Only people who have something that they borrowed. */
  borrowing?: boolean | undefined;
};

const membersIn = (read: Reader, { pid }: ProjectScope, tids: readonly string[] | undefined) =>
  enabledMemberships(read)
    .select('memberships.uid')
    .where('memberships.pid', '=', pid)
    .$if(tids !== undefined, (query) => query.where('memberships.tid', 'in', anyOf(tids ?? [])));

const ownersOf = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('project_owners').select('uid').where('pid', '=', pid);

/** People without a team who are on a task. */
const helpersOf = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('helpers').select('uid').where('pid', '=', pid);

const attendeesIn = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select('attendances.uid')
    .where('tasks.pid', '=', pid);

/** Leaves out people whose address organisers no longer see. */
const applicantsIn = (read: Reader, { pid }: ProjectScope, wanted: NonNullable<Selection['applications']>) =>
  read
    .selectFrom('applications')
    .select('applications.uid')
    .where('applications.pid', '=', pid)
    .where('applications.state', '=', wanted.state)
    .where(isReadableSince(wanted.since))
    .$if(wanted.tids !== undefined, (query) => query.where('applications.tid', 'in', anyOf(wanted.tids ?? [])));

type Reach = Pick<Selection, 'led' | 'settled' | 'applications'>;

/** Whom the sender can write to at all. */
function reachable(read: Reader, scope: ProjectScope, { led, settled, applications }: Reach) {
  const people = membersIn(read, scope, led).union(
    attendeesIn(read, scope).$if(led !== undefined, (query) =>
      query.where('tasks.tid', 'in', anyOf(led ?? [])).where('attendances.created_at', '<=', settled),
    ),
  );
  const all = led === undefined ? people.union(ownersOf(read, scope)) : people;
  return applications === undefined ? all : all.union(applicantsIn(read, scope, applications));
}

/** Includes people whose mail is still waiting, but not those for whom it was cancelled. */
const thankedIn = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('message_recipients')
    .innerJoin('messages', 'messages.id', 'message_recipients.message_id')
    .select('message_recipients.uid')
    .where('messages.pid', '=', pid)
    .where('messages.is_thanks', '=', 1)
    .where('message_recipients.state', '!=', 'cancelled')
    // `not in` is never true for a list with a null.
    .where('message_recipients.uid', 'is not', null);

const borrowersIn = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('things')
    .select('things.holder')
    .$narrowType<{ holder: NotNull }>()
    .where('things.pid', '=', pid)
    .where('things.holder', 'is not', null);

function conditions(read: Reader, scope: ProjectScope, selection: Selection, eb: ExpressionBuilder<Tables, 'people'>) {
  const { led, tids, tasks, uids, tags, answer, applications, busy } = selection;
  const found: Expression<SqlBool>[] = [];
  if (tids !== undefined) found.push(eb('people.uid', 'in', membersIn(read, scope, tids)));
  if (selection.roles !== undefined) found.push(hasRole(read, scope, tids ?? led, selection.roles, eb));
  if (tasks !== undefined)
    found.push(
      eb(
        'people.uid',
        'in',
        attendeesIn(read, scope).where('attendances.task_id', 'in', anyOf(tasks)).where(isNotReplaced),
      ),
    );
  if (uids !== undefined) found.push(eb('people.uid', 'in', anyOf(uids)));
  if (tags !== undefined) {
    found.push(eb('people.uid', 'in', peopleWithTag(read, scope, tags)));
    if (led !== undefined) found.push(eb('people.uid', 'in', membersIn(read, scope, led)));
  }
  if (answer !== undefined) {
    const answers = read
      .selectFrom('form_responses')
      .select('uid')
      .where('pid', '=', scope.pid)
      .where('form', '=', answer.form);
    const has = eb('people.uid', 'in', answers);
    found.push(answer.answered ? has : eb.not(has));
    if (answer.asked !== undefined) found.push(eb('people.uid', 'in', peopleInAudience(read, scope, answer.asked)));
  }
  if (applications !== undefined) found.push(eb('people.uid', 'in', applicantsIn(read, scope, applications)));
  if (selection.incomplete !== undefined) found.push(selection.incomplete);
  if (busy !== undefined) {
    const { from, to } = busy;
    const attendees = attendeesIn(read, scope)
      .where(isNotReplaced)
      .$if(from !== undefined, (query) => query.where('tasks.ends_at', '>', from ?? ''))
      .$if(to !== undefined, (query) => query.where('tasks.starts_at', '<', to ?? ''));
    const has = eb('people.uid', 'in', attendees);
    found.push(busy.some ? has : eb.not(has));
  }
  if (selection.borrowing === true) found.push(eb('people.uid', 'in', borrowersIn(read, scope)));
  if (selection.thanks !== undefined) {
    found.push(eb('people.uid', 'in', peopleWhoHelped(read, scope)));
    found.push(eb('people.uid', 'not in', anyOf(selection.thanks.without)));
    found.push(eb.not(eb('people.uid', 'in', thankedIn(read, scope))));
  }
  return found;
}

function hasRole(
  read: Reader,
  scope: ProjectScope,
  tids: readonly string[] | undefined,
  roles: readonly Role[],
  eb: ExpressionBuilder<Tables, 'people'>,
): Expression<SqlBool> {
  const inTeam = roles.filter((role) => role !== 'owner' && role !== 'helper');
  const members = membersIn(read, scope, tids).where('memberships.role', 'in', inTeam);
  return eb.or([
    ...(inTeam.length === 0 ? [] : [eb('people.uid', 'in', members)]),
    ...(roles.includes('owner') ? [eb('people.uid', 'in', ownersOf(read, scope))] : []),
    ...(roles.includes('helper') ? [eb('people.uid', 'in', helpersOf(read, scope))] : []),
  ]);
}

const selectAudience = (read: Reader, scope: ProjectScope, selection: Selection) =>
  read
    .selectFrom('people')
    .where('people.uid', 'in', reachable(read, scope, selection))
    .where('people.uid', '!=', selection.without)
    .where((eb) => eb.and(conditions(read, scope, selection, eb)));

/** Sorted by name. */
export const listAudience = (read: Reader, scope: ProjectScope, selection: Selection, limit?: number) =>
  selectAudience(read, scope, selection)
    .select(['people.uid', 'people.name'])
    .orderBy('people.sort_key')
    .orderBy('people.uid')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();

export async function countAudience(read: Reader, scope: ProjectScope, selection: Selection): Promise<number> {
  const row = await selectAudience(read, scope, selection)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export const listTeamIds = async (read: Reader, { pid }: ProjectScope, tids: readonly string[]): Promise<string[]> => {
  const rows = await read.selectFrom('teams').select('tid').where('pid', '=', pid).where('tid', 'in', tids).execute();
  return rows.map(({ tid }) => tid);
};

export const listTasks = (read: Reader, { pid }: ProjectScope, ids: readonly string[]) =>
  read.selectFrom('tasks').select(['id', 'tid']).where('pid', '=', pid).where('id', 'in', ids).execute();

export const findForm = (read: Reader, { pid }: ProjectScope, form: string) =>
  read
    .selectFrom('forms')
    .select(['form', 'audience', 'audience_tids', 'enabled_at'])
    .where('pid', '=', pid)
    .where('form', '=', form)
    .executeTakeFirst();

export const timezoneOf = async (read: Reader, { pid }: ProjectScope): Promise<string> =>
  (await read.selectFrom('projects').select('timezone').where('pid', '=', pid).executeTakeFirstOrThrow()).timezone;
