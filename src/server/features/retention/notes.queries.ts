import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { countRows } from '../../db/count-rows.ts';
import type { Reader, Trx } from '../../db/db.ts';

/** What organisers write about people of a project, who is thanked in public, the guardians whom people name, and who slept where. */
export type NoteTable = 'person_tags' | 'ask_again' | 'thanks_names' | 'person_notes' | 'guardians' | RoomTable;
export const roomTables = ['room_places', 'room_wishes', 'room_swaps'] as const;
type RoomTable = (typeof roomTables)[number];

/** Events that ended before this day; those without an end count from when they were created. */
const ended = (read: Reader, { at, day }: Cutoff) =>
  read
    .selectFrom('projects')
    .select('projects.pid')
    .where(sql<SqlBool>`(projects.ends_on < ${day} or (projects.ends_on is null and projects.created_at < ${at}))`);

/** The same moment as a time and as a day. */
export type Cutoff = { at: string; day: string };

export const listProjectsWithNotes = async (read: Reader, table: NoteTable, before: Cutoff): Promise<string[]> =>
  (await read.selectFrom(table).select('pid').distinct().where('pid', 'in', ended(read, before)).execute()).map(
    ({ pid }) => pid,
  );

export const countNotes = (read: Reader, table: NoteTable, pid: string): Promise<number> =>
  countRows(read.selectFrom(table).where('pid', '=', pid));

/** All notes about some of the people. Returns how many there were. */
export async function deleteNotes(trx: Trx, table: NoteTable, pid: string, people: number): Promise<number> {
  const uids = await trx.selectFrom(table).select('uid').distinct().where('pid', '=', pid).limit(people).execute();
  if (uids.length === 0) return 0;
  const { numDeletedRows } = await trx
    .deleteFrom(table)
    .where('pid', '=', pid)
    .where(
      'uid',
      'in',
      uids.map(({ uid }) => uid),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
