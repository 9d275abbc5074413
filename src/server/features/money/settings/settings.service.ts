import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { lockSettings, updateSettings } from './settings.queries.ts';

/** Numbers of claims and payouts have no gaps. Requires that nothing of the claims is locked after it. */
export async function nextNumber(
  trx: Trx,
  scope: ProjectScope,
  counter: 'last_claim' | 'last_payout',
  count = 1,
): Promise<number> {
  const row = await lockSettings(trx, scope);
  await updateSettings(trx, scope, { [counter]: row[counter] + count });
  return row[counter] + 1;
}
