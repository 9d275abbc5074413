import { sql } from 'kysely';
import type { InferResult, SqlBool } from 'kysely';
import type { Reader } from '../../db/db.ts';

export type PrivateReadRow = InferResult<ReturnType<typeof selectPrivateReads>>[number];

/** Newest first. The condition must match that of the partial index literally. */
export const selectPrivateReads = (read: Reader, uid: string, before: string | undefined, limit: number) =>
  read
    .selectFrom('audit')
    .leftJoin('people', 'people.uid', 'audit.actor')
    .leftJoin('projects', 'projects.pid', 'audit.pid')
    .select([
      'audit.id',
      'audit.at',
      'audit.actor',
      'people.name as actor_name',
      'audit.pid',
      'projects.name as project_name',
      'audit.detail',
    ])
    .where('audit.subject', '=', uid)
    .where(sql<SqlBool>`audit.kind || '' = 'private.read'`)
    .$if(before !== undefined, (query) => query.where('audit.id', '<', before ?? ''))
    .orderBy('audit.id', 'desc')
    .limit(limit);

/** Those of these people whose data the actor has read in the project since then. The same partial index finds them. */
export const readSubjects = (
  read: Reader,
  uids: readonly string[],
  { actor, pid, detail, firstId }: { actor: string; pid: string; detail: string; firstId: string },
) =>
  read
    .selectFrom('audit')
    .select('audit.subject')
    .where('audit.subject', 'in', uids)
    .where(sql<SqlBool>`audit.kind || '' = 'private.read'`)
    .where('audit.id', '>=', firstId)
    .where('audit.actor', '=', actor)
    .where('audit.pid', '=', pid)
    .where('audit.detail', '=', detail)
    .execute();

export const titlesOf = (read: Reader, pids: readonly string[], forms: readonly string[]) =>
  read
    .selectFrom('forms')
    .select(['pid', 'form', 'title'])
    .where('pid', 'in', pids)
    .where('form', 'in', forms)
    .execute();
