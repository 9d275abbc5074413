import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { ImportsTable } from '../../db/tables.ts';

export type ImportRow = Selectable<ImportsTable>;

export async function insertImport(trx: Trx, row: Insertable<ImportsTable>): Promise<void> {
  await trx.insertInto('imports').values(row).execute();
}

/** Leaves out what is left to do, which is long. */
const shown = (read: Reader) =>
  read
    .selectFrom('imports')
    .leftJoin('people', 'people.uid', 'imports.created_by')
    .select(['imports.id', 'imports.kind', 'imports.form', 'imports.state', 'imports.total', 'imports.done'])
    .select(['imports.imported', 'imports.created_at', 'people.name as maker']);

export type ShownImport = Awaited<ReturnType<typeof listImports>>[number];

/** Returns the newest first. */
export const listImports = (read: Reader, { pid }: ProjectScope, limit: number) =>
  shown(read).where('imports.pid', '=', pid).orderBy('imports.id', 'desc').limit(limit).execute();

export const findImport = (read: Reader, { pid }: ProjectScope, id: string) =>
  shown(read).where('imports.pid', '=', pid).where('imports.id', '=', id).executeTakeFirst();

/** Locks the row until the transaction ends, so that one process works on a batch. */
export const lockRunning = (trx: Trx, id: string): Promise<ImportRow | undefined> =>
  trx
    .updateTable('imports')
    .set((eb) => ({ done: eb.ref('done') }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();

export const lockImport = (trx: Trx, { pid }: ProjectScope, id: string): Promise<ImportRow | undefined> =>
  trx
    .updateTable('imports')
    .set((eb) => ({ done: eb.ref('done') }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const updateImport = (trx: Trx, id: string, values: Updateable<ImportsTable>): Promise<boolean> =>
  changedOne(trx.updateTable('imports').set(values).where('id', '=', id));

export async function deleteOldImports(trx: Trx, createdBefore: string): Promise<void> {
  await trx.deleteFrom('imports').where('created_at', '<=', createdBefore).execute();
}

/** Who began it, for the mails that go out in their name. */
export const findMaker = (read: Reader, uid: string) =>
  read.selectFrom('people').select(['name', 'email']).where('uid', '=', uid).executeTakeFirst();

export const listTeams = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('teams')
    .select(['tid', 'name', 'disabled_at', 'headcount', 'member_count'])
    .where('pid', '=', pid)
    .orderBy('sort_key')
    .orderBy('tid')
    .execute();

export const findCalendar = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('projects')
    .select(['starts_on', 'ends_on', 'timezone'])
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();
