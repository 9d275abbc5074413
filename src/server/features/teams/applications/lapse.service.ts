import type { LapseServices } from '../../../feature.ts';
import { addSeconds, days, hours, timestamp } from '../../../lib/clock.ts';
import { dayRange } from '../../../lib/time.ts';
import { notify } from '../../notices/notify.service.ts';
import type { NewNotice } from '../../notices/notify.service.ts';
import { lockPeople } from '../../people/people.service.ts';
import { listLapsed, takeLapsed } from './applications.queries.ts';
import type { LapsedRow } from './applications.queries.ts';

const batchSize = 100;
/** How long after the event its end is still worth an email. */
const recentSeconds = days(7);

/** Ends applications that nobody answered in time, and those that nothing can come of because the event is over. */
export async function lapseApplications(services: LapseServices): Promise<void> {
  while ((await lapseBatch(services)) === batchSize);
}

/** Returns how many applications were found. The transaction that ends one also creates its notice. */
async function lapseBatch({ db, clock }: LapseServices): Promise<number> {
  const now = clock.now();
  // A day ends last in the zone that is 12 hours behind UTC.
  const lapsing = { now: timestamp(now), ended: timestamp(addSeconds(now, -hours(12))).slice(0, 10) };
  const found = await listLapsed(db.read, lapsing, batchSize);
  if (found.length === 0) return 0;
  await db.transaction(async (trx) => {
    // Nobody can be suspended, erased or apply again until the notice is created.
    await lockPeople(
      trx,
      found.map(({ uid }) => uid),
    );
    const taken = new Set((await takeLapsed(trx, found, lapsing)).map(keyOf));
    await notify(
      trx,
      { actor: null, now },
      found.filter((row) => taken.has(keyOf(row))).flatMap((row) => noticeOf(row, now)),
    );
  });
  return found.length;
}

/** After the event only people without an answer are notified, and only for some days: nobody can apply again. */
function noticeOf({ uid, pid, tid, team, state, ends_on, timezone }: LapsedRow, now: Date): NewNotice[] {
  const end = ends_on === null ? undefined : dayRange(ends_on, timezone).to;
  const isEnded = end !== undefined && end <= timestamp(now);
  if (isEnded && (state !== 'sent' || end <= timestamp(addSeconds(now, -recentSeconds)))) return [];
  const values = isEnded ? { team, change: 'over' } : { team };
  return [{ kind: 'application.lapsed', uid, pid, subject: tid, values }];
}

const keyOf = ({ pid, tid, uid }: Pick<LapsedRow, 'pid' | 'tid' | 'uid'>): string => [pid, tid, uid].join(' ');
