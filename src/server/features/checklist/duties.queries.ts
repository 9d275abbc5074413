import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { attendancesOf } from '../../db/attendances.ts';
import type { Reader } from '../../db/db.ts';
import { hasSigned } from '../../db/documents.ts';
import { isInFormAudience } from '../../db/form-audience.ts';
import { enabledMemberships, peopleIn } from '../../db/memberships.ts';

/** Projects that have rules about ages or hours and are not over, which the person is a part of. */
export const listStrictProjects = (read: Reader, uid: string, today: string) =>
  read
    .selectFrom('projects')
    .select(['pid', 'starts_on', 'timezone', 'adult_age', 'minors_latest_end', 'min_hours'])
    .select(leadsTeam(uid).as('leads'))
    .where('state', '=', 'public')
    .where((eb) => eb.or([eb('adult_age', 'is not', null), eb('min_hours', 'is not', null)]))
    .where((eb) => eb.or([eb('ends_on', 'is', null), eb('ends_on', '>=', today)]))
    .where((eb) =>
      eb(
        'pid',
        'in',
        enabledMemberships(read)
          .select('memberships.pid')
          .where('memberships.uid', '=', uid)
          .union(eb.selectFrom('helpers').select('helpers.pid').where('helpers.uid', '=', uid)),
      ),
    )
    .orderBy('pid')
    .execute();

/** 1 for chiefs and helpers, of whom no minimum is asked: only members have 0. */
const leadsTeam = (uid: string) => sql<number | string>`case
  when exists (select 1 from memberships where memberships.pid = projects.pid and memberships.uid = ${uid}
    and memberships.role = 'chief') then 1
  when exists (select 1 from memberships where memberships.pid = projects.pid and memberships.uid = ${uid}) then 0
  else 1 end`;

/** When the tasks of these people are, without those that they missed or gave up. */
export const listPlannedTimes = (read: Reader, pids: readonly string[], uids: readonly string[]) =>
  attendancesOf(read, uids)
    .select(['attendances.uid', 'tasks.pid', 'tasks.starts_at', 'tasks.ends_at'])
    .where('tasks.pid', 'in', pids)
    .where('attendances.replaced_at', 'is', null)
    .where('attendances.state', '!=', 'no_show')
    .execute();

/** Work without a task that counts, or waits to be approved. */
export const listWorkTimes = (read: Reader, pids: readonly string[], uids: readonly string[]) =>
  read
    .selectFrom('work')
    .select(['uid', 'pid', 'starts_at', 'ends_at'])
    .where('pid', 'in', pids)
    .where('uid', 'in', uids)
    .where('state', '!=', 'declined')
    .execute();

/** Members of enabled teams who lead none. */
export const listOrdinaryMembers = async (read: Reader, pid: string): Promise<string[]> => {
  const rows = await enabledMemberships(read)
    .select('memberships.uid')
    .distinct()
    .where('memberships.pid', '=', pid)
    .where(
      sql<SqlBool>`not exists (select 1 from memberships as led
        where led.pid = memberships.pid and led.uid = memberships.uid and led.role = 'chief')`,
    )
    .execute();
  return rows.map(({ uid }) => uid);
};

/** People of enabled teams, and helpers. */
export const listParticipants = async (read: Reader, pid: string): Promise<string[]> => {
  const rows = await enabledMemberships(read)
    .select('memberships.uid')
    .where('memberships.pid', '=', pid)
    .union(read.selectFrom('helpers').select('helpers.uid').where('helpers.pid', '=', pid))
    .execute();
  return rows.map(({ uid }) => uid);
};

/** The first task to come of the person in each of these projects. */
export const listFirstStarts = (read: Reader, pids: readonly string[], uid: string, now: string) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(({ fn }) => ['tasks.pid', fn.min('tasks.starts_at').as('starts_at')])
    .where('attendances.uid', '=', uid)
    .where('tasks.pid', 'in', pids)
    .where('tasks.ends_at', '>', now)
    .groupBy('tasks.pid')
    .execute();

const hasTaskOfKind = (now: string) => sql<SqlBool>`exists (
  select 1 from attendances join tasks on tasks.id = attendances.task_id
  where attendances.uid = people.uid and tasks.pid = documents.pid and tasks.kind_id is not null and tasks.ends_at > ${now}
    and replace(documents.kind_ids, '"' || tasks.kind_id || '"', '') <> documents.kind_ids)`;

type Lacking = { pid: string; now: string; uids: readonly string[] };

/** For queries on `people`: somebody of the project has something to sign, or is one of `uids`. */
export const isUnready = ({ pid, now, uids }: Lacking) => sql<SqlBool>`(
  people.uid in (${sql.join(anyOf(uids))})
  or exists (
    select 1 from documents
    where documents.pid = ${pid} and documents.required_for <> 'nothing' and not ${hasSigned(sql.ref('people.uid'), now)}
      and (documents.required_for = 'applying' or documents.kind_ids = '[]' or ${hasTaskOfKind(now)})))`;

/** For queries on `people`: somebody of the project has something to answer. */
export const hasToAnswer = ({ pid, now }: Omit<Lacking, 'uids'>) => sql<SqlBool>`exists (
  select 1 from forms
  where forms.pid = ${pid} and forms.enabled_at is not null and (forms.opens_at is null or forms.opens_at <= ${now})
    and (forms.closes_at is null or forms.closes_at > ${now}) and ${isInFormAudience(sql`people.uid`)}
    and not exists (
      select 1 from form_responses
      where form_responses.pid = forms.pid and form_responses.form = forms.form and form_responses.uid = people.uid))`;

type Ahead = { now: string; until: string };

const beginsIn = ({ now, until }: Ahead) => sql<SqlBool>`(
  projects.starts_on >= ${now.slice(0, 10)} and projects.starts_on <= ${until.slice(0, 10)})`;

/** Public events that begin in this time, or have tasks then, for which people are prepared. */
export const listUpcoming = (read: Reader, ahead: Ahead) =>
  read
    .selectFrom('projects')
    .select('pid')
    .where('state', '=', 'public')
    .where((eb) =>
      eb.or([
        beginsIn(ahead),
        eb.exists(
          eb
            .selectFrom('tasks')
            .select('tasks.id')
            .whereRef('tasks.pid', '=', 'projects.pid')
            .where('tasks.starts_at', '>', ahead.now)
            .where('tasks.starts_at', '<=', ahead.until),
        ),
      ]),
    )
    .orderBy('pid')
    .execute();

type Reminding = Ahead & { pid: string; unready: RawBuilder<SqlBool>; limit: number };

/** People who have a task in this time, or everybody if the event begins then; and who were not reminded before. */
export const listToRemind = (read: Reader, { now, until, pid, unready, limit }: Reminding) =>
  read
    .selectFrom('people')
    .innerJoin('projects', (join) => join.on('projects.pid', '=', pid))
    .select('people.uid')
    .where('people.uid', 'in', peopleIn(read, pid))
    .where('people.suspended_at', 'is', null)
    .where(unready)
    .where((eb) =>
      eb.or([
        beginsIn({ now, until }),
        eb.exists(
          eb
            .selectFrom('attendances')
            .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
            .select('tasks.id')
            .whereRef('attendances.uid', '=', 'people.uid')
            .where('tasks.pid', '=', pid)
            .where('tasks.starts_at', '>', now)
            .where('tasks.starts_at', '<=', until),
        ),
      ]),
    )
    .where(
      sql<SqlBool>`not exists (
        select 1 from notices where notices.uid = people.uid and notices.kind = 'checklist.due' and notices.pid = ${pid})`,
    )
    .orderBy('people.uid')
    .limit(limit)
    .execute();
