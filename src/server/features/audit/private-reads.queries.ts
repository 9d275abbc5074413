import { sql } from 'kysely';
import type { Reader } from '../../db/db.ts';

export type PrivateReadRow = Awaited<ReturnType<typeof listPrivateReads>>[number];

/**
 * Newest first. Found by the person: the kind is written so that no engine looks through what was seen of everybody
 * instead.
 */
export const listPrivateReads = (read: Reader, uid: string, before: string | undefined, limit: number) =>
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
    .where(sql<string>`audit.kind || ''`, '=', 'private.read')
    .$if(before !== undefined, (query) => query.where('audit.id', '<', before ?? ''))
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute();

export const titlesOf = (read: Reader, pids: readonly string[], forms: readonly string[]) =>
  read
    .selectFrom('forms')
    .select(['pid', 'form', 'title'])
    .where('pid', 'in', pids)
    .where('form', 'in', forms)
    .execute();
