import { maxTagsOfPerson, maxTagsOfProject } from '../../../shared/limits.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { lockProject } from '../../db/lock-project.ts';
import { fail, requireNone } from '../../errors.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { timestamp } from '../../lib/clock.ts';
import { sha256 } from '../../lib/secrets.ts';
import { sortKey } from '../../lib/text.ts';
import { recordAll } from '../audit/audit.service.ts';
import * as queries from './tags.queries.ts';
import { deleteTags, hasTag, insertTags, listKnownTags, listPresent, listTagsOf } from './tags.queries.ts';
import type { PersonTags, TagChange } from './tags.schema.ts';

/** The same for "Driver", "driver " and "DRIVER". */
export const tagKey = (tag: string): string => sortKey(tag.replaceAll(/\s+/g, ' ')) || tag;

/** The tags of each of these people, in alphabetical order. */
export async function tagsOf(
  read: Reader,
  scope: ProjectScope,
  uids: readonly string[],
): Promise<(uid: string) => string[]> {
  const rows = uids.length === 0 ? [] : await listTagsOf(read, scope, uids);
  const byPerson = Map.groupBy(rows, ({ uid }) => uid);
  return (uid) => (byPerson.get(uid) ?? []).map(({ tag }) => tag);
}

/** A subquery: the people who have one of these tags. */
export const peopleWithTag = (read: Reader, scope: ProjectScope, tags: readonly string[]) =>
  hasTag(read, scope, tags.map(tagKey));

/** What a person's export has about tags. */
export const listTagsOfPerson = (read: Reader, uid: string) => queries.listTagsOfPerson(read, uid);

/** A number that is the same for the same tags: they have no row of their own that could count its changes. */
export const revisionOf = ({ tags }: PersonTags): number => Number.parseInt(sha256(tags.join('\n')).slice(0, 12), 16);

export const readTags = async (read: Reader, scope: ProjectScope, uid: string): Promise<PersonTags> => ({
  tags: (await tagsOf(read, scope, [uid]))(uid),
});

type Wanted = { uid: string; add: readonly string[]; remove: readonly string[] };
type Cause = { actor: string; now: Date };

/**
 * Adds and removes tags of people who are locked and in the project, with the same number of statements for one person and
 * for 500. Returns who has other tags than before. Also for imports.
 */
export async function applyTags(
  trx: Trx,
  { actor, now }: Cause,
  scope: ProjectScope,
  wanted: readonly Wanted[],
): Promise<string[]> {
  // The limit of the project counts what others add at the same time.
  await lockProject(trx, scope.pid);
  const spelling = new Map((await listKnownTags(trx, scope)).map(({ tag_key, tag }) => [tag_key, tag]));
  const before = await keysOf(trx, scope, wanted);
  const changes = wanted.flatMap(({ uid, add, remove }) => {
    const held = before.get(uid) ?? new Set();
    const gone = new Set(remove.map(tagKey)).intersection(held);
    const fresh = new Map(add.map((tag) => [tagKey(tag), tag.trim().replaceAll(/\s+/g, ' ')] as const));
    for (const key of held) fresh.delete(key);
    if (held.size - gone.size + fresh.size > maxTagsOfPerson)
      fail('not_allowed', { detail: `A person has at most ${maxTagsOfPerson} tags` });
    for (const [key, tag] of fresh) if (!spelling.has(key)) spelling.set(key, tag);
    return gone.size + fresh.size === 0 ? [] : [{ uid, gone: [...gone], fresh: [...fresh.keys()] }];
  });
  if (spelling.size > maxTagsOfProject)
    fail('not_allowed', { detail: `A project has at most ${maxTagsOfProject} different tags` });
  const spelled = (keys: readonly string[]) => keys.map((key) => spelling.get(key) ?? key);
  for (const [keys, some] of Map.groupBy(changes, ({ gone }) => gone.join('\n')))
    if (keys !== '')
      await deleteTags(
        trx,
        scope,
        some.map(({ uid }) => uid),
        some[0]?.gone ?? [],
      );
  const at = timestamp(now);
  await insertTags(
    trx,
    changes.flatMap(({ uid, fresh }) =>
      fresh.map((key) => ({ pid: scope.pid, uid, tag_key: key, tag: spelling.get(key) ?? key, created_at: at })),
    ),
  );
  for (const some of chunksOf(changes))
    await recordAll(
      trx,
      now,
      some.map(({ uid, gone, fresh }) => ({
        actor,
        kind: 'person.tagged',
        subject: uid,
        pid: scope.pid,
        detail: { added: spelled(fresh).join(', '), removed: spelled(gone).join(', ') },
      })),
    );
  return changes.map(({ uid }) => uid);
}

async function keysOf(trx: Trx, scope: ProjectScope, wanted: readonly Wanted[]): Promise<Map<string, Set<string>>> {
  const keys = new Map<string, Set<string>>();
  for (const some of chunksOf(wanted))
    for (const { uid, tag_key: key } of await listTagsOf(
      trx,
      scope,
      some.map(({ uid }) => uid),
    ))
      keys.set(uid, (keys.get(uid) ?? new Set()).add(key));
  return keys;
}

/** The same tags are added to all of them, and removed from all. */
export async function changeTags(db: Db, actor: Actor, { uids, add = [], remove = [] }: TagChange): Promise<number> {
  const { caller, uid, now, projectRole } = actor;
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller, uids);
    const present = await listPresent(trx, scope, uids);
    requireNone(
      uids.flatMap((one, index) =>
        present.has(one) ? [] : [{ pointer: `/uids/${index}`, detail: 'is not a person of this project' }],
      ),
    );
    const wanted = uids.map((one) => ({ uid: one, add, remove }));
    return (await applyTags(trx, { actor: uid, now }, scope, wanted)).length;
  });
}

/** Replaces the tags of one person. */
export async function setTags(
  db: Db,
  { caller, uid, now, projectRole: { scope }, person }: Actor & { person: string },
  tags: readonly string[],
  expected: number | undefined,
): Promise<PersonTags> {
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller, [person]);
    await requirePresent(trx, scope, person);
    const before = await readTags(trx, scope, person);
    if (expected !== undefined && expected !== revisionOf(before)) fail('stale');
    const kept = new Set(tags.map(tagKey));
    const remove = before.tags.filter((tag) => !kept.has(tagKey(tag)));
    await applyTags(trx, { actor: uid, now }, scope, [{ uid: person, add: tags, remove }]);
    return readTags(trx, scope, person);
  });
}

/** The caller may know everybody in the project. */
export async function requirePresent(read: Reader, scope: ProjectScope, uid: string): Promise<void> {
  if (!(await listPresent(read, scope, [uid])).has(uid))
    fail('not_found', { detail: 'There is no such person in this project' });
}
