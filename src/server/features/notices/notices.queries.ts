import { sql } from 'kysely';
import type { Insertable, SqlBool } from 'kysely';
import type { Db, Parameter, Reader, Trx } from '../../db/db.ts';
import type { NoticesTable } from '../../db/tables.ts';

export type NewRow = Insertable<NoticesTable>;

/** Which of these people can be notified about a project: nobody is notified about a draft but its owners and deputies. */
export async function listReachable(trx: Trx, pid: string | null, uids: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('people')
    .select('uid')
    .where('uid', 'in', uids)
    .where('suspended_at', 'is', null)
    .$if(pid !== null, (query) => query.where(canSeeProject(pid ?? '')))
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** The first part does not depend on the person, so it is evaluated once for all. */
const canSeeProject = (pid: string) => sql<SqlBool>`(
  exists (select 1 from projects where projects.pid = ${pid} and projects.state <> 'draft')
  or exists (select 1 from project_owners where project_owners.pid = ${pid} and project_owners.uid = people.uid)
  or exists (select 1 from grants where grants.pid = ${pid} and grants.uid = people.uid and grants.role <> 'chief'))`;

/** A notice with an occasion that exists already is left out. Returns whom the others are for. */
export async function insertNotices(trx: Trx, rows: readonly NewRow[]): Promise<string[]> {
  const inserted = await trx
    .insertInto('notices')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .execute();
  return inserted.map(({ uid }) => uid);
}

/**
 * What can still change: neither mailed nor read. Not that somebody got a place that they knew before, whose old values are
 * in the notice: they must hear how it has changed since.
 */
const isOpen = sql<SqlBool>`mailed_at is null and read_at is null and (kind <> 'task.added' or previous = '{}')`;

type Wanted = { since: string; kinds: readonly string[]; subjects: readonly string[]; uids: readonly string[] };

/** Notices that a new one can still change, created since the id `since`. */
export const listOpen = (trx: Trx, { since, kinds, subjects, uids }: Wanted) =>
  trx
    .selectFrom('notices')
    .select(['id', 'kind', 'uid', 'pid', 'subject', 'previous'])
    .where('id', '>=', since)
    .where(isOpen)
    .where('kind', 'in', kinds)
    .where('subject', 'in', subjects)
    .where('uid', 'in', uids)
    .execute();

export async function deleteNotices(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('notices').where('id', 'in', ids).execute();
}

type Same = { uid: string; kind: string; detail: string; since: string };

export async function deleteSame(trx: Trx, { uid, kind, detail, since }: Same): Promise<void> {
  await trx
    .deleteFrom('notices')
    .where('uid', '=', uid)
    .where('id', '>=', since)
    .where('kind', '=', kind)
    .where('detail', '=', detail)
    .execute();
}

type About = {
  kind: string;
  pid: string;
  subject: string;
  since: string;
  actor?: string | undefined;
  unread?: boolean;
};

/** `since` is an id that is not greater than theirs, so that the whole table need not be searched. */
export async function deleteNoticesAbout(
  trx: Trx,
  { kind, pid, subject, since, actor, unread = false }: About,
): Promise<void> {
  await trx
    .deleteFrom('notices')
    .where('id', '>=', since)
    .where('kind', '=', kind)
    .where('pid', '=', pid)
    .where('subject', '=', subject)
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .$if(unread, (query) => query.where('read_at', 'is', null))
    .execute();
}

export async function updateDetail(trx: Trx, id: string, detail: string): Promise<void> {
  await trx.updateTable('notices').set({ detail }).where('id', '=', id).execute();
}

export async function updateDetails(trx: Trx, ids: readonly string[], detail: string): Promise<void> {
  await trx.updateTable('notices').set({ detail }).where('id', 'in', ids).execute();
}

const columns = [
  'notices.id',
  'notices.kind',
  'notices.pid',
  'projects.name as project',
  'projects.timezone',
  'notices.subject',
  'people.name as actor',
  'notices.previous',
  'notices.detail',
  'notices.created_at',
  'notices.read_at',
] as const;

export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number];

/** Returns the newest first. */
export const listNotices = (read: Reader, uid: string, after: string | undefined, limit: number) =>
  read
    .selectFrom('notices')
    .leftJoin('projects', 'projects.pid', 'notices.pid')
    .leftJoin('people', 'people.uid', 'notices.actor')
    .select(columns)
    .where('notices.uid', '=', uid)
    .$if(after !== undefined, (query) => query.where('notices.id', '<', after ?? ''))
    .orderBy('notices.id', 'desc')
    .limit(limit)
    .execute();

const maxCounted = 100;

/** Counts up to 100. */
export const unreadCount = (db: Db) => {
  const read = db.prepare((reader, parameter: Parameter<'uid'>) =>
    reader
      .selectFrom(
        reader
          .selectFrom('notices')
          .select('id')
          .where('uid', '=', parameter('uid'))
          .where('read_at', 'is', null)
          .limit(sql.lit(maxCounted))
          .as('unread'),
      )
      .select(({ fn }) => fn.countAll().as('count')),
  );
  return async (uid: string): Promise<number> => Number((await read({ uid }))[0]?.count ?? 0);
};

export async function markRead(trx: Trx, uid: string, upTo: string, now: string): Promise<void> {
  await trx
    .updateTable('notices')
    .set({ read_at: now })
    .where('uid', '=', uid)
    .where('id', '<=', upTo)
    .where('read_at', 'is', null)
    .execute();
}

/** The export of a person's data uses it. */
export const listForExport = (read: Reader, uid: string) =>
  read
    .selectFrom('notices')
    .select(['kind', 'pid', 'subject', 'previous', 'detail', 'created_at', 'read_at', 'mailed_at', 'pushed_at'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute();

export async function deleteBefore(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('notices').where('id', '<', id).execute();
}

type AboutTo = { kind: string; subject: string; uids: readonly string[]; actor: string | null | undefined };

/** `actor`: null means the system, undefined anybody. */
export const deleteAbout = (trx: Trx, { kind, subject, uids, actor }: AboutTo) =>
  trx
    .deleteFrom('notices')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('uid', 'in', uids)
    .$if(actor !== undefined, (query) => query.where('actor', actor === null ? 'is' : '=', actor ?? null))
    .returning(['detail', 'mailed_at', 'pushed_at', 'read_at'])
    .execute();

/** Notices to others about what an erased person did no longer name them. */
export async function anonymiseOccasions(trx: Trx, uid: string, anonymous: string): Promise<void> {
  await trx.updateTable('notices').set({ occasion: anonymous }).where('occasion', '=', uid).execute();
}

export async function deleteNoticesBy(trx: Trx, actor: string, kinds: readonly string[]): Promise<void> {
  await trx.deleteFrom('notices').where('actor', '=', actor).where('kind', 'in', kinds).execute();
}
