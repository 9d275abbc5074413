import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Reader } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { CursorKey } from '../../../http/paging.ts';

type Cursor = CursorKey<'starts_at' | 'id'> | undefined;

/** Tasks ahead that the person waits for, has asked for, or is asked to help with, if they still see them. */
export const selectAwaited = (read: Reader, uid: string, now: string, after: Cursor, limit: number) =>
  read
    .selectFrom('tasks')
    .innerJoin('projects', 'projects.pid', 'tasks.pid')
    .leftJoin('waiting_people as own', (join) => join.onRef('own.task_id', '=', 'tasks.id').on('own.uid', '=', uid))
    .leftJoin('join_requests as request', (join) =>
      join.onRef('request.task_id', '=', 'tasks.id').on('request.uid', '=', uid).on('request.declined_at', 'is', null),
    )
    .leftJoin('help_requests as help', (join) =>
      join.onRef('help.task_id', '=', 'tasks.id').on('help.uid', '=', uid).on('help.answer', 'is', null),
    )
    .select(['tasks.id', 'tasks.pid', 'projects.name as project', 'projects.timezone', 'tasks.title'])
    .select(['tasks.starts_at', 'tasks.ends_at', 'own.offered_until'])
    .select(['own.uid as waiting_uid', 'request.uid as requested_uid', 'help.uid as asked_uid'])
    .select(
      sql<number | string>`(select count(*) from waiting_people
        where waiting_people.task_id = tasks.id and waiting_people.position <= own.position)`.as('rank'),
    )
    .where('projects.state', '=', 'public')
    .where('tasks.starts_at', '>', now)
    .where('tasks.id', 'in', (eb) =>
      eb
        .selectFrom('waiting_people')
        .select('task_id')
        .where('uid', '=', uid)
        .union(eb.selectFrom('join_requests').select('task_id').where('uid', '=', uid).where('declined_at', 'is', null))
        .union(eb.selectFrom('help_requests').select('task_id').where('uid', '=', uid).where('answer', 'is', null)),
    )
    .where((eb) =>
      eb.or([
        eb('tasks.visibility', '=', 'signed_in'),
        eb.exists(
          enabledMemberships(read)
            .select('memberships.uid')
            .where('memberships.uid', '=', uid)
            .where(sql<SqlBool>`memberships.pid = tasks.pid`)
            .where(sql<SqlBool>`(tasks.visibility = 'project' or memberships.tid = tasks.tid)`),
        ),
        eb.exists(
          eb
            .selectFrom('project_owners')
            .select('project_owners.uid')
            .where('project_owners.uid', '=', uid)
            .whereRef('project_owners.pid', '=', 'tasks.pid'),
        ),
        eb.and([
          eb('tasks.visibility', '=', 'project'),
          eb.exists(
            eb
              .selectFrom('helpers')
              .select('helpers.uid')
              .where('helpers.uid', '=', uid)
              .whereRef('helpers.pid', '=', 'tasks.pid'),
          ),
        ]),
      ]),
    )
    // People on the task have their answer.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attendances')
            .select('attendances.uid')
            .whereRef('attendances.task_id', '=', 'tasks.id')
            .where('attendances.uid', '=', uid),
        ),
      ),
    )
    .$call(keyset(['tasks.starts_at', 'tasks.id'], after && [after.starts_at, after.id]))
    .limit(limit)
    .execute();
