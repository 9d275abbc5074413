import { scopeOfRow } from '../../auth/project-role.ts';
import type { Db } from '../../db/db.ts';
import { addSeconds, days, hours, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import type { ScheduledJob } from '../jobs/jobs.service.ts';
import { notify } from '../notices/notify.service.ts';
import { listToRemind, listUpcoming } from './duties.queries.ts';
import { unreadyIn } from './duties.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };

/** How long before the event, or the first task of the person, people are reminded once. Forms have reminders of their own. */
const aheadSeconds = days(7);
const batchSize = 500;

/** Returns how many people were reminded. */
export async function remindOfChecklists({ db, clock, keys }: Services, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  const ahead = { now: timestamp(now), until: timestamp(addSeconds(now, aheadSeconds)) };
  let reminded = 0;
  for (const { pid } of await listUpcoming(db.read, ahead)) {
    const unready = await unreadyIn(db.read, keys, scopeOfRow({ pid }), now);
    for (let found = batchSize; found === batchSize;) {
      signal.throwIfAborted();
      const rows = await listToRemind(db.read, { ...ahead, pid, unready, limit: batchSize });
      found = rows.length;
      reminded += found;
      if (found === 0) break;
      const notice = { kind: 'checklist.due' as const, pid, subject: '', values: {}, occasion: pid };
      await db.transaction((trx) =>
        notify(
          trx,
          { actor: null, now },
          rows.map(({ uid }) => ({ ...notice, uid })),
        ),
      );
    }
  }
  return reminded;
}

export const checklistJobs = (services: Services): ScheduledJob[] => [
  {
    name: 'checklists',
    schedule: { every: hours(3) },
    run: async (signal) => {
      const reminded = await remindOfChecklists(services, signal);
      return reminded === 0 ? undefined : { reminded };
    },
  },
];
