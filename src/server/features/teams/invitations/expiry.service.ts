import type { LapseServices } from '../../../feature.ts';
import { timestamp } from '../../../lib/clock.ts';
import { notify } from '../../notices/notify.service.ts';
import { lockPeople } from '../../people/people.service.ts';
import { insertPast, listExpired, takeExpired } from './invitations.queries.ts';
import { pastUntil } from './past.policy.ts';

/** One team can have so many open, which become one notice. */
const batchSize = 500;

/** Ends invitations that nobody answered in time, and notifies those who sent them. */
export async function expireInvitations(services: LapseServices): Promise<void> {
  while ((await expireBatch(services)) === batchSize);
}

/** Returns how many invitations were found. The transaction that deletes them also creates the notices. */
async function expireBatch({ db, clock }: LapseServices): Promise<number> {
  const now = clock.now();
  const at = timestamp(now);
  const found = await listExpired(db.read, at, batchSize);
  if (found.length === 0) return 0;
  await db.transaction(async (trx) => {
    // Nobody can be suspended or erased until the notice is created.
    await lockPeople(trx, [...new Set(found.flatMap(({ invited_by: uid }) => uid ?? []))]);
    const ids = found.map(({ id }) => id);
    const rows = await takeExpired(trx, ids, at);
    // Nobody could answer one that was never sent.
    const past = { state: 'expired' as const, expires_at: pastUntil(now) };
    await insertPast(
      trx,
      rows.flatMap(({ held, expires_at: ended_at, ...row }) => (held === 1 ? [] : [{ ...row, ...past, ended_at }])),
    );
    const taken = new Set(rows.map(({ id }) => id));
    const expired = found.filter(({ id, state }) => taken.has(id) && state !== 'archived');
    const groups = Map.groupBy(expired, ({ pid, tid, invited_by: uid }) => [pid, tid, uid].join(' '));
    await notify(
      trx,
      { actor: null, now },
      [...groups.values()].flatMap(([first, ...others]) => {
        if (first === undefined || first.invited_by === null) return [];
        const { pid, tid: subject, team, invited_by: uid } = first;
        const values = { team, invitations: 1 + others.length };
        return [{ kind: 'invitation.expired' as const, uid, pid, subject, values }];
      }),
    );
  });
  return found.length;
}
