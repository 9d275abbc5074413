import type { Db } from '../../../db/db.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ScheduledJob } from '../../jobs/jobs.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { listAsking, listProjectsWithNewTasks } from './new-tasks.queries.ts';

type Services = { db: Db; clock: Clock };

const kind = 'task.opened';
const batchSize = 500;

/** Notifies people who asked for it of the tasks of the last day that are open to everybody, once a day for each project. */
export async function notifyOfNewTasks({ db, clock }: Services, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  const since = addSeconds(now, -days(1));
  const projects = await listProjectsWithNewTasks(db.read, {
    since: timestamp(since),
    now: timestamp(now),
    // A day early: where the project is, it may still be yesterday.
    today: timestamp(since).slice(0, 10),
  });
  if (projects.length === 0) return 0;
  const occasion = timestamp(now).slice(0, 10);
  for (let [after, total] = ['', 0]; ;) {
    signal.throwIfAborted();
    const uids = await listAsking(db.read, kind, after, batchSize);
    const last = uids.at(-1);
    if (last === undefined) return total;
    await db.transaction((trx) =>
      notify(
        trx,
        { actor: null, now },
        projects.flatMap(({ pid }) =>
          uids.map((uid) => ({ kind, uid, pid, subject: '', values: {}, occasion }) as const),
        ),
      ),
    );
    total += uids.length;
    after = last;
  }
}

/** Before the daily summaries of most time zones. */
export const newTaskJobs = (services: Services): ScheduledJob[] => [
  {
    name: 'new-tasks',
    schedule: { daily: 5 * 60 },
    run: async (signal) => {
      const notified = await notifyOfNewTasks(services, signal);
      return notified === 0 ? undefined : { notified };
    },
  },
];
