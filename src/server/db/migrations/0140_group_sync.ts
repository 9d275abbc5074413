import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** Mailing lists and channels on other servers that follow the teams of a project. */
export async function groupSync(context: MigrationContext): Promise<void> {
  await serverTable(context);
  await groupTable(context);
  await peopleTable(context);
  await consentTable(context);
  await logTable(context);
}

/**
 * `secrets` is sealed JSON: how to sign in there. `seen_seq` is the last change of the feed that was synced, and `next_at` when to
 * try again: after a failure, or if a run did not reach the end.
 */
async function serverTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('group_servers')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('kind', column.text, (c) => c.notNull().check(sql`kind in ('mailman', 'mattermost')`))
    .addColumn('url', column.text, (c) => c.notNull())
    .addColumn('secrets', column.text, (c) => c.notNull())
    .addColumn('key_id', column.text, (c) => c.notNull())
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('made_with', column.text)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('disabled_at', column.time)
    .addColumn('disabled_for', column.text)
    .addColumn('failing_since', column.time)
    .addColumn('tried_at', column.time)
    .addColumn('outcome', column.text)
    .addColumn('next_at', column.time)
    .addColumn('seen_seq', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex('group_servers_by_project').on('group_servers').columns(['pid', 'id']).execute();
  await db.schema.createIndex('group_servers_by_key').on('group_servers').column('key_id').execute();
  await db.schema.createIndex('group_servers_by_creator').on('group_servers').column('created_by').execute();
}

/**
 * `audience` is a group of the project, such as `team:venue`, and `target` what follows it. `digest` is that of the people who
 * should be there, as they were last synced; `checked_on` the day of the last comparison with the server.
 */
async function groupTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('synced_groups')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('server_id', column.text, (c) => c.notNull().references('group_servers.id').onDelete('cascade'))
    .addColumn('pid', column.text, (c) => c.notNull())
    .addColumn('audience', column.text, (c) => c.notNull())
    .addColumn('tid', column.text)
    .addColumn('target_kind', column.text, (c) => c.notNull().check(sql`target_kind in ('list', 'team', 'channel')`))
    .addColumn('target', column.text, (c) => c.notNull())
    .addColumn('mode', column.text, (c) => c.notNull().check(sql`mode in ('dry_run', 'active')`))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('digest', column.text)
    .addColumn('checked_on', column.text)
    .addColumn('tried_at', column.time)
    .addColumn('outcome', column.text)
    .addColumn('people', column.integer)
    .addColumn('agreed', column.integer)
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addForeignKeyConstraint('synced_groups_team', ['pid', 'tid'], 'teams', ['pid', 'tid'], (f) =>
      f.onDelete('cascade'),
    )
    .addUniqueConstraint('synced_groups_once', ['server_id', 'target_kind', 'target'])
    .execute();
  await db.schema.createIndex('synced_groups_by_project').on('synced_groups').columns(['pid', 'id']).execute();
  await db.schema.createIndex('synced_groups_by_team').on('synced_groups').columns(['pid', 'tid']).execute();
}

/**
 * Whom Muster keeps in a group. `remote_id` is the identifier there; null before the person is added. `found`: was there
 * already. `left_at`: left it there. `refused`: why the server did not take the person. Without `uid` the account was erased, and
 * the row stays only until the person is removed there.
 */
async function peopleTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('synced_people')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('group_id', column.text, (c) => c.notNull().references('synced_groups.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('remote_id', column.text)
    .addColumn('found', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('added_at', column.time, (c) => c.notNull())
    .addColumn('left_at', column.time)
    .addColumn('refused', column.text)
    .addColumn('tried_at', column.time)
    .addUniqueConstraint('synced_people_once', ['group_id', 'uid'])
    .execute();
  await db.schema.createIndex('synced_people_by_person').on('synced_people').column('uid').execute();
}

/** Who agreed that Muster adds them to the lists and channels of a project. */
async function consentTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('sync_consents')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('agreed_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('sync_consents_key', ['pid', 'uid'])
    .execute();
  await db.schema.createIndex('sync_consents_by_person').on('sync_consents').column('uid').execute();
}

/** Each difference that was found. Without `uid` it was about an account that had been erased before. */
async function logTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('sync_log')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('group_id', column.text, (c) => c.notNull().references('synced_groups.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('cascade'))
    .addColumn('action', column.text, (c) => c.notNull().check(sql`action in ('add', 'remove', 'found', 'left')`))
    .addColumn('outcome', column.text, (c) => c.notNull())
    .addColumn('at', column.time, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sync_log_by_group').on('sync_log').columns(['group_id', 'id']).execute();
  await db.schema.createIndex('sync_log_by_person').on('sync_log').column('uid').execute();
}
