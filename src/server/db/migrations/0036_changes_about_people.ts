import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** `uid` is the person in `subject`, so that an erasure finds the changes about them without reading the whole feed. */
export async function changesAboutPeople({ db, column, engine }: MigrationContext): Promise<void> {
  await db.schema.alterTable('changes').addColumn('uid', column.text).execute();
  const uid = engine === 'sqlite' ? sql`json_extract(subject, '$.uid')` : sql`subject::json ->> 'uid'`;
  await sql`update changes set uid = ${uid} where subject like '%"uid":%'`.execute(db);
  await sql`create index changes_of_person on changes (uid) where uid is not null`.execute(db);
}
