import { sql } from 'kysely';
import type { Insertable, SqlBool } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { countRows } from '../../db/count-rows.ts';
import { hasSigned } from '../../db/documents.ts';
import { keyset } from '../../db/keyset.ts';
import { peopleIn } from '../../db/memberships.ts';
import type { DocumentSignaturesTable } from '../../db/tables.ts';
import type { CursorKey } from '../../http/paging.ts';

/** What the person has signed of these texts and is still valid, what is valid longest first. */
export const listValid = (
  read: Reader,
  uid: string,
  documents: readonly { lineage: string; hash: string }[],
  now: string,
) =>
  read
    .selectFrom('document_signatures')
    .select(['lineage', 'hash', 'version', 'signed_at', 'valid_until'])
    .where('uid', '=', uid)
    // No document has an empty lineage, and `in ()` is not valid SQL.
    .where('lineage', 'in', anyOf(documents.map(({ lineage }) => lineage)))
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .orderBy(sql`case when valid_until is null then 0 else 1 end`)
    .orderBy('valid_until', 'desc')
    .orderBy('signed_at', 'desc')
    .execute();

/** Renewing a signature leaves the time of the first one, which is the proof. */
export const putSignature = (trx: Trx, row: Insertable<DocumentSignaturesTable>) =>
  trx
    .insertInto('document_signatures')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['document_id', 'version', 'uid']).doUpdateSet((eb) => ({
        valid_until: eb.ref('excluded.valid_until'),
        gave_skill: eb.fn.coalesce('excluded.gave_skill', 'document_signatures.gave_skill'),
      })),
    )
    .returning(['version', 'signed_at', 'valid_until'])
    .executeTakeFirstOrThrow();

/** Which of these skills signing has given to the person. Organisers may have withdrawn them since. */
export const listGiven = async (read: Reader, uid: string, skills: readonly string[]): Promise<string[]> => {
  const rows = await read
    .selectFrom('document_signatures')
    .select('gave_skill')
    .where('uid', '=', uid)
    // No skill has an empty id, and `in ()` is not valid SQL.
    .where('gave_skill', 'in', ['', ...skills])
    .execute();
  return rows.flatMap(({ gave_skill }) => gave_skill ?? []);
};

export const countSignatures = (trx: Trx, id: string): Promise<number> =>
  countRows(trx.selectFrom('document_signatures').where('document_id', '=', id));

type Removed = { id: string; lineage: string };

/**
 * Before a document is deleted: in other years with the same text, people who are there stay signed. Others are not named
 * there.
 */
export async function keepForOtherYears(trx: Trx, { id, lineage }: Removed): Promise<void> {
  const others = await trx
    .selectFrom('documents')
    .select(['id', 'pid', 'version', 'hash'])
    .where('lineage', '=', lineage)
    .where('id', '!=', id)
    .execute();
  for (const other of others)
    await trx
      .insertInto('document_signatures')
      .columns(['document_id', 'version', 'uid', 'lineage', 'hash', 'signed_at', 'valid_until'])
      .expression((eb) =>
        eb
          .selectFrom('document_signatures')
          .select([eb.val(other.id).as('document_id'), eb.cast<number>(eb.val(other.version), 'integer').as('version')])
          .select(['uid', 'lineage', 'hash', 'signed_at', 'valid_until'])
          .where('document_id', '=', id)
          .where('hash', '=', other.hash)
          .where('uid', 'in', peopleIn(trx, other.pid)),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Owners see everybody; chiefs see the people of their teams. */
export type Sight = { tids: readonly string[] | null };
const isInTeams = (pid: string, tids: Sight['tids']) =>
  tids === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select 1 from memberships where memberships.uid = people.uid and memberships.pid = ${pid}
      and memberships.tid in (${sql.join(anyOf(tids))}))`;

type Listing<Key extends string> = Sight & {
  id: string;
  now: string;
  after: CursorKey<Key> | undefined;
  limit: number;
};

/**
 * Who signed the document, in which version. Signatures of earlier years of the event are among them if they are for the
 * same text and the person is in the project.
 */
export const listSignatures = (
  read: Reader,
  { pid }: ProjectScope,
  { id, now, tids, after, limit }: Listing<'sort_key' | 'uid' | 'signed_at'>,
) =>
  read
    .selectFrom('documents')
    .innerJoin('document_signatures', 'document_signatures.lineage', 'documents.lineage')
    .innerJoin('people', 'people.uid', 'document_signatures.uid')
    .select(['people.uid', 'people.name', 'people.sort_key'])
    .select(['document_signatures.version', 'document_signatures.signed_at', 'document_signatures.valid_until'])
    .select(['document_signatures.hash', 'documents.hash as current_hash'])
    .where('documents.pid', '=', pid)
    .where('documents.id', '=', id)
    .where((eb) =>
      eb.or([
        eb('document_signatures.document_id', '=', eb.ref('documents.id')),
        eb.and([
          eb('document_signatures.hash', '=', eb.ref('documents.hash')),
          eb('document_signatures.uid', 'in', peopleIn(read, pid)),
        ]),
      ]),
    )
    .where(isInTeams(pid, tids))
    .$call(
      keyset(
        ['people.sort_key', 'people.uid', 'document_signatures.signed_at'],
        after && [after.sort_key, after.uid, after.signed_at],
      ),
    )
    .limit(limit)
    .execute()
    .then((rows) =>
      rows.map(({ current_hash, ...row }) => ({
        ...row,
        current: row.hash === current_hash && (row.valid_until === null || row.valid_until > now),
      })),
    );

/** The people of the project who have not signed the document as it is now. */
export const listMissing = (
  read: Reader,
  { pid }: ProjectScope,
  { id, now, tids, after, limit }: Listing<'sort_key' | 'uid'>,
) =>
  read
    .selectFrom('documents')
    .innerJoin(peopleIn(read, pid).as('present'), (join) => join.onTrue())
    .innerJoin('people', 'people.uid', 'present.uid')
    .select(['people.uid', 'people.name', 'people.sort_key'])
    .where('documents.pid', '=', pid)
    .where('documents.id', '=', id)
    .where('people.suspended_at', 'is', null)
    .where((eb) => eb.not(hasSigned(eb.ref('people.uid'), now)))
    .where(isInTeams(pid, tids))
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit)
    .execute();

/** The export of a person's data has all of them. */
export const listSignaturesOf = (read: Reader, uid: string) =>
  read
    .selectFrom('document_signatures')
    .innerJoin('documents', 'documents.id', 'document_signatures.document_id')
    .select(['documents.pid', 'documents.title', 'document_signatures.version', 'document_signatures.hash'])
    .select(['document_signatures.signed_at', 'document_signatures.valid_until'])
    .where('document_signatures.uid', '=', uid)
    .orderBy('document_signatures.signed_at')
    .orderBy('documents.id')
    .execute();

/** The texts that the person wrote. */
export const listVersionsBy = (read: Reader, uid: string) =>
  read
    .selectFrom('document_versions')
    .innerJoin('documents', 'documents.id', 'document_versions.document_id')
    .select(['documents.pid', 'documents.title', 'document_versions.version', 'document_versions.body'])
    .select(['document_versions.changes', 'document_versions.created_at'])
    .where('document_versions.created_by', '=', uid)
    .orderBy('document_versions.created_at')
    .orderBy('documents.id')
    .execute();
