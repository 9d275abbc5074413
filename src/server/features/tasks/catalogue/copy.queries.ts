import type { Insertable } from 'kysely';
import type { Trx } from '../../../db/db.ts';
import type { PlacesTable, SkillsTable, TaskKindsTable } from '../../../db/tables.ts';

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
