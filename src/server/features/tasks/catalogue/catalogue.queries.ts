import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { PersonSkillsTable, PlacesTable, SkillsTable, TaskKindsTable } from '../../../db/tables.ts';
import { lockProject } from '../../../db/lock-project.ts';
import type { CursorKey } from '../../../http/paging.ts';
import { chunksOf } from '../../../lib/chunks.ts';

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

/** How many tasks each kind and place has, and how many people each skill. Three queries. */
export async function countUses(read: Reader, { pid }: ProjectScope): Promise<{ id: string; count: number }[]> {
  const ofTasks = (column: 'kind_id' | 'place_id') =>
    read
      .selectFrom('tasks')
      .select(({ fn }) => [column, fn.countAll<number>().as('count')])
      .where('pid', '=', pid)
      .where(column, 'is not', null)
      .groupBy(column)
      .execute();
  const [kinds, places, skills] = await Promise.all([
    ofTasks('kind_id'),
    ofTasks('place_id'),
    read
      .selectFrom('person_skills')
      .innerJoin('skills', 'skills.id', 'person_skills.skill_id')
      .select(({ fn }) => ['skills.id', fn.countAll<number>().as('count')])
      .where('skills.pid', '=', pid)
      .groupBy('skills.id')
      .execute(),
  ]);
  return [
    ...kinds.map(({ kind_id: id, count }) => ({ id: id ?? '', count })),
    ...places.map(({ place_id: id, count }) => ({ id: id ?? '', count })),
    ...skills,
  ];
}

/** Whether the person is on a task of the kind that has begun. */
export async function hasBegunTasks(
  read: Reader,
  { pid }: ProjectScope,
  { id, uid, now }: { id: string; uid: string; now: string },
): Promise<boolean> {
  const task = await read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select('tasks.id')
    .where('attendances.uid', '=', uid)
    .where('tasks.pid', '=', pid)
    .where('tasks.kind_id', '=', id)
    .where('tasks.starts_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return task !== undefined;
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
    .where('kind_id', 'in', anyOf(kinds))
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

/** Everything of a project, to copy it to another one. */
export async function loadCatalogue(trx: Trx, pid: string) {
  const places = await trx.selectFrom('places').selectAll().where('pid', '=', pid).orderBy('id').execute();
  const skills = await trx.selectFrom('skills').selectAll().where('pid', '=', pid).orderBy('id').execute();
  const kinds = await trx.selectFrom('task_kinds').selectAll().where('pid', '=', pid).orderBy('id').execute();
  const required = await trx
    .selectFrom('task_kind_skills')
    .innerJoin('task_kinds', 'task_kinds.id', 'task_kind_skills.kind_id')
    .select(['kind_id', 'skill_id'])
    .where('task_kinds.pid', '=', pid)
    .execute();
  return { places, skills, kinds, required };
}

/** Who has which skills of a project because they were given to them. */
export const listGranted = (read: Reader, pid: string, now: string) =>
  read
    .selectFrom('person_skills')
    .innerJoin('skills', 'skills.id', 'person_skills.skill_id')
    .select(['skill_id', 'uid', 'granted_by', 'granted_at', 'created_at', 'valid_until'])
    .where('skills.pid', '=', pid)
    .where('granted_at', 'is not', null)
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .execute();

export async function insertGranted(trx: Trx, rows: readonly Insertable<PersonSkillsTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('person_skills').values(some).execute();
}

type Catalogue = {
  places: Insertable<PlacesTable>[];
  skills: Insertable<SkillsTable>[];
  kinds: Insertable<TaskKindsTable>[];
  required: { kind_id: string; skill_id: string }[];
};

export async function insertCatalogue(trx: Trx, { places, skills, kinds, required }: Catalogue): Promise<void> {
  if (places.length > 0) await trx.insertInto('places').values(places).execute();
  if (skills.length > 0) await trx.insertInto('skills').values(skills).execute();
  if (kinds.length > 0) await trx.insertInto('task_kinds').values(kinds).execute();
  if (required.length > 0) await trx.insertInto('task_kind_skills').values(required).execute();
}
