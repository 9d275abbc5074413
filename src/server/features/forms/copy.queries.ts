import type { Trx } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { audienceColumns, audienceOf } from './audience/audience.policy.ts';

/**
 * Copies the questions, but neither answers nor the opening times: the new owners decide when to ask. Teams are copied
 * before. A form that asks only teams that were not copied is left out: without them it would ask everybody.
 */
export async function copyForms(
  trx: Trx,
  { from, to, at }: { from: string; to: string; at: string },
): Promise<never[]> {
  const forms = await trx
    .selectFrom('forms')
    .select([
      'form',
      'kind',
      'title',
      'description',
      'audience',
      'audience_tids',
      'fields',
      'passes_on',
      'passes_until',
    ])
    .where('pid', '=', from)
    .execute();
  const teams = await trx.selectFrom('teams').select('tid').where('pid', '=', to).execute();
  const copied = new Set(teams.map(({ tid }) => tid));
  const rows = forms.flatMap((form) => {
    const { audience, tids } = audienceOf(form);
    const kept = tids.filter((tid) => copied.has(tid));
    if (tids.length > 0 && kept.length === 0) return [];
    return [{ ...form, ...audienceColumns({ audience, tids: kept }), pid: to, created_at: at }];
  });
  for (const some of chunksOf(rows)) await trx.insertInto('forms').values(some).execute();
  return [];
}
