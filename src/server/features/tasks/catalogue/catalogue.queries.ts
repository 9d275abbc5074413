import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { PlacesTable, SkillsTable, TaskKindsTable } from '../../../db/tables.ts';
import { lockProject } from '../../../db/lock-project.ts';
import type { CursorKey } from '../../../http/paging.ts';

export type PlaceRow = Selectable<PlacesTable>;
export type SkillRow = Selectable<SkillsTable>;
export type KindRow = Selectable<TaskKindsTable>;
export type CatalogueTable = 'places' | 'skills' | 'task_kinds';

type Slice = { after: CursorKey<'name' | 'id'> | undefined; limit: number };

/** Locks the project, so that numbers and names of its entries hold until the commit. */
export async function lockCatalogue(trx: Trx, { pid }: ProjectScope): Promise<void> {
  await lockProject(trx, pid);
}

export const listNames = (trx: Trx, { pid }: ProjectScope, table: CatalogueTable) =>
  trx.selectFrom(table).select(['id', 'name']).where('pid', '=', pid).execute();

export async function deleteEntry(trx: Trx, { pid }: ProjectScope, table: CatalogueTable, id: string): Promise<void> {
  await trx.deleteFrom(table).where('pid', '=', pid).where('id', '=', id).execute();
}

export const selectPlaces = (read: Reader, { pid }: ProjectScope, { after, limit }: Slice) =>
  read
    .selectFrom('places')
    .selectAll()
    .where('pid', '=', pid)
    .$call(keyset(['name', 'id'], after && [after.name, after.id]))
    .limit(limit)
    .execute();

export const findPlace = (read: Reader, { pid }: ProjectScope, id: string) =>
  read.selectFrom('places').selectAll().where('pid', '=', pid).where('id', '=', id).executeTakeFirst();

export const insertPlace = (trx: Trx, row: Insertable<PlacesTable>) =>
  trx.insertInto('places').values(row).returningAll().executeTakeFirstOrThrow();

export const updatePlace = (trx: Trx, { pid }: ProjectScope, id: string, values: Updateable<PlacesTable>) =>
  trx
    .updateTable('places')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const selectSkills = (read: Reader, { pid }: ProjectScope, { after, limit }: Slice) =>
  read
    .selectFrom('skills')
    .selectAll()
    .where('pid', '=', pid)
    .$call(keyset(['name', 'id'], after && [after.name, after.id]))
    .limit(limit)
    .execute();

export const findSkill = (read: Reader, { pid }: ProjectScope, id: string) =>
  read.selectFrom('skills').selectAll().where('pid', '=', pid).where('id', '=', id).executeTakeFirst();

export const insertSkill = (trx: Trx, row: Insertable<SkillsTable>) =>
  trx.insertInto('skills').values(row).returningAll().executeTakeFirstOrThrow();

export const updateSkill = (trx: Trx, { pid }: ProjectScope, id: string, values: Updateable<SkillsTable>) =>
  trx
    .updateTable('skills')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const selectKinds = (read: Reader, { pid }: ProjectScope, { after, limit }: Slice) =>
  read
    .selectFrom('task_kinds')
    .selectAll()
    .where('pid', '=', pid)
    .$call(keyset(['name', 'id'], after && [after.name, after.id]))
    .limit(limit)
    .execute();

export const findKind = (read: Reader, { pid }: ProjectScope, id: string) =>
  read.selectFrom('task_kinds').selectAll().where('pid', '=', pid).where('id', '=', id).executeTakeFirst();

export const insertKind = (trx: Trx, row: Insertable<TaskKindsTable>) =>
  trx.insertInto('task_kinds').values(row).returningAll().executeTakeFirstOrThrow();

export const updateKind = (trx: Trx, { pid }: ProjectScope, id: string, values: Updateable<TaskKindsTable>) =>
  trx
    .updateTable('task_kinds')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const listRequired = (read: Reader, kinds: readonly string[]) =>
  read
    .selectFrom('task_kind_skills')
    .select(['kind_id', 'skill_id'])
    // No kind has an empty id, and `in ()` is not valid SQL.
    .where('kind_id', 'in', ['', ...kinds])
    .orderBy('skill_id')
    .execute();

export async function replaceRequired(trx: Trx, kind: string, skills: readonly string[]): Promise<void> {
  await trx.deleteFrom('task_kind_skills').where('kind_id', '=', kind).execute();
  if (skills.length === 0) return;
  await trx
    .insertInto('task_kind_skills')
    .values(skills.map((skill_id) => ({ kind_id: kind, skill_id })))
    .execute();
}
