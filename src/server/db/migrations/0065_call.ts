import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * A project can have a call: from when until when people apply, to how many teams, and whether they learn the decisions at
 * once or together. Applications are kept when they are decided.
 */
export async function call(context: MigrationContext): Promise<void> {
  await projectColumns(context);
  await applicationColumns(context);
  await applicantsAudience(context);
}

async function projectColumns({ db, column }: MigrationContext): Promise<void> {
  const projects = () => db.schema.alterTable('projects');
  await projects().addColumn('call_opens_at', column.time).execute();
  await projects().addColumn('call_closes_at', column.time).execute();
  await projects()
    .addColumn('wishes', column.integer, (c) =>
      c
        .notNull()
        .defaultTo(1)
        .check(sql`wishes between 1 and 3`),
    )
    .execute();
  await projects()
    .addColumn('decisions', column.text, (c) =>
      c
        .notNull()
        .defaultTo('at_once')
        .check(sql`decisions in ('at_once', 'together')`),
    )
    .execute();
}

/**
 * One row per wish. `state` is what the person knows; `pending` is a decision that is not published yet. `wish`: 1 for the
 * first choice. `note` is for those who decide.
 */
async function applicationColumns({ db, column }: MigrationContext): Promise<void> {
  const applications = () => db.schema.alterTable('applications');
  await applications()
    .addColumn('state', column.text, (c) =>
      c
        .notNull()
        .defaultTo('sent')
        .check(sql`state in ('sent', 'accepted', 'waiting', 'declined', 'withdrawn', 'lapsed')`),
    )
    .execute();
  await applications()
    .addColumn('pending', column.text, (c) => c.check(sql`pending in ('accepted', 'waiting', 'declined')`))
    .execute();
  await applications()
    .addColumn('wish', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await applications()
    .addColumn('note', column.text, (c) => c.notNull().defaultTo(''))
    .execute();
  await applications().addColumn('decided_at', column.time).execute();
  await applications()
    .addColumn('decided_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .execute();
  await db.schema.dropIndex('applications_by_end').execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('applications').columns(columns).execute();
  await index('applications_by_end', ['state', 'expires_at']);
  await index('applications_by_state', ['pid', 'tid', 'state', 'decided_at']);
  await index('applications_by_decider', ['decided_by']);
  await sql`create index applications_to_publish on applications (pid, uid) where pending is not null`.execute(db);
}

/** As in 0018: SQLite cannot change a check, and rebuilding the table would delete the answers that refer to it. */
async function applicantsAudience({ db, column }: MigrationContext): Promise<void> {
  const forms = () => db.schema.alterTable('forms');
  await forms()
    .addColumn('asked', column.text, (c) =>
      c
        .notNull()
        .defaultTo('people')
        .check(sql`asked in ('people', 'owners', 'chiefs', 'members', 'helpers', 'signed_in', 'applicants')`),
    )
    .execute();
  await sql`update forms set asked = audience`.execute(db);
  await forms().dropColumn('audience').execute();
  await forms().renameColumn('asked', 'audience').execute();
}
