import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Reader } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import type { CursorKey } from '../../http/paging.ts';

const worked = (uid: string) => sql<SqlBool>`exists (
  select 1 from work where work.uid = ${uid} and work.pid = projects.pid)`;
const helped = (uid: string) => sql<SqlBool>`(exists (
    select 1 from attendances join tasks on tasks.id = attendances.task_id
    where attendances.uid = ${uid} and tasks.pid = projects.pid)
  or ${worked(uid)})`;
const answered = (uid: string) => sql<SqlBool>`exists (
  select 1 from form_responses where form_responses.uid = ${uid} and form_responses.pid = projects.pid)`;
const isIn = (uid: string) => sql<SqlBool>`(exists (
    select 1 from memberships where memberships.uid = ${uid} and memberships.pid = projects.pid)
  or exists (
    select 1 from project_owners where project_owners.uid = ${uid} and project_owners.pid = projects.pid))`;

/** Projects in which the person has helped or answered something, and in which they have no team and no role. */
export const selectLeft = (read: Reader, uid: string, limit: number, after: CursorKey<'name' | 'pid'> | undefined) =>
  read
    .selectFrom('projects')
    .select([
      'pid',
      'name',
      sql<number>`case when ${helped(uid)} then 1 else 0 end`.as('helped'),
      sql<number>`case when ${worked(uid)} then 1 else 0 end`.as('worked'),
    ])
    .where('state', '!=', 'draft')
    .where(sql<SqlBool>`(${helped(uid)} or ${answered(uid)})`)
    .where(sql<SqlBool>`not ${isIn(uid)}`)
    .$call(keyset(['name', 'pid'], after && [after.name, after.pid]))
    .limit(limit + 1)
    .execute();

export const listAnswered = (read: Reader, uid: string, pids: readonly string[]) =>
  read
    .selectFrom('form_responses')
    .innerJoin('forms', (join) =>
      join.onRef('forms.pid', '=', 'form_responses.pid').onRef('forms.form', '=', 'form_responses.form'),
    )
    .select(['forms.pid', 'forms.form', 'forms.title'])
    .where('form_responses.uid', '=', uid)
    // No project has an empty id, and `in ()` is not valid SQL.
    .where('form_responses.pid', 'in', anyOf(pids))
    .orderBy('forms.title')
    .orderBy('forms.form')
    .execute();
