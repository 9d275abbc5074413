import type { Insertable, Updateable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { changedOne } from '../../db/changed-one.ts';
import { countRows } from '../../db/count-rows.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { hasSigned } from '../../db/documents.ts';
import { peopleIn } from '../../db/memberships.ts';
import type { DocumentsTable, DocumentVersionsTable } from '../../db/tables.ts';

const withVersion = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('documents')
    .innerJoin('document_versions', (join) =>
      join
        .onRef('document_versions.document_id', '=', 'documents.id')
        .onRef('document_versions.version', '=', 'documents.version'),
    )
    .selectAll('documents')
    .select('document_versions.created_at as published_at')
    .where('documents.pid', '=', pid)
    .orderBy('documents.id');

/** There are few of them. Those that nobody has to sign are for the people of the project. */
export const listDocuments = (read: Reader, scope: ProjectScope, { inProject }: { inProject: boolean }) =>
  withVersion(read, scope)
    .$if(!inProject, (query) => query.where('required_for', '!=', 'nothing'))
    .execute();

export type DocumentRow = Awaited<ReturnType<typeof listDocuments>>[number];

export const findDocument = (read: Reader, scope: ProjectScope, id: string) =>
  withVersion(read, scope)
    .select(['document_versions.body', 'document_versions.changes'])
    .where('documents.id', '=', id)
    .executeTakeFirst();

export const countDocuments = (trx: Trx, { pid }: ProjectScope): Promise<number> =>
  countRows(trx.selectFrom('documents').where('pid', '=', pid));

export async function insertDocument(
  trx: Trx,
  row: Insertable<DocumentsTable>,
  version: Omit<Insertable<DocumentVersionsTable>, 'document_id' | 'hash'>,
): Promise<void> {
  await trx.insertInto('documents').values(row).execute();
  await trx
    .insertInto('document_versions')
    .values({ ...version, document_id: row.id, hash: row.hash })
    .execute();
}

/** Locks the row; undefined if there is none. */
export const lockDocument = (trx: Trx, { pid }: ProjectScope, id: string) =>
  trx
    .updateTable('documents')
    .set((eb) => ({ pid: eb.ref('pid') }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export async function updateDocument(
  trx: Trx,
  { pid }: ProjectScope,
  id: string,
  values: Updateable<DocumentsTable>,
): Promise<void> {
  await trx
    .updateTable('documents')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .execute();
}

export async function insertVersion(trx: Trx, row: Insertable<DocumentVersionsTable>): Promise<void> {
  await trx.insertInto('document_versions').values(row).execute();
}

export const deleteDocument = (trx: Trx, { pid }: ProjectScope, id: string): Promise<boolean> =>
  changedOne(trx.deleteFrom('documents').where('pid', '=', pid).where('id', '=', id));

const versions = (read: Reader, id: string) =>
  read
    .selectFrom('document_versions')
    .select(['version', 'changes', 'hash', 'created_at as published_at'])
    .where('document_id', '=', id);

export const listVersions = (read: Reader, id: string) => versions(read, id).orderBy('version', 'desc').execute();

export const findVersion = (read: Reader, id: string, version: number) =>
  versions(read, id).select('body').where('version', '=', version).executeTakeFirst();

/** The kinds of tasks or the skills of a project. */
export const listNames = (read: Reader, { pid }: Pick<ProjectScope, 'pid'>, table: 'task_kinds' | 'skills') =>
  read.selectFrom(table).select(['id', 'name']).where('pid', '=', pid).execute();

type Asking = { id: string; lineage: string; kindIds: readonly string[]; now: string };

/**
 * The people of the project who have not signed the document as it is now. If it is for some kinds of tasks only: those who
 * are on such a task that is still to come, or have signed an earlier version.
 */
export async function listToAsk(trx: Trx, { pid }: ProjectScope, { id, lineage, kindIds, now }: Asking) {
  const rows = await trx
    .selectFrom('documents')
    .innerJoin(peopleIn(trx, pid).as('present'), (join) => join.onTrue())
    .select('present.uid')
    .where('documents.id', '=', id)
    .where((eb) => eb.not(hasSigned(eb.ref('present.uid'), now)))
    .$if(kindIds.length > 0, (query) =>
      query.where((eb) =>
        eb.or([
          eb.exists(
            eb
              .selectFrom('attendances')
              .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
              .select('tasks.id')
              .whereRef('attendances.uid', '=', 'present.uid')
              .where('tasks.pid', '=', pid)
              .where('tasks.kind_id', 'in', kindIds)
              .where('tasks.ends_at', '>', now),
          ),
          eb.exists(
            eb
              .selectFrom('document_signatures')
              .select('document_signatures.uid')
              .whereRef('document_signatures.uid', '=', 'present.uid')
              .where('document_signatures.lineage', '=', lineage),
          ),
        ]),
      ),
    )
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Everything of a project, to copy it to another one. */
export const listForCopy = (trx: Trx, pid: string) =>
  trx
    .selectFrom('documents')
    .innerJoin('document_versions', (join) =>
      join
        .onRef('document_versions.document_id', '=', 'documents.id')
        .onRef('document_versions.version', '=', 'documents.version'),
    )
    .selectAll('documents')
    .select('document_versions.body')
    .where('documents.pid', '=', pid)
    .orderBy('documents.id')
    .execute();
