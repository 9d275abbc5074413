import type { Actor } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { chiefsOrOwners } from '../../../db/memberships.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import { aboutTask, notify, withdrawNoticesTo } from '../../notices/notify.service.ts';
import type { NoticeTask } from '../../notices/notify.service.ts';

/** Earlier, planners see the gap in time. The same as `toldWithinHours` in the web app. */
const toldWithin = hours(48);

export const isTold = ({ starts_at }: { starts_at: string }, now: Date): boolean =>
  starts_at <= timestamp(addSeconds(now, toldWithin));

type Leaver = Pick<Actor, 'uid' | 'now'>;

/** For those who plan the task: people who are ill on the day may have no other way to tell them. */
export async function tellPlanners(
  trx: Trx,
  { uid: actor, now }: Leaver,
  kind: 'task.left' | 'task.offered',
  task: NoticeTask & { tid: string | null },
): Promise<void> {
  const planners = await chiefsOrOwners(trx, { ...task, actor });
  const about = aboutTask(task);
  // Only the last time counts: leaving and joining again and again must not fill their notices.
  await withdrawNoticesTo(trx, kind, task.id, planners, actor);
  await notify(
    trx,
    { actor, now },
    planners.map((uid) => ({ kind, uid, ...about })),
  );
}
