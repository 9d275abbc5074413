import type { Db } from '../../../db/db.ts';
import { addSeconds, days, hours, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { dayAt } from '../../../lib/time.ts';
import { recordAll } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import type { NewNotice } from '../../notices/notify.service.ts';
import { listNoticed, listPlanners, listPresumed, listUnmarked, presumeDone } from './marking.queries.ts';

type Services = { db: Db; clock: Clock };

/** After the end of a task, before its people are presumed to have done it. */
const graceSeconds = hours(2);
const batchSize = 500;
/** Chiefs get the list of a day once the next day has begun and nobody is presumed for it any more. */
const listAfterSeconds = hours(8);
const listedSeconds = days(3);
const maxListed = 200;

/** Returns how many people were presumed. */
export async function presumeUnmarked({ db, clock }: Services, signal: AbortSignal): Promise<number> {
  for (let total = 0; ;) {
    signal.throwIfAborted();
    const now = clock.now();
    const count = await db.transaction(async (trx) => {
      const rows = await listUnmarked(trx, timestamp(addSeconds(now, -graceSeconds)), batchSize);
      if (rows.length === 0) return 0;
      const marked = await presumeDone(trx, rows, timestamp(now));
      await recordAll(
        trx,
        now,
        marked.map(({ task_id, uid, pid }) => ({
          actor: null,
          kind: 'attendance.presumed' as const,
          subject: uid,
          pid,
          detail: { task: task_id },
        })),
      );
      return rows.length;
    });
    total += count;
    if (count < batchSize) return total;
  }
}

type Presumed = Awaited<ReturnType<typeof listPresumed>>[number];

/** The day on which a task ended, and whether that day's list is due. */
function dayOf({ ends_at, timezone }: Presumed, now: Date): { day: string; isDue: boolean } {
  const day = dayAt(new Date(ends_at), timezone);
  return { day, isDue: dayAt(addSeconds(now, -listAfterSeconds), timezone) > day };
}

/** One list per day for the chiefs of the teams, and for owners where tasks have no team. Returns how many were notified. */
export async function notifyChiefs({ db, clock }: Services): Promise<number> {
  const now = clock.now();
  const tasks = (await listPresumed(db.read, timestamp(addSeconds(now, -listedSeconds)))).flatMap((task) => {
    const { day, isDue } = dayOf(task, now);
    return isDue ? [{ ...task, occasion: `unmarked ${day}` }] : [];
  });
  if (tasks.length === 0) return 0;
  const planners = await listPlanners(db.read, [...new Set(tasks.map(({ pid }) => pid))]);
  const sent = await listNoticed(db.read, [...new Set(tasks.map(({ occasion }) => occasion))]);
  const notified = new Set(sent.map(({ uid, pid, occasion }) => `${pid} ${uid} ${occasion}`));
  const lists = Map.groupBy(
    planners.flatMap(({ pid, uid, tid }) =>
      tasks.filter((task) => task.pid === pid && (task.tid ?? '') === tid).map((task) => ({ ...task, uid })),
    ),
    ({ pid, uid, occasion }) => `${pid} ${uid} ${occasion}`,
  );
  const notices = [...lists].filter(([key]) => !notified.has(key)).map(([, list]) => noticeOf(list));
  if (notices.length > 0) await db.transaction((trx) => notify(trx, { actor: null, now }, notices.flat()));
  return notices.length;
}

/** The list is the titles with how many people each: nothing in it depends on a language. */
function noticeOf(list: readonly (Presumed & { uid: string; occasion: string })[]): NewNotice[] {
  const [first] = list;
  if (first === undefined) return [];
  const titles = list.map(({ title, people }) => `${title} (${Number(people)})`).join(', ');
  const title = titles.length > maxListed ? `${titles.slice(0, maxListed)}…` : titles;
  const { uid, pid, occasion } = first;
  const day = occasion.slice(-10);
  return [{ kind: 'hours.unmarked', uid, pid, subject: day, values: { title }, occasion }];
}
