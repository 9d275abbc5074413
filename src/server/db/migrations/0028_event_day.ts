import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function eventDay(context: MigrationContext): Promise<void> {
  await attendanceStates(context);
  await work(context);
  await desk(context);
  await handOuts(context);
  await scans(context);
}

async function attendanceStates({ db, column }: MigrationContext): Promise<void> {
  const add = () => db.schema.alterTable('attendances');
  await add()
    .addColumn('state', column.text, (c) =>
      c
        .notNull()
        .defaultTo('joined')
        .check(sql`state in ('joined', 'arrived', 'done', 'left_early', 'no_show')`),
    )
    .execute();
  await add().addColumn('arrived_at', column.time).execute();
  await add().addColumn('left_at', column.time).execute();
  // Nobody marked the person within two hours of the end, so they are presumed to have done the task.
  await add().addColumn('presumed_at', column.time).execute();
  await db.schema.createIndex('attendances_by_state').on('attendances').columns(['state', 'task_id']).execute();
}

/** Work without a task: entered by a chief, or claimed by the person and decided by a chief. */
async function work({ db, table, column }: MigrationContext): Promise<void> {
  await table('work')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('tid', column.text)
    .addColumn('title', column.text, (c) => c.notNull())
    .addColumn('starts_at', column.time, (c) => c.notNull())
    .addColumn('ends_at', column.time, (c) => c.notNull())
    .addColumn('state', column.text, (c) => c.notNull().check(sql`state in ('claimed', 'approved', 'declined')`))
    .addColumn('reason', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('decided_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('decided_at', column.time)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addForeignKeyConstraint('work_team', ['pid', 'tid'], 'teams', ['pid', 'tid'])
    .addCheckConstraint('work_times', sql`ends_at > starts_at`)
    .execute();
  await db.schema.createIndex('work_of_project').on('work').columns(['pid', 'id']).execute();
  await db.schema.createIndex('work_by_person').on('work').columns(['uid', 'pid']).execute();
  await db.schema.createIndex('work_by_team').on('work').columns(['pid', 'tid']).execute();
  await db.schema.createIndex('work_by_decider').on('work').column('decided_by').execute();
}

async function desk({ db, table, column }: MigrationContext): Promise<void> {
  // Ed25519. Codes of people and places are signed with it. The row is also the lock of the project's scans.
  await table('project_keys')
    .addColumn('pid', column.text, (c) => c.primaryKey().references('projects.pid').onDelete('cascade'))
    .addColumn('public_key', column.text, (c) => c.notNull())
    .addColumn('private_key', column.text, (c) => c.notNull())
    .addColumn('key_id', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('project_keys_by_key').on('project_keys').columns(['key_id', 'pid']).execute();
  await table('devices')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('name', column.text, (c) => c.notNull())
    // JSON: the teams whose tasks it sees; null for all.
    .addColumn('tids', column.text)
    .addColumn('token_hash', column.text, (c) => c.notNull().unique())
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .addColumn('revoked_at', column.time)
    .addColumn('last_seen_at', column.time)
    .execute();
  await db.schema.createIndex('devices_of_project').on('devices').columns(['pid', 'id']).execute();
  await db.schema.createIndex('devices_by_creator').on('devices').column('created_by').execute();
}

async function handOuts({ db, table, column }: MigrationContext): Promise<void> {
  await table('hand_outs')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('name', column.text, (c) => c.notNull())
    // JSON: who is entitled to one.
    .addColumn('audience', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('hand_outs_names', ['pid', 'name'])
    .execute();
  await table('given_hand_outs')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('hand_out_id', column.text, (c) => c.notNull().references('hand_outs.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('given_at', column.time, (c) => c.notNull())
    .addColumn('device_id', column.text, (c) => c.references('devices.id').onDelete('set null'))
    // Empty: the person was entitled to it. Otherwise why they got one all the same.
    .addColumn('reason', column.text, (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createIndex('given_hand_outs_once')
    .on('given_hand_outs')
    .columns(['hand_out_id', 'uid'])
    .unique()
    .where(sql.ref('reason'), '=', sql.lit(''))
    .execute();
  await db.schema.createIndex('given_hand_outs_by_person').on('given_hand_outs').column('uid').execute();
  await db.schema.createIndex('given_hand_outs_by_device').on('given_hand_outs').column('device_id').execute();
}

/**
 * What devices sent and what planners corrected. The state of an attendance follows from its rows in the order of `at`,
 * in whatever order they arrive.
 */
async function scans({ db, table, column }: MigrationContext): Promise<void> {
  await table('scans')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('id', column.text, (c) => c.notNull())
    .addColumn('device_id', column.text, (c) => c.references('devices.id').onDelete('set null'))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('cascade'))
    .addColumn('task_id', column.text, (c) => c.references('tasks.id').onDelete('cascade'))
    .addColumn('step', column.text, (c) =>
      c.notNull().check(sql`step in ('arrive', 'leave', 'no_show', 'hand_out', 'correct')`),
    )
    .addColumn('at', column.time, (c) => c.notNull())
    // JSON: what a correction sets.
    .addColumn('correction', column.text)
    .addColumn('result', column.text, (c) => c.notNull())
    .addColumn('received_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('scans_key', ['pid', 'id'])
    .execute();
  await db.schema.createIndex('scans_by_attendance').on('scans').columns(['task_id', 'uid', 'at']).execute();
  await db.schema.createIndex('scans_by_person').on('scans').column('uid').execute();
  await db.schema.createIndex('scans_by_device').on('scans').column('device_id').execute();
  await db.schema.createIndex('scans_by_time').on('scans').column('received_at').execute();
}
