import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import type { Reader } from './db.ts';
import { preparedStatement } from './prepared.ts';

/**
 * Whether the person has signed the text that the document has now, in this project or in an earlier year of the event. For
 * queries on `documents`.
 */
export const hasSigned = (uid: Expression<unknown> | string, now: string) => sql<SqlBool>`exists (
  select 1 from document_signatures
  where document_signatures.lineage = documents.lineage and document_signatures.hash = documents.hash
    and document_signatures.uid = ${uid}
    and (document_signatures.valid_until is null or document_signatures.valid_until > ${now}))`;

const forTasks = (read: Reader) =>
  read
    .selectFrom('documents')
    .select(['documents.id', 'documents.pid', 'documents.title', 'documents.kind_ids'])
    .where('required_for', '=', 'tasks')
    .orderBy('documents.id');

const forTasksOfOne = preparedStatement((read, parameter: (name: 'pid') => string) =>
  forTasks(read).where('documents.pid', '=', parameter('pid')),
);

/** The documents that somebody must have signed to get onto tasks of these projects. */
export async function listForTasks(read: Reader, pids: readonly string[]) {
  const [pid, ...others] = pids;
  if (pid === undefined) return [];
  return others.length === 0
    ? forTasksOfOne(read, { pid })
    : forTasks(read).where('documents.pid', 'in', pids).execute();
}

/** Who of these people has signed which of these documents, as they are now. */
export const listSigned = (read: Reader, uids: readonly string[], documents: readonly string[], now: string) =>
  read
    .selectFrom('documents')
    .innerJoin('document_signatures', (join) =>
      join
        .onRef('document_signatures.lineage', '=', 'documents.lineage')
        .onRef('document_signatures.hash', '=', 'documents.hash'),
    )
    .select(['documents.id', 'document_signatures.uid'])
    .where('documents.id', 'in', documents)
    .where('document_signatures.uid', 'in', uids)
    .where((eb) =>
      eb.or([eb('document_signatures.valid_until', 'is', null), eb('document_signatures.valid_until', '>', now)]),
    )
    .execute();

/** The documents of the project that the person must sign before applying, and has not. */
export const listUnsignedForApplying = (read: Reader, pid: string, uid: string, now: string) =>
  read
    .selectFrom('documents')
    .select(['documents.id', 'documents.title'])
    .where('documents.pid', '=', pid)
    .where('required_for', '=', 'applying')
    .where((eb) => eb.not(hasSigned(uid, now)))
    .orderBy('documents.id')
    .execute();
