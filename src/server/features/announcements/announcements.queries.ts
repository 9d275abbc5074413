import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { enabledMemberships } from '../../db/memberships.ts';
import type { CursorKey } from '../../http/paging.ts';

export const ranks = ['0', '1'] as const;
type After = (CursorKey<'id'> & { rank: (typeof ranks)[number] }) | undefined;

/** 0 while pinned, so that those come first. */
const rankAt = (now: string) =>
  sql<(typeof ranks)[number]>`case when announcements.pinned_until > ${now} then '0' else '1' end`;

const isAfter = (now: string, { rank, id }: NonNullable<After>) => sql<SqlBool>`
  (${rankAt(now)} > ${rank} or (${rankAt(now)} = ${rank} and announcements.id < ${id}))`;

const columns = [
  'announcements.id',
  'announcements.pid',
  'announcements.tid',
  'announcements.title',
  'announcements.body',
  'announcements.audience',
  'announcements.pinned_until',
  'announcements.created_at',
  'announcements.updated_at',
  'announcements.revision',
  'teams.name as team',
  'people.name as author',
] as const;

const withNames = (read: Reader, now: string) =>
  read
    .selectFrom('announcements')
    .leftJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'announcements.pid').onRef('teams.tid', '=', 'announcements.tid'),
    )
    .leftJoin('people', 'people.uid', 'announcements.created_by')
    .select(columns)
    .select(rankAt(now).as('rank'));

/** What the caller may see: everything, or what is for the project, for its people, and for some teams. */
export type Viewer = { owner: boolean; inProject: boolean; tids: readonly string[] };
type Listing = { now: string; tid?: string | undefined; after: After; limit: number };

/** Pinned ones first, then the newest. */
export function listAnnouncements(
  read: Reader,
  { pid }: ProjectScope,
  viewer: Viewer,
  { now, tid, after, limit }: Listing,
) {
  let query = withNames(read, now).where('announcements.pid', '=', pid);
  if (tid !== undefined) query = query.where('announcements.tid', '=', tid);
  if (!viewer.owner)
    query = query.where((eb) =>
      eb.or([
        eb.and([
          eb('announcements.tid', 'is', null),
          ...(viewer.inProject ? [] : [eb('announcements.audience', '=', 'public')]),
        ]),
        ...(viewer.tids.length === 0 ? [] : [eb('announcements.tid', 'in', viewer.tids)]),
      ]),
    );
  if (after !== undefined) query = query.where(isAfter(now, after));
  return query.orderBy('rank').orderBy('announcements.id', 'desc').limit(limit).execute();
}

export type AnnouncementRow = Awaited<ReturnType<typeof listAnnouncements>>[number];

export const findAnnouncement = (read: Reader, { pid }: ProjectScope, id: string, now: string) =>
  withNames(read, now).where('announcements.pid', '=', pid).where('announcements.id', '=', id).executeTakeFirst();

type OwnListing = { uid: string; ownerUid: string; now: string; since: string; after: After; limit: number };

/** Of all projects of a person: the pinned ones and those since a time. `ownerUid` is empty while rights are withheld. */
export function listOwnAnnouncements(read: Reader, { uid, ownerUid, now, since, after, limit }: OwnListing) {
  const isMember = sql<SqlBool>`projects.state <> 'draft' and exists (
    select 1 from memberships join teams as own on own.pid = memberships.pid and own.tid = memberships.tid
    where memberships.uid = ${uid} and memberships.pid = announcements.pid and own.disabled_at is null
      and (announcements.tid is null or announcements.tid = memberships.tid))`;
  const isOwner = sql<SqlBool>`exists (
    select 1 from project_owners where project_owners.pid = announcements.pid and project_owners.uid = ${ownerUid})`;
  return read
    .selectFrom('announcements')
    .innerJoin('projects', 'projects.pid', 'announcements.pid')
    .leftJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'announcements.pid').onRef('teams.tid', '=', 'announcements.tid'),
    )
    .select(['announcements.id', 'announcements.pid', 'announcements.tid', 'teams.name as team'])
    .select(['announcements.title', 'announcements.created_at', 'projects.name as project', 'projects.timezone'])
    .select(rankAt(now).as('rank'))
    .where('announcements.pid', 'in', (eb) =>
      eb
        .selectFrom('memberships')
        .select('memberships.pid')
        .where('memberships.uid', '=', uid)
        .union(eb.selectFrom('project_owners').select('project_owners.pid').where('project_owners.uid', '=', ownerUid)),
    )
    .where('projects.state', '!=', 'archived')
    .where((eb) => eb.or([eb('announcements.id', '>=', since), eb('announcements.pinned_until', '>', now)]))
    .where((eb) => eb.or([isMember, isOwner]))
    .$if(after !== undefined, (query) => query.where(isAfter(now, after ?? { rank: '0', id: '' })))
    .orderBy('rank')
    .orderBy('announcements.id', 'desc')
    .limit(limit)
    .execute();
}

const newestPublic = (read: Reader, pid: string, limit: number) =>
  read
    .selectFrom('announcements')
    .where('pid', '=', pid)
    .where('tid', 'is', null)
    .where('audience', '=', 'public')
    .orderBy('id', 'desc')
    .limit(limit);

/** What the Atom feed of a public or archived project shows. */
export const listPublic = (read: Reader, pid: string, limit: number) =>
  newestPublic(read, pid, limit).select(['id', 'title', 'body', 'created_at', 'updated_at']).execute();

/** What tells whether the feed has changed. */
export const listPublicRevisions = (read: Reader, pid: string, limit: number) =>
  newestPublic(read, pid, limit).select(['id', 'updated_at', 'revision']).execute();

export const findPublicProject = (read: Reader, pid: string) =>
  read
    .selectFrom('projects')
    .select(['name', 'created_at'])
    .where('pid', '=', pid)
    .where('state', '!=', 'draft')
    .executeTakeFirst();

export async function countAnnouncements(trx: Trx, pid: string): Promise<number> {
  const row = await trx
    .selectFrom('announcements')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

type Values = { title: string; body: string; audience: 'public' | 'people'; pinned_until: string | null };
type NewRow = Values & {
  id: string;
  pid: string;
  tid: string | null;
  created_by: string;
  created_at: string;
  updated_at: string;
};

export async function insertAnnouncement(trx: Trx, row: NewRow): Promise<void> {
  await trx.insertInto('announcements').values(row).execute();
}

/** Locks the row; undefined if the revision differs. */
export const lockAnnouncement = (trx: Trx, { pid }: ProjectScope, id: string, revision: number | undefined) =>
  trx
    .updateTable('announcements')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .returning(['tid', 'title', 'body', 'audience', 'pinned_until', 'created_at'])
    .executeTakeFirst();

export async function updateAnnouncement(
  trx: Trx,
  { pid }: ProjectScope,
  id: string,
  values: Partial<Values> & { updated_at: string },
): Promise<void> {
  await trx.updateTable('announcements').set(values).where('pid', '=', pid).where('id', '=', id).execute();
}

export const deleteAnnouncement = (trx: Trx, { pid }: ProjectScope, id: string): Promise<boolean> =>
  changedOne(trx.deleteFrom('announcements').where('pid', '=', pid).where('id', '=', id));

export const findTeam = (trx: Trx, { pid }: ProjectScope, tid: string) =>
  trx
    .selectFrom('teams')
    .select(['name', 'disabled_at'])
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .executeTakeFirst();

/** The people of the team, or everybody in the project with its owners. */
export async function listRecipients(trx: Trx, { pid }: ProjectScope, tid: string | null): Promise<string[]> {
  const members = enabledMemberships(trx).select('memberships.uid').where('memberships.pid', '=', pid);
  const rows = await (
    tid === null
      ? members.union(trx.selectFrom('project_owners').select('uid').where('pid', '=', pid))
      : members.where('memberships.tid', '=', tid)
  ).execute();
  return rows.map(({ uid }) => uid);
}

export const listAnnouncementsBy = (read: Reader, uid: string) =>
  read
    .selectFrom('announcements')
    .select(['pid', 'tid', 'title', 'body', 'created_at', 'updated_at'])
    .where('created_by', '=', uid)
    .orderBy('id')
    .execute();
