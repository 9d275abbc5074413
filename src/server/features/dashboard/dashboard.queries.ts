import { maxForms } from '../../../shared/limits.ts';
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Db, Reader } from '../../db/db.ts';
import { enabledMemberships } from '../../db/memberships.ts';
import { isUndecided } from '../../db/applications.ts';
import { isInFormAudience } from '../../db/form-audience.ts';
import { teamsListed } from './dashboard.schema.ts';

export const countApplications = (read: Reader, { pid }: ProjectScope, now: string) =>
  read
    .selectFrom('applications')
    .innerJoin('people', 'people.uid', 'applications.uid')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'applications.pid').onRef('teams.tid', '=', 'applications.tid'),
    )
    .select(({ fn }) => ['teams.tid', 'teams.name', fn.countAll<number>().as('count')])
    .select(sql<number>`count(*) over ()`.as('teams'))
    .where('applications.pid', '=', pid)
    .where(isUndecided)
    .where('applications.expires_at', '>', now)
    .where('people.suspended_at', 'is', null)
    .where('teams.disabled_at', 'is', null)
    .groupBy(['teams.tid', 'teams.name', 'teams.sort_key'])
    .orderBy('teams.sort_key')
    .orderBy('teams.tid')
    .limit(teamsListed)
    .execute();

export const countInvitations = (read: Reader, { pid }: ProjectScope, now: string, soon: string) =>
  read
    .selectFrom('invitations')
    .select(({ fn, eb }) => [
      fn.count<number>(eb.case().when('held', '=', 0).then(1).end()).as('open'),
      fn
        .count<number>(
          eb
            .case()
            .when(eb('held', '=', 0).and('expires_at', '<', soon))
            .then(1)
            .end(),
        )
        .as('ending'),
      fn.count<number>(eb.case().when('held', '=', 1).then(1).end()).as('held'),
      fn.count<number>(eb.case().when('role', '=', 'member').then(1).end()).as('members'),
    ])
    .where('pid', '=', pid)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();

/** People in enabled teams, each once, and those of them who are a member of one. Without suspended people. */
export const countPeople = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom(
      enabledMemberships(read)
        .select(({ fn, eb }) =>
          fn.max<number>(eb.case().when('memberships.role', '=', 'member').then(1).end()).as('member'),
        )
        .where('memberships.pid', '=', pid)
        .where('memberships.uid', 'not in', suspendedPeople(read))
        .groupBy('memberships.uid')
        .as('people'),
    )
    .select(({ fn }) => [fn.countAll<number>().as('people'), fn.count<number>('member').as('members')])
    .executeTakeFirstOrThrow();

/** Few people are suspended: leaving these out is quicker than looking up everybody. */
const suspendedPeople = (read: Reader) =>
  read.selectFrom('people').select('people.uid').where('people.suspended_at', 'is not', null);

/** Sent by anybody, also by the reader, who does not decide about those. */
export const countClaims = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('claims')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('pid', '=', pid)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();

/** Answers with an amount, of people whom the form still asks, without a payment or a claim. */
export const countUnpaid = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('forms')
    .innerJoin('form_responses', (join) =>
      join.onRef('form_responses.pid', '=', 'forms.pid').onRef('form_responses.form', '=', 'forms.form'),
    )
    .innerJoin('people', 'people.uid', 'form_responses.uid')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.pid', '=', 'forms.pid')
        .onRef('payments.form', '=', 'forms.form')
        .onRef('payments.uid', '=', 'form_responses.uid')
        .on('payments.undone_at', 'is', null),
    )
    .select(({ fn }) => ['forms.form', 'forms.title', fn.countAll<number>().as('count')])
    .where('forms.pid', '=', pid)
    .where('forms.kind', '=', 'travel_money')
    // A literal, because SQLite recompiles the query for each value bound to a LIKE parameter.
    .where('form_responses.answers', 'like', sql.lit('%"amount":%'))
    .where('payments.id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('claims')
            .select('claims.id')
            .whereRef('claims.pid', '=', 'forms.pid')
            .whereRef('claims.form', '=', 'forms.form')
            .whereRef('claims.uid', '=', 'form_responses.uid')
            .where('claims.state', '<>', 'withdrawn'),
        ),
      ),
    )
    .where('people.suspended_at', 'is', null)
    .where(isInFormAudience(sql.ref('people.uid')))
    .groupBy(['forms.form', 'forms.title'])
    .orderBy('forms.form')
    .limit(maxForms)
    .execute();

/** The first tasks with free places, those below their minimum first, each with the totals of all of them. */
export const listShortTasks = (read: Reader, { pid }: ProjectScope, now: string, limit: number) =>
  read
    .selectFrom('tasks')
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'tasks.pid').onRef('teams.tid', '=', 'tasks.tid'))
    .select([
      'tasks.id',
      'tasks.title',
      'teams.name as team',
      'tasks.starts_at',
      'tasks.ends_at',
      'tasks.capacity',
      'tasks.attendee_count',
      'tasks.min_people',
      sql<number>`count(*) over ()`.as('short'),
      sql<number>`cast(sum(tasks.capacity - tasks.attendee_count) over () as integer)`.as('places'),
      sql<number>`cast(sum(case when tasks.min_people > tasks.attendee_count
        then tasks.min_people - tasks.attendee_count else 0 end) over () as integer)`.as('missing'),
    ])
    .where('tasks.pid', '=', pid)
    .where('tasks.starts_at', '>', now)
    .whereRef('tasks.attendee_count', '<', 'tasks.capacity')
    .orderBy(sql`case when tasks.min_people > tasks.attendee_count then 0 else 1 end`)
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .limit(limit)
    .execute();

/** Suspended chiefs decide nothing. */
export const listTeamsWithoutChief = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('teams')
    .select(['tid', 'name', sql<number>`count(*) over ()`.as('count')])
    .where('pid', '=', pid)
    .where('disabled_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('memberships')
            .innerJoin('people', 'people.uid', 'memberships.uid')
            .select('people.uid')
            .whereRef('memberships.pid', '=', 'teams.pid')
            .whereRef('memberships.tid', '=', 'teams.tid')
            .where('memberships.role', '=', 'chief')
            .where('people.suspended_at', 'is', null),
        ),
      ),
    )
    .orderBy('sort_key')
    .orderBy('tid')
    .limit(teamsListed)
    .execute();

/** Open forms with the number of people of the project whom they ask and who have not answered. */
export const countMissing = (read: Reader, { pid }: ProjectScope, now: string) =>
  read
    .selectFrom('forms')
    .innerJoin(
      (eb) =>
        enabledMemberships(read)
          .select('memberships.uid')
          .where('memberships.pid', '=', pid)
          .union(eb.selectFrom('project_owners').select('project_owners.uid').where('project_owners.pid', '=', pid))
          .as('present'),
      (join) => join.on(sql<SqlBool>`1 = 1`),
    )
    .leftJoin('form_responses', (join) =>
      join
        .onRef('form_responses.pid', '=', 'forms.pid')
        .onRef('form_responses.form', '=', 'forms.form')
        .onRef('form_responses.uid', '=', 'present.uid'),
    )
    .select(({ fn }) => ['forms.form', 'forms.title', 'forms.closes_at', fn.countAll<number>().as('count')])
    .where('forms.pid', '=', pid)
    .where('forms.enabled_at', 'is not', null)
    .where((eb) => eb.or([eb('forms.opens_at', 'is', null), eb('forms.opens_at', '<=', now)]))
    .where((eb) => eb.or([eb('forms.closes_at', 'is', null), eb('forms.closes_at', '>', now)]))
    .where('present.uid', 'not in', suspendedPeople(read))
    .where('form_responses.uid', 'is', null)
    .where(isInFormAudience(sql.ref('present.uid')))
    .groupBy(['forms.form', 'forms.title', 'forms.closes_at'])
    // Forms without an end come last, on both engines.
    .orderBy(sql`case when forms.closes_at is null then 1 else 0 end`)
    .orderBy('forms.closes_at')
    .orderBy('forms.form')
    .limit(maxForms)
    .execute();

/** Places taken in tasks by the day on which they were taken (UTC), oldest first. */
export const listTakenPlaces = ({ read, engine }: Pick<Db, 'read' | 'engine'>, { pid }: ProjectScope) => {
  const day =
    engine === 'sqlite'
      ? sql<string>`substr(attendances.created_at, 1, 10)`
      : sql<string>`to_char(attendances.created_at at time zone 'UTC', 'YYYY-MM-DD')`;
  return read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
    .where('tasks.pid', '=', pid)
    .where('attendances.replaced_at', 'is', null)
    .groupBy(day)
    .orderBy('day')
    .execute();
};

/** What came since then, and how many places there are in all tasks. */
export const countProgress = (read: Reader, { pid }: ProjectScope, since: string) =>
  read
    .selectNoFrom((eb) => [
      eb
        .selectFrom('tasks')
        .select(({ fn }) => fn.sum<number | string | null>('capacity').as('sum'))
        .where('pid', '=', pid)
        .as('capacity'),
      eb
        .selectFrom('attendances')
        .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tasks.pid', '=', pid)
        .where('attendances.replaced_at', 'is', null)
        .where('attendances.created_at', '>=', since)
        .as('places'),
      eb
        .selectFrom('memberships')
        .select((of) => of.fn.count<number>('uid').distinct().as('count'))
        .where('pid', '=', pid)
        .where('created_at', '>=', since)
        .as('people'),
      eb
        .selectFrom('form_responses')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('pid', '=', pid)
        .where('created_at', '>=', since)
        .as('answers'),
    ])
    .executeTakeFirstOrThrow();

/** How many things are lent, and when they are due back. */
export const countOpenLoans = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('projects')
    .select((eb) => [
      'projects.ends_on',
      'projects.timezone',
      eb
        .selectFrom('things')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('things.pid', '=', 'projects.pid')
        .where('things.holder', 'is not', null)
        .as('count'),
    ])
    .where('projects.pid', '=', pid)
    .executeTakeFirstOrThrow();
