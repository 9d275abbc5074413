import type { Db } from '../../../db/db.ts';
import { addSeconds, days, hours as hoursInSeconds, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { notifyForm } from '../form-notices.service.ts';
import { aboutTask, notify } from '../notify.service.ts';
import { listClosing, listOpened, listToRemind } from './reminders.queries.ts';

type Services = { db: Db; clock: Clock };

/** Hours before a task, and until how many hours before it a reminder that is late is still useful. */
const reminders = [
  { hours: 24, usefulUntil: 2 },
  { hours: 2, usefulUntil: 0 },
] as const;
const closingSeconds = days(3);
/** After a longer downtime nobody needs to hear that a form opened. */
const openedSeconds = days(2);
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

/** Tells people who have not answered that a form has opened or closes soon. Each is told once. */
export async function remindOfForms({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  const at = timestamp(now);
  const closing = await listClosing(db.read, at, timestamp(addSeconds(now, closingSeconds)));
  const opened = await listOpened(db.read, timestamp(addSeconds(now, -openedSeconds)), at);
  for (const form of closing)
    await db.transaction((trx) => notifyForm(trx, { actor: null, now }, 'form.closing', form));
  for (const form of opened) await db.transaction((trx) => notifyForm(trx, { actor: null, now }, 'form.opened', form));
}
