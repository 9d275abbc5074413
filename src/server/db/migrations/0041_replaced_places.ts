import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** People who were replaced no longer count. The places that their tasks got for the replacements stay. */
export async function replacedPlaces({ db }: MigrationContext): Promise<void> {
  await sql`
    update tasks set attendee_count = (
      select count(*) from attendances where attendances.task_id = tasks.id and attendances.replaced_at is null)
    where id in (select task_id from attendances where replaced_at is not null)`.execute(db);
}
