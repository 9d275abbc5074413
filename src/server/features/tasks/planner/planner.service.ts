import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { failField } from '../../../errors.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { findPlace } from '../attendance/attendance.queries.ts';
import { movePlaces } from '../attendance/placement.service.ts';
import { requirePlanner } from '../tasks.policy.ts';
import { noSuchTask } from '../tasks.service.ts';
import { fillPlaces, lockWithWaiting } from '../waiting/filling.service.ts';

type Transfer = Actor & { id: string; attendee: string; from: string };

/** Moves a person from one task to another, or does nothing: nobody loses a place because the other one is refused. */
export async function transfer({ db, keys }: { db: Db; keys: Keyring }, wanted: Transfer): Promise<void> {
  const { projectRole, caller, uid, now, id, attendee, from } = wanted;
  if (id === from) failField('/querystring/instead_of', 'must be another task');
  await db.transaction(async (trx) => {
    const tids = await teamsOf(trx, wanted);
    requirePlanner(projectRole, ...tids);
    const { roles } = await confirmCaller(trx, now, caller, [attendee]);
    requirePlanner(roles, ...tids);
    const mover = { scope: projectRole.scope, keys, actor: uid, now, by: 'planner' } as const;
    await lockWithWaiting(trx, [from], [attendee]);
    const move = { on: [{ uid: attendee, task: id }], off: [{ uid: attendee, task: from }] };
    const { off } = await movePlaces(trx, mover, move);
    if (off.length > 0) await fillPlaces(trx, { keys, now }, [from]);
  });
}

/** Of both tasks. */
async function teamsOf(trx: Trx, { projectRole: { scope }, id, from, attendee }: Transfer) {
  const to = (await findPlace(trx, scope, id, attendee)) ?? noSuchTask();
  const before = (await findPlace(trx, scope, from, attendee)) ?? noSuchTask();
  return [to.tid, before.tid];
}
