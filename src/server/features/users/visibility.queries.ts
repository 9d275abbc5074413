import { sql } from 'kysely';
import type { Selectable, SqlBool } from 'kysely';
import { isOpen } from '../../db/applications.ts';
import type { Reader } from '../../db/db.ts';
import type { PeopleTable } from '../../db/tables.ts';

/**
 * Whether the person in `people` and the viewer are in one project, by a team that is enabled or as owners; or applied to
 * a project that the viewer organises.
 */
const knows = (viewer: string) => sql<SqlBool>`(
  exists (
    select 1 from memberships as theirs
    join teams on teams.pid = theirs.pid and teams.tid = theirs.tid and teams.disabled_at is null
    where theirs.uid = people.uid and theirs.pid in (${projectsOf(viewer)}))
  or exists (
    select 1 from project_owners as theirs
    where theirs.uid = people.uid and theirs.pid in (${projectsOf(viewer)}))
  or exists (
    select 1 from applications
    where applications.uid = people.uid and ${isOpen} and applications.pid in (${organisedBy(viewer)})))`;

/**
 * The people whom `knows` accepts, as a table. They are few among many, so they are found first and sorted afterwards:
 * SQLite joins a cross join in the written order.
 */
export const peopleKnownTo = (viewer: string) => sql<Selectable<PeopleTable>>`(
  select people.* from (
    select theirs.uid from memberships as theirs
    join teams on teams.pid = theirs.pid and teams.tid = theirs.tid and teams.disabled_at is null
    where theirs.pid in (${projectsOf(viewer)})
    union select theirs.uid from project_owners as theirs where theirs.pid in (${projectsOf(viewer)})
    union select applications.uid from applications where ${isOpen} and applications.pid in (${organisedBy(viewer)})
  ) as known cross join people where people.uid = known.uid)`;

export const allPeople = sql<Selectable<PeopleTable>>`people`;

const projectsOf = (viewer: string) => sql`
  select mine.pid from memberships as mine
  join teams on teams.pid = mine.pid and teams.tid = mine.tid and teams.disabled_at is null
  where mine.uid = ${viewer}
  union select owned.pid from project_owners as owned where owned.uid = ${viewer}`;

const organisedBy = (viewer: string) => sql`
  select mine.pid from memberships as mine
  join teams on teams.pid = mine.pid and teams.tid = mine.tid and teams.disabled_at is null
  where mine.uid = ${viewer} and mine.role = 'chief'
  union select owned.pid from project_owners as owned where owned.uid = ${viewer}`;

/** People who are hidden are there only for themselves and for people who know them. */
export const isVisibleTo = (viewer: string) =>
  sql<SqlBool>`(people.listing <> 'hidden' or people.uid = ${viewer} or ${knows(viewer)})`;

export async function canSee(read: Reader, viewer: string, uid: string): Promise<boolean> {
  const query = read.selectFrom('people').select('uid').where('uid', '=', uid).where(isVisibleTo(viewer));
  return (await query.executeTakeFirst()) !== undefined;
}
