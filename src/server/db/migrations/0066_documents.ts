import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** Documents that people read and sign, and skills that end. */
export async function documents(context: MigrationContext): Promise<void> {
  await documentTables(context);
  await signatureTable(context);
  await context.db.schema.alterTable('person_skills').addColumn('valid_until', context.column.time).execute();
}

/**
 * `lineage`: the same for the copies of a document in the years of an event, so that signatures hold for all of them.
 * `hash`: of the current text. `kind_ids`: JSON; without any, all tasks need it.
 */
async function documentTables({ db, table, column }: MigrationContext): Promise<void> {
  await table('documents')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('lineage', column.text, (c) => c.notNull())
    .addColumn('title', column.text, (c) => c.notNull())
    .addColumn('required_for', column.text, (c) =>
      c.notNull().check(sql`required_for in ('applying', 'tasks', 'nothing')`),
    )
    .addColumn('kind_ids', column.text, (c) => c.notNull().defaultTo('[]'))
    .addColumn('grants_skill', column.text, (c) => c.references('skills.id').onDelete('set null'))
    .addColumn('valid_months', column.integer, (c) => c.check(sql`valid_months between 1 and 120`))
    .addColumn('version', column.integer, (c) => c.notNull().defaultTo(1))
    .addColumn('hash', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await table('document_versions')
    .addColumn('document_id', column.text, (c) => c.notNull().references('documents.id').onDelete('cascade'))
    .addColumn('version', column.integer, (c) => c.notNull())
    .addColumn('body', column.text, (c) => c.notNull())
    .addColumn('changes', column.text, (c) => c.notNull())
    .addColumn('hash', column.text, (c) => c.notNull())
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('document_versions_key', ['document_id', 'version'])
    .execute();
  await db.schema.createIndex('documents_by_project').on('documents').columns(['pid', 'id']).execute();
  await db.schema.createIndex('documents_by_lineage').on('documents').column('lineage').execute();
  await db.schema.createIndex('documents_by_skill').on('documents').column('grants_skill').execute();
  await db.schema.createIndex('document_versions_by_author').on('document_versions').column('created_by').execute();
}

/** What somebody signed, in which version, and the skill that they got for it. Signing the same version again renews it. */
async function signatureTable({ db, table, column }: MigrationContext): Promise<void> {
  await table('document_signatures')
    .addColumn('document_id', column.text, (c) => c.notNull().references('documents.id').onDelete('cascade'))
    .addColumn('version', column.integer, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('lineage', column.text, (c) => c.notNull())
    .addColumn('hash', column.text, (c) => c.notNull())
    .addColumn('signed_at', column.time, (c) => c.notNull())
    .addColumn('valid_until', column.time)
    .addColumn('gave_skill', column.text, (c) => c.references('skills.id').onDelete('set null'))
    .addPrimaryKeyConstraint('document_signatures_key', ['document_id', 'version', 'uid'])
    .execute();
  await db.schema
    .createIndex('document_signatures_by_person')
    .on('document_signatures')
    .columns(['uid', 'lineage', 'hash'])
    .execute();
  await db.schema.createIndex('document_signatures_by_skill').on('document_signatures').column('gave_skill').execute();
}
