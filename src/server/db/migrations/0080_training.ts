import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * A task can be a training: who is marked as done gets its skill (`earned_on`: the task for which they have it). Skills that
 * organisers give can end after some months.
 */
export async function training({ db, column }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('skills')
    .addColumn('valid_months', column.integer, (c) => c.check(sql`valid_months between 1 and 120`))
    .execute();
  await db.schema
    .alterTable('tasks')
    .addColumn('grants_skill', column.text, (c) => c.references('skills.id').onDelete('set null'))
    .execute();
  await db.schema
    .alterTable('person_skills')
    .addColumn('earned_on', column.text, (c) => c.references('tasks.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('tasks_by_skill').on('tasks').column('grants_skill').execute();
  await db.schema.createIndex('person_skills_by_task').on('person_skills').column('earned_on').execute();
  await db.schema.createIndex('person_skills_by_end').on('person_skills').column('valid_until').execute();
}
