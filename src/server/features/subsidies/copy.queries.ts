import type { Trx } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';

export async function copySubsidies(trx: Trx, { from, to }: { from: string; to: string }): Promise<never[]> {
  const lines = await trx
    .selectFrom('traffic_subsidies')
    .select(['location', 'sort_key', 'amount'])
    .where('pid', '=', from)
    .execute();
  const rows = lines.map((line) => ({ ...line, pid: to }));
  for (const some of chunksOf(rows)) await trx.insertInto('traffic_subsidies').values(some).execute();
  await trx
    .updateTable('projects')
    .set((eb) => ({
      subsidy_currency: eb.selectFrom('projects as source').select('subsidy_currency').where('source.pid', '=', from),
    }))
    .where('pid', '=', to)
    .execute();
  return [];
}
