import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { preparedStatement } from '../../db/prepared.ts';
import type { TranslationsTable } from '../../db/tables.ts';
import { chunksOf } from '../../lib/chunks.ts';

type Kind = TranslationsTable['kind'];

export type Wanted = {
  pids: readonly string[];
  language: string;
  /** Of these, all texts; of everything else only names and titles. */
  whole: { kind: Kind; ids: readonly string[] } | undefined;
};

const texts = (read: Reader) =>
  read.selectFrom('translations').select(['pid', 'kind', 'id', 'field', 'source', 'text']);
const names = ['name', 'title'] as const;

/** For each mail about something in a project. */
const namesOfOne = preparedStatement((read, parameter: (name: 'pid' | 'language') => string) =>
  texts(read)
    .where('pid', '=', parameter('pid'))
    .where('language', '=', parameter('language'))
    .where('field', 'in', names),
);

export async function findTexts(read: Reader, { pids, language, whole }: Wanted) {
  const [pid, ...others] = pids;
  if (pid === undefined) return [];
  if (whole === undefined && others.length === 0) return namesOfOne(read, { pid, language });
  return texts(read)
    .where('pid', 'in', pids)
    .where('language', '=', language)
    .where((eb) =>
      eb.or([
        eb('field', 'in', names),
        ...(whole === undefined ? [] : [eb.and([eb('kind', '=', whole.kind), eb('id', 'in', anyOf(whole.ids))])]),
      ]),
    )
    .execute();
}

export const listTranslations = (read: Reader, pid: string, of?: { kind: Kind; id: string }) =>
  read
    .selectFrom('translations')
    .select(['kind', 'id', 'language', 'field', 'source', 'text'])
    .where('pid', '=', pid)
    .$if(of !== undefined, (query) => query.where('kind', '=', of?.kind ?? 'project').where('id', '=', of?.id ?? ''))
    .execute();

export type TranslationRow = Awaited<ReturnType<typeof listTranslations>>[number];

export async function replaceTranslations(
  trx: Trx,
  { pid }: Pick<ProjectScope, 'pid'>,
  { kind, id, languages }: { kind: Kind; id: string; languages: readonly string[] },
  rows: readonly Insertable<TranslationsTable>[],
): Promise<void> {
  await trx
    .deleteFrom('translations')
    .where('pid', '=', pid)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('language', 'in', anyOf(languages))
    .execute();
  await insertTranslations(trx, rows);
}

export async function insertTranslations(trx: Trx, rows: readonly Insertable<TranslationsTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('translations').values(some).execute();
}

export async function deleteTranslations(trx: Trx, pid: string, kind: Kind, id: string): Promise<void> {
  await trx.deleteFrom('translations').where('pid', '=', pid).where('kind', '=', kind).where('id', '=', id).execute();
}

/** Everything of a project that can be translated, or one of it. There are few of each. */
export const selectOriginals = {
  project: (read: Reader, pid: string, _id?: string) =>
    read
      .selectFrom('projects')
      .leftJoin('thanks_pages', 'thanks_pages.pid', 'projects.pid')
      .select(['projects.pid', 'projects.name', 'projects.description', 'thanks_pages.text as thanks'])
      .where('projects.pid', '=', pid)
      .execute(),
  team: (read: Reader, pid: string, id?: string) =>
    read
      .selectFrom('teams')
      .select(['tid', 'name', 'public_description', 'description'])
      .where('pid', '=', pid)
      .where('disabled_at', 'is', null)
      .$if(id !== undefined, (query) => query.where('tid', '=', id ?? ''))
      .orderBy('sort_key')
      .execute(),
  form: (read: Reader, pid: string, id?: string) =>
    read
      .selectFrom('forms')
      .select(['form', 'kind', 'title', 'description', 'fields'])
      .where('pid', '=', pid)
      .$if(id !== undefined, (query) => query.where('form', '=', id ?? ''))
      .orderBy('form')
      .execute(),
  task_kind: (read: Reader, pid: string, id?: string) =>
    read
      .selectFrom('task_kinds')
      .select(['id', 'name', 'briefing'])
      .where('pid', '=', pid)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .orderBy('name')
      .execute(),
  document: (read: Reader, pid: string, id?: string) =>
    read
      .selectFrom('documents')
      .innerJoin('document_versions', (join) =>
        join
          .onRef('document_versions.document_id', '=', 'documents.id')
          .onRef('document_versions.version', '=', 'documents.version'),
      )
      .select(['documents.id', 'documents.title', 'document_versions.body'])
      .where('documents.pid', '=', pid)
      .$if(id !== undefined, (query) => query.where('documents.id', '=', id ?? ''))
      .orderBy('documents.id')
      .execute(),
  /** The newest first. Older ones than these are hardly read. */
  announcement: (read: Reader, pid: string, id?: string) =>
    read
      .selectFrom('announcements')
      .select(['id', 'tid', 'title', 'body'])
      .where('pid', '=', pid)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .orderBy('id', 'desc')
      .limit(50)
      .execute(),
};
