import type { Trx } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';

/** Copies the questions, but neither answers nor the opening times: the new owners decide when to ask. */
export async function copyForms(
  trx: Trx,
  { from, to, at }: { from: string; to: string; at: string },
): Promise<never[]> {
  const forms = await trx
    .selectFrom('forms')
    .select(['form', 'kind', 'title', 'description', 'audience', 'fields', 'passes_on', 'passes_until'])
    .where('pid', '=', from)
    .execute();
  const rows = forms.map((form) => ({ ...form, pid: to, created_at: at }));
  for (const some of chunksOf(rows)) await trx.insertInto('forms').values(some).execute();
  return [];
}
