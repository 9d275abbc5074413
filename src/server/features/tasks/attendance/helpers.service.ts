import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import { recordAll } from '../../audit/audit.service.ts';
import { endConsentsOfLeavers } from '../../forms/disclosure/consents.service.ts';
import { deleteIdleHelpers, insertHelper } from './helpers.queries.ts';

/** Who puts people on tasks or takes them off; `actor` is null for the system. */
type Change = { actor: string | null; now: Date };

/** Called for somebody without a team who gets a place. */
export async function startHelping(
  trx: Trx,
  { actor, now }: Change,
  { pid }: ProjectScope,
  uid: string,
): Promise<void> {
  await insertHelper(trx, { pid, uid, created_at: timestamp(now) });
  await recordAll(trx, now, [{ actor, kind: 'helper.added', subject: uid, pid }]);
}

/**
 * For people who have lost places in the project: those with none left are no longer helpers. It is like leaving the
 * project: forms that ask helpers do not ask them any longer. Requires their locked plans, so that they get no other
 * place meanwhile. Returns who no longer is a helper.
 */
export async function endHelping(
  trx: Trx,
  change: Change,
  scope: ProjectScope,
  uids: readonly string[],
): Promise<string[]> {
  const { actor, now } = change;
  const ended = await deleteIdleHelpers(trx, scope, uids);
  for (const subject of ended) {
    await recordAll(trx, now, [{ actor, kind: 'helper.removed', subject, pid: scope.pid }]);
    await endConsentsOfLeavers(trx, change, scope, subject);
  }
  return ended;
}
