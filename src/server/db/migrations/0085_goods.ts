import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** Hand-outs of several kinds: items with variants and stock that are earned by hours, codes, and things that are lent. */
export async function goods(context: MigrationContext): Promise<void> {
  await handOuts(context);
  await codes(context);
  await things(context);
  await scans(context);
}

/** `variant_field`, `stock` and `earned` are JSON. `number`: the how manyth of the person it was. */
async function handOuts({ db, column }: MigrationContext): Promise<void> {
  const handOuts = () => db.schema.alterTable('hand_outs');
  await handOuts()
    .addColumn('kind', column.text, (c) =>
      c
        .notNull()
        .defaultTo('item')
        .check(sql`kind in ('item', 'code', 'loan')`),
    )
    .execute();
  await handOuts().addColumn('variant_field', column.text).execute();
  await handOuts()
    .addColumn('per_person', column.integer, (c) => c.check(sql`per_person between 1 and 100`))
    .execute();
  await handOuts().addColumn('stock', column.text).execute();
  await handOuts().addColumn('earned', column.text).execute();
  const given = () => db.schema.alterTable('given_hand_outs');
  // JSON: the answers that name the variant, or an empty list.
  await given()
    .addColumn('variant', column.text, (c) => c.notNull().defaultTo('[]'))
    .execute();
  await given()
    .addColumn('number', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.dropIndex('given_hand_outs_once').execute();
  await db.schema
    .createIndex('given_hand_outs_once')
    .on('given_hand_outs')
    .columns(['hand_out_id', 'uid', 'number'])
    .unique()
    .where(sql.ref('reason'), '=', sql.lit(''))
    .execute();
  await db.schema
    .createIndex('given_hand_outs_by_variant')
    .on('given_hand_outs')
    .columns(['hand_out_id', 'variant'])
    .execute();
}

/** A code of somebody who was erased stays used, so that nobody else gets it. */
async function codes({ db, table, column }: MigrationContext): Promise<void> {
  await table('hand_out_codes')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('hand_out_id', column.text, (c) => c.notNull().references('hand_outs.id').onDelete('cascade'))
    .addColumn('code', column.text, (c) => c.notNull())
    .addColumn('key_id', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('assigned_at', column.time)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('hand_out_codes').columns(columns).execute();
  await index('hand_out_codes_by_list', ['hand_out_id', 'id']);
  await index('hand_out_codes_by_person', ['uid']);
  await index('hand_out_codes_by_key', ['key_id', 'id']);
  await sql`
    create unique index hand_out_codes_once on hand_out_codes (hand_out_id, uid) where uid is not null`.execute(db);
}

/**
 * Radios and keys. `holder`: who has it now, so nobody else can have it. It follows from the events of the thing in the order of
 * `at`, in whatever order they arrive.
 */
async function things({ db, table, column }: MigrationContext): Promise<void> {
  await table('things')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('hand_out_id', column.text, (c) => c.notNull().references('hand_outs.id').onDelete('cascade'))
    .addColumn('label', column.text, (c) => c.notNull())
    .addColumn('sort_key', column.text, (c) => c.notNull())
    .addColumn('barcode', column.text, (c) => c.notNull())
    .addColumn('condition', column.text, (c) =>
      c
        .notNull()
        .defaultTo('ok')
        .check(sql`condition in ('ok', 'broken', 'lost')`),
    )
    .addColumn('holder', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('lent_at', column.time)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('things_barcodes', ['pid', 'barcode'])
    .execute();
  await db.schema.createIndex('things_by_label').on('things').columns(['hand_out_id', 'sort_key', 'id']).execute();
  await sql`create index things_by_holder on things (holder) where holder is not null`.execute(db);
  await table('thing_events')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('thing_id', column.text, (c) => c.notNull().references('things.id').onDelete('cascade'))
    .addColumn('step', column.text, (c) => c.notNull().check(sql`step in ('lend', 'return')`))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('cascade'))
    .addColumn('at', column.time, (c) => c.notNull())
    .addColumn('condition', column.text, (c) => c.check(sql`condition in ('ok', 'broken', 'lost')`))
    .addColumn('device_id', column.text, (c) => c.references('devices.id').onDelete('set null'))
    .addColumn('reason', column.text, (c) => c.notNull().defaultTo(''))
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('thing_events').columns(columns).execute();
  await index('thing_events_by_thing', ['thing_id', 'at']);
  await index('thing_events_by_person', ['uid']);
  await index('thing_events_by_device', ['device_id']);
}

/** More steps, and what a scan was about. SQLite cannot change a check; no table refers to this one. */
async function scans({ db, table, column }: MigrationContext): Promise<void> {
  const indexes = ['scans_by_attendance', 'scans_by_person', 'scans_by_device', 'scans_by_time'];
  await db.schema.alterTable('scans').renameTo('scans_before').execute();
  for (const name of indexes) await db.schema.dropIndex(name).execute();
  await table('scans')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('id', column.text, (c) => c.notNull())
    .addColumn('device_id', column.text, (c) => c.references('devices.id').onDelete('set null'))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('cascade'))
    .addColumn('task_id', column.text, (c) => c.references('tasks.id').onDelete('cascade'))
    .addColumn('hand_out_id', column.text, (c) => c.references('hand_outs.id').onDelete('cascade'))
    .addColumn('thing_id', column.text, (c) => c.references('things.id').onDelete('cascade'))
    .addColumn('step', column.text, (c) =>
      c
        .notNull()
        .check(
          sql`step in ('arrive', 'leave', 'no_show', 'hand_out', 'return', 'undo', 'on_site', 'off_site', 'correct')`,
        ),
    )
    .addColumn('at', column.time, (c) => c.notNull())
    .addColumn('correction', column.text)
    .addColumn('result', column.text, (c) => c.notNull())
    .addColumn('received_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('scans_once', ['pid', 'id'])
    .execute();
  await sql`
    insert into scans (pid, id, device_id, uid, task_id, step, at, correction, result, received_at)
    select pid, id, device_id, uid, task_id, step, at, correction, result, received_at from scans_before`.execute(db);
  await db.schema.dropTable('scans_before').execute();
  await db.schema.createIndex('scans_by_attendance').on('scans').columns(['task_id', 'uid', 'at']).execute();
  await db.schema.createIndex('scans_by_person').on('scans').column('uid').execute();
  await db.schema.createIndex('scans_by_device').on('scans').column('device_id').execute();
  await db.schema.createIndex('scans_by_time').on('scans').column('received_at').execute();
  // Most scans are about tasks, and need no entry.
  await sql`create index scans_by_hand_out on scans (hand_out_id, result) where hand_out_id is not null`.execute(db);
  await sql`create index scans_by_thing on scans (thing_id) where thing_id is not null`.execute(db);
}
