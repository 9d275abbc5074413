import { sql } from 'kysely';
import type { ExpressionBuilder, SqlBool } from 'kysely';
import { anyOf } from './any-of.ts';
import type { Reader } from './db.ts';
import type { Tables } from './tables.ts';

/**
 * Memberships with their teams, without those of disabled teams: they give no rights. A cross join, because SQLite keeps
 * its order: for the memberships of some people it would otherwise look up each of them in each team of the project.
 */
export const enabledMemberships = (read: Reader) =>
  read
    .selectFrom('memberships')
    .crossJoin('teams')
    .whereRef('teams.pid', '=', 'memberships.pid')
    .whereRef('teams.tid', '=', 'memberships.tid')
    .where('teams.disabled_at', 'is', null);

/** The enabled teams of people with their names. */
export const listTeamsOf = (read: Reader, pid: string, uids: readonly string[]) =>
  enabledMemberships(read)
    .select(['memberships.uid', 'memberships.tid', 'teams.name'])
    .where('memberships.pid', '=', pid)
    .where('memberships.uid', 'in', anyOf(uids))
    .orderBy('teams.name')
    .orderBy('memberships.tid')
    .execute();

/** Whether a grant gives rights at a moment. */
export const isActive = (now: string) => (eb: ExpressionBuilder<Tables, 'grants'>) =>
  eb.and([eb('grants.starts_at', '<=', now), eb('grants.ends_at', '>', now)]);

/** What people may do for a while. To lead a team that is disabled gives no rights. */
export const activeGrants = (read: Reader, now: string) =>
  read
    .selectFrom('grants')
    .where(isActive(now))
    .where((eb) =>
      eb.or([
        eb('grants.tid', 'is', null),
        eb.exists(
          eb
            .selectFrom('teams')
            .select('teams.tid')
            .whereRef('teams.pid', '=', 'grants.pid')
            .whereRef('teams.tid', '=', 'grants.tid')
            .where('teams.disabled_at', 'is', null),
        ),
      ]),
    );

/** Who leads which team at a moment, also for a while. */
export const chiefsAt = (now: string) => sql`
  select pid, tid, uid from memberships where role = 'chief'
  union all select pid, tid, uid from grants where role = 'chief' and starts_at <= ${now} and ends_at > ${now}`;

/** Empty for what is not about a team. */
export const grantTid = (eb: ExpressionBuilder<Tables, 'grants'>) =>
  eb.fn.coalesce('grants.tid', eb.cast<string>(eb.val(''), 'text')).as('tid');

/** Owners and people of enabled teams. */
export const membersIn = (read: Reader, pid: string) =>
  enabledMemberships(read)
    .select('memberships.uid')
    .where('memberships.pid', '=', pid)
    .union(read.selectFrom('project_owners').select('uid').where('pid', '=', pid));

/** Owners, people of enabled teams, and helpers: those whom the list of people of a project shows. */
export const peopleIn = (read: Reader, pid: string) =>
  membersIn(read, pid).union(read.selectFrom('helpers').select('uid').where('pid', '=', pid));

const maxNotified = 50;

type Notified = {
  pid: string;
  tid: string | null;
  /** Who did it, and need not be notified. */
  actor: string | null;
  now: Date;
};

/**
 * Whom to notify about a team: its chiefs, also those who lead it for a while, unless they are suspended. The owners of the project if there is no team or no
 * other chief, or if the team is disabled, because its chiefs then have no rights.
 */
export async function chiefsOrOwners(read: Reader, { pid, tid, actor, now }: Notified) {
  const leading = (team: string) =>
    enabledMemberships(read)
      .select('memberships.uid')
      .where('memberships.pid', '=', pid)
      .where('memberships.tid', '=', team)
      .where('memberships.role', '=', 'chief')
      .union(
        activeGrants(read, now.toISOString())
          .select('grants.uid')
          .where('grants.pid', '=', pid)
          .where('grants.tid', '=', team),
      );
  const chiefs = (team: string) =>
    read
      .selectFrom('people')
      .select('people.uid')
      .where('people.uid', 'in', leading(team))
      .where('people.suspended_at', 'is', null)
      .where('people.uid', '!=', actor ?? '')
      .orderBy('people.uid')
      .limit(maxNotified);
  const owners = read
    .selectFrom('project_owners')
    .innerJoin('people', 'people.uid', 'project_owners.uid')
    .select('people.uid')
    .where('project_owners.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .where('people.uid', '!=', actor ?? '')
    .orderBy('people.uid')
    .limit(maxNotified);
  const led = tid === null ? [] : await chiefs(tid).execute();
  const notified = led.length > 0 ? led : await owners.execute();
  return notified.map(({ uid }) => uid);
}

/**
 * Whether the person of a membership is in the public listing of the project, for queries on `memberships` and `people`.
 * Hidden in the profile means hidden everywhere; otherwise the person's choice for the project decides, and without one
 * the project's setting.
 */
export const isListed = sql<SqlBool>`(
  people.listing <> 'hidden' and people.suspended_at is null
  and case (select projects.listing from projects where projects.pid = memberships.pid)
    when 'everyone' then not exists (
      select 1 from listing_choices
      where listing_choices.pid = memberships.pid and listing_choices.uid = people.uid and listing_choices.listed = 0)
    when 'agreed' then exists (
      select 1 from listing_choices
      where listing_choices.pid = memberships.pid and listing_choices.uid = people.uid and listing_choices.listed = 1)
    else false end)`;
