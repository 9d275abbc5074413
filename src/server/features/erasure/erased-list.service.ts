import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../db/db.ts';
import { sign } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { listErased } from './erasure.queries.ts';

/**
 * A backup brings back people who were erased after it was made. This list is kept beside the backups, so that a restore
 * can erase them again. A line is the HMAC of an identifier: nobody without the key can add people to it.
 */
const listPath = (folder: string): string => join(folder, 'erased-people.txt');

/** All that is kept of an erased person: it says nothing to those who do not know the identifier and the key. */
export const erasedMark = (keys: Keyring, uid: string): string => sign(keys, 'erased', uid);

export async function readErasedList(folder: string): Promise<Set<string>> {
  try {
    return new Set((await readFile(listPath(folder), 'utf8')).split('\n').filter((line) => line !== ''));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Set();
    throw error;
  }
}

/** Appended after the commit of each erasure. */
export async function addToErasedList(folder: string, keys: Keyring, uid: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await appendFile(listPath(folder), `${erasedMark(keys, uid)}\n`, { mode: 0o600, flush: true });
}

/** Runs with each backup and adds what is only in the database, for example after a crash. */
export async function completeErasedList(db: Db, folder: string): Promise<void> {
  const there = await readErasedList(folder);
  const lines = there.union(new Set(await erasedIn(db)));
  if (lines.size === there.size) return;
  const draft = `${listPath(folder)}.part`;
  await writeFile(draft, `${[...lines].join('\n')}\n`, { mode: 0o600, flush: true });
  await rename(draft, listPath(folder));
}

/** The lines that the database itself has. */
export const erasedIn = (db: Db): Promise<string[]> => listErased(db.read);

/** Lines written with a key that was removed since are not recognised. */
export const isOnErasedList = (lines: ReadonlySet<string>, keys: Keyring, uid: string): boolean =>
  [...keys.all.values()].some((current) => lines.has(erasedMark({ ...keys, current }, uid)));
