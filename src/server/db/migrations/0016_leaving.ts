import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function leaving(context: MigrationContext): Promise<void> {
  await releasePlaces(context);
}

/**
 * Releases places in tasks that have not started, of people who were suspended or had left the project before leaving
 * released them.
 */
export async function releasePlaces({ db, engine }: MigrationContext): Promise<void> {
  const now = engine === 'postgres' ? sql`now()` : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
  await sql`delete from attendances where exists (
    select 1 from tasks where tasks.id = attendances.task_id and tasks.starts_at > ${now}
      and (exists (select 1 from people where people.uid = attendances.uid and people.suspended_at is not null)
        or not exists (
            select 1 from memberships
            join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
            where memberships.pid = tasks.pid and memberships.uid = attendances.uid and teams.disabled_at is null)
          and not exists (
            select 1 from project_owners
            where project_owners.pid = tasks.pid and project_owners.uid = attendances.uid)))`.execute(db);
  await sql`update tasks
    set attendee_count = (select count(*) from attendances where attendances.task_id = tasks.id)
    where starts_at > ${now}`.execute(db);
}
