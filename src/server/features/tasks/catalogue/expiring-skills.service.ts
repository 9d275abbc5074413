import type { Db } from '../../../db/db.ts';
import { addSeconds, days, hours, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ScheduledJob } from '../../jobs/jobs.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { listExpiring } from './person-skills.queries.ts';

const noticeSeconds = days(30);
/** Who has just got a skill knows until when it is valid. */
const knownSeconds = days(7);
const batchSize = 500;

type Services = { db: Db; clock: Clock };

/** Notifies people once, a month before a skill that they were given ends. Returns how many notices there were. */
export async function notifyOfExpiring({ db, clock }: Services, signal: AbortSignal): Promise<number> {
  for (let total = 0; ;) {
    signal.throwIfAborted();
    const now = clock.now();
    const rows = await listExpiring(db.read, {
      now: timestamp(now),
      through: timestamp(addSeconds(now, noticeSeconds)),
      givenBefore: timestamp(addSeconds(now, -knownSeconds)),
      limit: batchSize,
    });
    if (rows.length > 0)
      await db.transaction((trx) =>
        notify(
          trx,
          { actor: null, now },
          rows.map(({ uid, pid, skill_id, name, valid_until: until }) => ({
            kind: 'skill.expiring' as const,
            uid,
            pid,
            subject: skill_id,
            values: { what: name, closes_at: until ?? '' },
            occasion: `until ${until}`,
          })),
        ),
      );
    total += rows.length;
    if (rows.length < batchSize) return total;
  }
}

export const skillJobs = (services: Services): ScheduledJob[] => [
  {
    name: 'skills',
    schedule: { every: hours(1) },
    run: async (signal) => {
      const notified = await notifyOfExpiring(services, signal);
      return notified === 0 ? undefined : { notified };
    },
  },
];
