import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { enabledMemberships, peopleIn } from '../../db/memberships.ts';
import type { PersonTagsTable } from '../../db/tables.ts';
import { chunksOf } from '../../lib/chunks.ts';

export const listTagsOf = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  read
    .selectFrom('person_tags')
    .select(['uid', 'tag', 'tag_key'])
    .where('pid', '=', pid)
    .where('uid', 'in', anyOf(uids))
    .orderBy('tag_key')
    .execute();

/** Every tag of the project with its key. A tag is spelled as it was first, wherever it is. */
export const listKnownTags = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('person_tags')
    .select(['tag_key', sql<string>`min(tag)`.as('tag')])
    .where('pid', '=', pid)
    .groupBy('tag_key')
    .execute();

/** With how many people of the project have them. `tids`: only people of these teams; undefined for everybody. */
export const countByTag = (read: Reader, { pid }: ProjectScope, tids: readonly string[] | undefined, limit: number) =>
  read
    .selectFrom('person_tags')
    .select(({ fn }) => [sql<string>`min(tag)`.as('tag'), fn.countAll<number>().as('people')])
    .where('pid', '=', pid)
    .where(
      'uid',
      'in',
      tids === undefined
        ? peopleIn(read, pid)
        : enabledMemberships(read)
            .select('memberships.uid')
            .where('memberships.pid', '=', pid)
            .where('memberships.tid', 'in', anyOf(tids)),
    )
    .groupBy('tag_key')
    .orderBy('tag_key')
    .limit(limit)
    .execute();

/** Which of these people are in the project. */
export async function listPresent(read: Reader, { pid }: ProjectScope, uids: readonly string[]): Promise<Set<string>> {
  const rows = await read
    .selectFrom('people')
    .select('people.uid')
    .where('people.uid', 'in', anyOf(uids))
    .where('people.uid', 'in', peopleIn(read, pid))
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** Somebody who gets a tag that they have in the meantime keeps theirs. */
export async function insertTags(trx: Trx, rows: readonly Insertable<PersonTagsTable>[]): Promise<void> {
  for (const some of chunksOf(rows))
    await trx
      .insertInto('person_tags')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function deleteTags(
  trx: Trx,
  { pid }: ProjectScope,
  uids: readonly string[],
  keys: readonly string[],
): Promise<void> {
  for (const some of chunksOf(uids))
    await trx
      .deleteFrom('person_tags')
      .where('pid', '=', pid)
      .where('uid', 'in', anyOf(some))
      .where('tag_key', 'in', anyOf(keys))
      .execute();
}

export const listTagsOfPerson = (read: Reader, uid: string) =>
  read
    .selectFrom('person_tags')
    .select(['pid', 'tag'])
    .where('uid', '=', uid)
    .orderBy('pid')
    .orderBy('tag_key')
    .execute();

export const hasTag = (read: Reader, { pid }: ProjectScope, keys: readonly string[]) =>
  read.selectFrom('person_tags').select('uid').where('pid', '=', pid).where('tag_key', 'in', anyOf(keys));
