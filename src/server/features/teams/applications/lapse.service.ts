import type { LapseServices } from '../../../feature.ts';
import { timestamp } from '../../../lib/clock.ts';
import { notify } from '../../notices/notify.service.ts';
import { lockPeople } from '../../people/people.service.ts';
import { listLapsed, takeLapsed } from './applications.queries.ts';
import type { LapsedRow } from './applications.queries.ts';

const batchSize = 100;

/** Deletes applications that nobody answered in time, and tells the applicants. */
export async function lapseApplications(services: LapseServices): Promise<void> {
  while ((await lapseBatch(services)) === batchSize);
}

/** Returns how many applications were found. The transaction that deletes one also creates its notice. */
async function lapseBatch({ db, clock }: LapseServices): Promise<number> {
  const now = clock.now();
  const at = timestamp(now);
  const found = await listLapsed(db.read, at, batchSize);
  if (found.length === 0) return 0;
  await db.transaction(async (trx) => {
    // Nobody can be suspended, erased or apply again until the notice is created.
    await lockPeople(
      trx,
      found.map(({ uid }) => uid),
    );
    const taken = new Set((await takeLapsed(trx, found, at)).map(keyOf));
    await notify(
      trx,
      { actor: null, now },
      found
        .filter((row) => taken.has(keyOf(row)))
        .map(({ uid, pid, tid, team }) => ({
          kind: 'application.lapsed',
          uid,
          pid,
          subject: tid,
          values: { team },
        })),
    );
  });
  return found.length;
}

const keyOf = ({ pid, tid, uid }: Pick<LapsedRow, 'pid' | 'tid' | 'uid'>): string => [pid, tid, uid].join(' ');
