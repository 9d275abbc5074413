import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function shifts(context: MigrationContext): Promise<void> {
  await catalogue(context);
  await taskFields(context);
  await helpers(context);
  await waysOntoTasks(context);
  await planning(context);
}

/** What tasks of a project refer to. */
async function catalogue({ db, table, column }: MigrationContext): Promise<void> {
  await table('places')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('map_url', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('places_names', ['pid', 'name'])
    .execute();
  await table('skills')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('description', column.text, (c) => c.notNull().defaultTo(''))
    // 1: only chiefs and owners give it. 0: people can say so themselves.
    .addColumn('granted', column.integer, (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`granted in (0, 1)`),
    )
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('skills_names', ['pid', 'name'])
    .execute();
  await table('person_skills')
    .addColumn('skill_id', column.text, (c) => c.notNull().references('skills.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    // Null: the person said so.
    .addColumn('granted_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('person_skills_key', ['skill_id', 'uid'])
    .execute();
  await db.schema.createIndex('person_skills_by_person').on('person_skills').column('uid').execute();
  await db.schema.createIndex('person_skills_by_granter').on('person_skills').column('granted_by').execute();
  await table('task_kinds')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('briefing', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('min_age', column.integer, (c) => c.check(sql`min_age between 1 and 99`))
    .addColumn('weight_percent', column.integer, (c) => c.notNull().defaultTo(100))
    .addColumn('rest_minutes', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('max_consecutive_minutes', column.integer)
    .addColumn('leave_until_hours', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('task_kinds_names', ['pid', 'name'])
    .execute();
  await table('task_kind_skills')
    .addColumn('kind_id', column.text, (c) => c.notNull().references('task_kinds.id').onDelete('cascade'))
    .addColumn('skill_id', column.text, (c) => c.notNull().references('skills.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('task_kind_skills_key', ['kind_id', 'skill_id'])
    .execute();
  await db.schema.createIndex('task_kind_skills_by_skill').on('task_kind_skills').column('skill_id').execute();
}

async function taskFields({ db, table, column }: MigrationContext): Promise<void> {
  await table('task_series')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('title', column.text, (c) => c.notNull())
    // JSON: the request that describes the tasks.
    .addColumn('definition', column.text, (c) => c.notNull())
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex('task_series_of_project').on('task_series').columns(['pid', 'id']).execute();
  await db.schema.createIndex('task_series_by_creator').on('task_series').column('created_by').execute();
  const add = () => db.schema.alterTable('tasks');
  await add()
    .addColumn('place_id', column.text, (c) => c.references('places.id').onDelete('set null'))
    .execute();
  await add()
    .addColumn('kind_id', column.text, (c) => c.references('task_kinds.id').onDelete('set null'))
    .execute();
  await add()
    .addColumn('series_id', column.text, (c) => c.references('task_series.id').onDelete('set null'))
    .execute();
  await add()
    .addColumn('min_people', column.integer, (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`min_people >= 0`),
    )
    .execute();
  await add()
    .addColumn('visibility', column.text, (c) =>
      c
        .notNull()
        .defaultTo('project')
        .check(sql`visibility in ('team', 'project', 'signed_in')`),
    )
    .execute();
  await add()
    .addColumn('joining', column.text, (c) =>
      c
        .notNull()
        .defaultTo('open')
        .check(sql`joining in ('open', 'approval', 'planners')`),
    )
    .execute();
  await add().addColumn('opens_at', column.time).execute();
  await add()
    .addColumn('briefing', column.text, (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('tasks_by_place').on('tasks').columns(['place_id', 'starts_at']).execute();
  await db.schema.createIndex('tasks_by_kind').on('tasks').columns(['kind_id', 'starts_at']).execute();
  await db.schema.createIndex('tasks_by_series').on('tasks').columns(['series_id', 'starts_at']).execute();
  // Free places that are offered to people who wait. Nobody else can take them.
  await add()
    .addColumn('held_count', column.integer, (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`held_count >= 0`),
    )
    .execute();
  // Most needed first: how many people are missing below the minimum, as a number that grows with less need.
  await db.schema
    .createIndex('tasks_by_need')
    .on('tasks')
    .expression(
      sql`pid, (case when min_people > attendee_count then attendee_count - min_people else 0 end), starts_at, id`,
    )
    .execute();
  // When the person said that they will come. Asked before the event.
  await db.schema.alterTable('attendances').addColumn('confirmed_at', column.time).execute();
  // How many days before their first task people are asked whether they come. Null: they are not asked.
  await db.schema
    .alterTable('projects')
    .addColumn('confirm_days', column.integer, (c) => c.defaultTo(3).check(sql`confirm_days between 1 and 30`))
    .execute();
}

/** People without a team who help with tasks that are open to everybody with an account. */
async function helpers({ db, table, column }: MigrationContext): Promise<void> {
  await table('helpers')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('helpers_key', ['pid', 'uid'])
    .execute();
  // As in 0018: SQLite cannot change a check, and rebuilding the table would delete the answers that refer to it.
  const forms = () => db.schema.alterTable('forms');
  await forms()
    .addColumn('asked', column.text, (c) =>
      c
        .notNull()
        .defaultTo('people')
        .check(sql`asked in ('people', 'owners', 'chiefs', 'members', 'helpers', 'signed_in')`),
    )
    .execute();
  await sql`update forms set asked = audience`.execute(db);
  await forms().dropColumn('audience').execute();
  await forms().renameColumn('asked', 'audience').execute();
  await db.schema.createIndex('helpers_by_person').on('helpers').column('uid').execute();
}

async function waysOntoTasks({ db, table, column }: MigrationContext): Promise<void> {
  // In order of `position`, which only grows. `offered_until`: the free place is theirs if they take it by then.
  await table('waiting_people')
    .addColumn('task_id', column.text, (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('position', column.integer, (c) => c.notNull())
    .addColumn('offered_until', column.time)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('waiting_people_key', ['task_id', 'uid'])
    .addUniqueConstraint('waiting_people_order', ['task_id', 'position'])
    .execute();
  await db.schema.createIndex('waiting_people_by_person').on('waiting_people').column('uid').execute();
  await db.schema.createIndex('waiting_people_by_offer').on('waiting_people').column('offered_until').execute();
  await table('join_requests')
    .addColumn('task_id', column.text, (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('note', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('declined_at', column.time)
    .addColumn('declined_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addPrimaryKeyConstraint('join_requests_key', ['task_id', 'uid'])
    .execute();
  await db.schema.createIndex('join_requests_by_person').on('join_requests').column('uid').execute();
  await db.schema.createIndex('join_requests_by_decider').on('join_requests').column('declined_by').execute();
  // A place that somebody wants to hand over: to one person or anyone, for nothing or for a task of the taker.
  await table('place_offers')
    .addColumn('task_id', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull())
    .addColumn('to_uid', column.text, (c) => c.references('people.uid').onDelete('cascade'))
    .addColumn('for_task', column.text, (c) => c.references('tasks.id').onDelete('cascade'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('place_offers_key', ['task_id', 'uid'])
    .addForeignKeyConstraint(
      'place_offers_attendance',
      ['task_id', 'uid'],
      'attendances',
      ['task_id', 'uid'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('place_offers_by_taker').on('place_offers').column('to_uid').execute();
  await db.schema.createIndex('place_offers_by_task').on('place_offers').column('for_task').execute();
  // Who was asked to help with a task, and what they said.
  await table('help_requests')
    .addColumn('task_id', column.text, (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('asked_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('asked_at', column.time, (c) => c.notNull())
    .addColumn('answer', column.text, (c) => c.check(sql`answer in ('yes', 'no')`))
    .addPrimaryKeyConstraint('help_requests_key', ['task_id', 'uid'])
    .execute();
  await db.schema.createIndex('help_requests_by_person').on('help_requests').columns(['uid', 'asked_at']).execute();
  await db.schema.createIndex('help_requests_by_asker').on('help_requests').column('asked_by').execute();
}

async function planning({ db, table, column }: MigrationContext): Promise<void> {
  // People are available unless they say otherwise. The lists are JSON.
  await table('availabilities')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('unavailable', column.text, (c) => c.notNull())
    .addColumn('max_minutes', column.integer)
    .addColumn('preferred_kinds', column.text, (c) => c.notNull())
    .addColumn('preferred_teams', column.text, (c) => c.notNull())
    .addColumn('changed_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('availabilities_key', ['pid', 'uid'])
    .execute();
  await db.schema.createIndex('availabilities_by_person').on('availabilities').column('uid').execute();
  await table('allocations')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('state', column.text, (c) =>
      c.notNull().check(sql`state in ('running', 'ready', 'applied', 'discarded', 'failed')`),
    )
    .addColumn('request', column.text, (c) => c.notNull())
    .addColumn('result', column.text)
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('claimed_until', column.time)
    .addColumn('finished_at', column.time)
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createIndex('allocations_running')
    .unique()
    .on('allocations')
    .column('pid')
    .where(sql.ref('state'), '=', sql.lit('running'))
    .execute();
  await db.schema.createIndex('allocations_of_project').on('allocations').columns(['pid', 'id']).execute();
  await db.schema.createIndex('allocations_by_creator').on('allocations').column('created_by').execute();
  // One step of planning that can be undone: an import, a copied day, a bulk change. `before` is JSON: the tasks with
  // their values before the step, or null if the step created them, and the revision that it left them with.
  await table('planning_steps')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('kind', column.text, (c) =>
      c.notNull().check(sql`kind in ('series', 'import', 'copy', 'change', 'removal')`),
    )
    .addColumn('before', column.text, (c) => c.notNull())
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('undone_at', column.time)
    .execute();
  await db.schema.createIndex('planning_steps_of_project').on('planning_steps').columns(['pid', 'id']).execute();
  await db.schema.createIndex('planning_steps_by_creator').on('planning_steps').column('created_by').execute();
}
