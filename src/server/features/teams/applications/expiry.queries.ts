import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';

/** The same moment as a time and as a day. */
export type Cutoff = { at: string; day: string };

/** Applications that led to nothing, of events that ended before then; without a date, those that were sent before. */
const ended = (read: Reader, { at, day }: Cutoff) =>
  read
    .selectFrom('applications')
    .innerJoin('projects', 'projects.pid', 'applications.pid')
    .where('applications.state', 'in', ['declined', 'withdrawn', 'lapsed'])
    .where(sql<SqlBool>`(projects.ends_on < ${day} or (projects.ends_on is null and applications.created_at < ${at}))`);

export const listProjectsWithEnded = (read: Reader, before: Cutoff) =>
  ended(read, before).select('applications.pid').distinct().orderBy('applications.pid').execute();

export const countEnded = (read: Reader, pid: string, before: Cutoff): Promise<number> =>
  countRows(ended(read, before).where('applications.pid', '=', pid));

/** At most `limit`. Those who have applied again in the meantime keep theirs. */
export const deleteEnded = async (trx: Trx, pid: string, before: Cutoff, limit: number) => {
  const due = await ended(trx, before)
    .select(['applications.tid', 'applications.uid'])
    .where('applications.pid', '=', pid)
    .limit(limit)
    .execute();
  if (due.length === 0) return [];
  return trx
    .deleteFrom('applications')
    .where('pid', '=', pid)
    .where((eb) => eb.or(due.map(({ tid, uid }) => eb.and({ tid, uid }))))
    .where('state', 'in', ['declined', 'withdrawn', 'lapsed'])
    .returning(['uid', 'state'])
    .execute();
};

/** Who of these has no application left in the project. */
export async function peopleWithoutApplication(trx: Trx, pid: string, uids: readonly string[]): Promise<string[]> {
  const left = await trx
    .selectFrom('applications')
    .select('uid')
    .where('pid', '=', pid)
    .where('uid', 'in', uids)
    .execute();
  const applying = new Set(left.map(({ uid }) => uid));
  return uids.filter((uid) => !applying.has(uid));
}
