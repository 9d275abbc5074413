import type { Actor } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import { deleteClaim, deleteFilesOf, insertSteps, updateClaim } from './claims.queries.ts';

type Ended = { id: string; number: number | null };

/** What nobody else has seen is deleted. The receipts of a withdrawn claim are deleted as well. Requires a locked row. */
export async function endClaim(
  trx: Trx,
  { projectRole: { scope }, uid, now }: Pick<Actor, 'projectRole' | 'uid' | 'now'>,
  { id, number }: Ended,
): Promise<void> {
  const isKnown = number !== null;
  if (isKnown) {
    const at = timestamp(now);
    await deleteFilesOf(trx, id);
    await updateClaim(trx, id, { state: 'withdrawn', changed_at: at, bank_until: null, note: '' });
    await insertSteps(trx, [{ id: newId(now), claim_id: id, uid, step: 'withdrawn', note: '', at }]);
  } else await deleteClaim(trx, id);
  const detail = { claim: id, what: isKnown ? String(number) : '' };
  const kind = isKnown ? 'claim.withdrawn' : 'claim.removed';
  await record(trx, now, { actor: uid, kind, subject: uid, pid: scope.pid, detail });
}
