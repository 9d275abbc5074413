import type { Db } from '../../../db/db.ts';
import { addSeconds, hours as hoursInSeconds, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { aboutTask, notify } from '../notify.service.ts';
import { listToRemind } from './reminders.queries.ts';

type Services = { db: Db; clock: Clock };

/** Hours before a task, and until how many hours before it a reminder that is late is still useful. */
const reminders = [
  { hours: 24, usefulUntil: 2 },
  { hours: 2, usefulUntil: 0 },
] as const;
const batchSize = 500;

/**
 * Creates the reminders of tasks. A task that moves gets new ones. Times are compared in UTC, so that a change of the
 * clocks in between makes no difference.
 */
export async function remindOfTasks({ db, clock }: Services, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (const { hours, usefulUntil } of reminders) {
    for (let found = batchSize; found === batchSize;) {
      signal?.throwIfAborted();
      const now = clock.now();
      const rows = await listToRemind(
        db,
        {
          hours,
          occasionPrefix: `${hours}h `,
          after: timestamp(addSeconds(now, hoursInSeconds(usefulUntil))),
          through: timestamp(addSeconds(now, hoursInSeconds(hours))),
        },
        batchSize,
      );
      found = rows.length;
      count += found;
      if (found === 0) break;
      await db.transaction((trx) =>
        notify(
          trx,
          { actor: null, now },
          rows.map((row) => {
            const { values, ...about } = aboutTask(row);
            const occasion = `${hours}h ${row.starts_at}`;
            return { kind: 'task.reminder', uid: row.uid, ...about, values: { ...values, hours }, occasion };
          }),
        ),
      );
    }
  }
  return count;
}
