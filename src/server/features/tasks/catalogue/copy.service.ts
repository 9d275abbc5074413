import type { Trx } from '../../../db/db.ts';
import { newIds } from '../../../lib/secrets.ts';
import { insertCatalogue, loadCatalogue } from './copy.queries.ts';

/** As the other features copy: a new project from the one before. */
type YearCopy = { from: string; to: string; at: string };

/** Places, skills and kinds of tasks, with the same names. Who has which skill is not copied: people say so each year. */
export async function copyCatalogue(trx: Trx, { from, to, at }: YearCopy): Promise<never[]> {
  const { places, skills, kinds, required } = await loadCatalogue(trx, from);
  const old = [...places, ...skills, ...kinds].map(({ id }) => id);
  const fresh = newIds(new Date(at), old.length);
  const ids = new Map(old.map((id, index) => [id, fresh[index] ?? id]));
  const idOf = (id: string): string => ids.get(id) ?? id;
  const copied = <Row extends { id: string }>(row: Row) => ({ ...row, id: idOf(row.id), pid: to, revision: 1 });
  await insertCatalogue(trx, {
    places: places.map(copied),
    skills: skills.map(copied),
    kinds: kinds.map(copied),
    required: required.map(({ kind_id, skill_id }) => ({ kind_id: idOf(kind_id), skill_id: idOf(skill_id) })),
  });
  return [];
}
