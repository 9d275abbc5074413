import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * Rooms, and who sleeps where in which night. Nobody has two beds in one night; the lock of the project's rooms keeps a room from
 * having more people than beds. A step is what was done at once, with each night that it changed, so that it can be undone.
 */
export async function rooms({ db, table, column }: MigrationContext): Promise<void> {
  // JSON: `nights` are days, in order.
  await table('rooms')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('sort_key', column.text, (c) => c.notNull())
    .addColumn('beds', column.integer, (c) => c.notNull().check(sql`beds between 1 and 200`))
    .addColumn('kind', column.text, (c) => c.notNull().check(sql`kind in ('women', 'men', 'mixed')`))
    .addColumn('nights', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('rooms_names', ['pid', 'name'])
    .execute();
  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute();
  await table('room_places')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('night', column.date, (c) => c.notNull())
    .addColumn('room_id', column.text, (c) => c.notNull().references('rooms.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('room_places_once', ['pid', 'uid', 'night'])
    .execute();
  await index('room_places_by_room', 'room_places', ['room_id', 'night']);
  await index('room_places_by_person', 'room_places', ['uid']);
  await table('room_wishes')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('wished', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addPrimaryKeyConstraint('room_wishes_once', ['pid', 'uid', 'wished'])
    .execute();
  await index('room_wishes_by_person', 'room_wishes', ['uid']);
  await index('room_wishes_by_wished', 'room_wishes', ['wished']);
  await table('room_swaps')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('with_uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addUniqueConstraint('room_swaps_once', ['pid', 'uid', 'with_uid'])
    .execute();
  await index('room_swaps_by_person', 'room_swaps', ['uid']);
  await index('room_swaps_by_other', 'room_swaps', ['with_uid']);
  await table('room_steps')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('undone_at', column.time)
    .execute();
  await index('room_steps_by_project', 'room_steps', ['pid', 'id']);
  await index('room_steps_by_person', 'room_steps', ['created_by']);
  await index('room_steps_by_time', 'room_steps', ['created_at']);
  await table('room_moves')
    .addColumn('step_id', column.text, (c) => c.notNull().references('room_steps.id').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('night', column.date, (c) => c.notNull())
    .addColumn('from_room', column.text, (c) => c.references('rooms.id').onDelete('set null'))
    .addColumn('to_room', column.text, (c) => c.references('rooms.id').onDelete('set null'))
    .addPrimaryKeyConstraint('room_moves_once', ['step_id', 'uid', 'night'])
    .execute();
  await index('room_moves_by_person', 'room_moves', ['uid']);
  await index('room_moves_by_origin', 'room_moves', ['from_room']);
  await index('room_moves_by_target', 'room_moves', ['to_room']);
}
