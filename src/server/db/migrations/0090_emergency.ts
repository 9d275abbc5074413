import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

const kinds = sql`kind in ('bank', 'address', 'dietary_habits', 'real_profile', 'contact', 'emergency')`;

/** Emergency contacts are one more kind of private data. */
export async function emergency(context: MigrationContext): Promise<void> {
  const { db, engine } = context;
  if (engine === 'sqlite') return rebuildPrivateData(context);
  await sql`alter table private_data drop constraint private_data_kind_check`.execute(db);
  await sql`alter table private_data add constraint private_data_kind_check check (${kinds})`.execute(db);
}

/** SQLite cannot change a constraint of an existing table. */
async function rebuildPrivateData({ db, table, column }: MigrationContext): Promise<void> {
  await table('private_data_next')
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('kind', column.text, (c) => c.notNull().check(kinds))
    .addColumn('fields', column.text, (c) => c.notNull())
    .addColumn('key_id', column.text, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull())
    .addColumn('updated_at', column.time, (c) => c.notNull())
    .addColumn('unconfirmed_at', column.time)
    .addPrimaryKeyConstraint('private_data_pkey', ['uid', 'kind'])
    .execute();
  const columns = sql.raw('uid, kind, fields, key_id, revision, updated_at, unconfirmed_at');
  await sql`insert into private_data_next (${columns}) select ${columns} from private_data`.execute(db);
  await db.schema.dropTable('private_data').execute();
  await db.schema.alterTable('private_data_next').renameTo('private_data').execute();
  await db.schema.createIndex('private_data_by_key').on('private_data').columns(['key_id', 'uid', 'kind']).execute();
}
