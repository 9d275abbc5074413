import type { Db, Trx } from '../../db/db.ts';
import { addSeconds, days, minutes, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/secrets.ts';
import type { ScheduledJob } from '../jobs/jobs.service.ts';
import { mergeSeconds } from '../notices/notify.service.ts';
import { insertFormNotices, listClosing, listOpen, listOpened } from './form-notices.queries.ts';
import type { FormNotice } from './form-notices.queries.ts';
import { maxRemindDays } from './forms.schema.ts';

type Form = { pid: string; form: string; title: string; closes_at: string | null };
type Cause = { actor: string | null; now: Date };

/**
 * Notifies the people whom the form asks. Requires the form as it is now in the database. People are
 * notified once of opening and closing, and only if they have not answered.
 */
export async function notifyForm(
  trx: Trx,
  { actor, now }: Cause,
  kind: FormNotice['kind'],
  { pid, form, title, closes_at }: Form,
): Promise<void> {
  const occasions = { 'form.opened': 'opened', 'form.closing': closes_at, 'form.asks_more': null };
  await insertFormNotices(trx, {
    kind,
    prefix: newId(now),
    pid,
    form,
    occasion: occasions[kind],
    actor,
    detail: JSON.stringify({ form: title, ...(closes_at === null ? {} : { closes_at }) }),
    now: timestamp(now),
    due: timestamp(addSeconds(now, mergeSeconds)),
  });
}

/** After a longer downtime nobody needs to hear that a form opened. */
const openedSeconds = days(2);

/** Notifies people who have not answered, once each, when a form opens or is about to close. */
async function remindOfForms({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now();
  const at = timestamp(now);
  const open = await listClosing(db.read, at, timestamp(addSeconds(now, days(maxRemindDays))));
  const closing = open.filter(
    ({ closes_at, remind_days: before }) =>
      closes_at !== null && before !== null && closes_at <= timestamp(addSeconds(now, days(before))),
  );
  const opened = await listOpened(db.read, timestamp(addSeconds(now, -openedSeconds)), at);
  for (const form of closing)
    await db.transaction((trx) => notifyForm(trx, { actor: null, now }, 'form.closing', form));
  for (const form of opened) await db.transaction((trx) => notifyForm(trx, { actor: null, now }, 'form.opened', form));
}

/** Forms that were turned on while the project was a draft. */
export async function notifyOpenForms(
  trx: Trx,
  _services: unknown,
  cause: Cause,
  { pid }: { pid: string },
): Promise<void> {
  for (const form of await listOpen(trx, pid, timestamp(cause.now))) await notifyForm(trx, cause, 'form.opened', form);
}

export const formJobs = (services: { db: Db; clock: Clock }): ScheduledJob[] => [
  {
    name: 'form-notices',
    schedule: { every: minutes(10) },
    run: async () => {
      await remindOfForms(services);
      return undefined;
    },
  },
];
