import type { Trx } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { timestamp } from '../../lib/clock.ts';
import { deleteNotices, listOpen, updateDetails } from './notices.queries.ts';
import { mergeableSince, notify, taskValues } from './notify.service.ts';
import type { Cause, NoticeTask } from './notify.service.ts';

export type ChangedTask = { before: NoticeTask; after: NoticeTask; uids: readonly string[] };

/**
 * For tasks that were changed together. Nobody is notified if neither title, times, place nor descriptions changed, or if
 * the task is over. The number of statements does not depend on the number of tasks and people, except for those who
 * were notified of a task within the last two minutes.
 */
export async function notifyTasksChanged(trx: Trx, cause: Cause, changes: readonly ChangedTask[]): Promise<void> {
  const at = timestamp(cause.now);
  const notified = changes
    .filter(({ before, after }) => before.ends_at > at || after.ends_at > at)
    .map(({ before, after, uids }) => ({ task: after, uids, previous: taskValues(before), values: taskValues(after) }))
    .filter(({ previous, values }) => JSON.stringify(previous) !== JSON.stringify(values));
  const people = notified.flatMap((change) => change.uids.map((uid) => ({ ...change, uid })));
  for (const some of chunksOf(people)) {
    const open = await listOpen(trx, {
      since: mergeableSince(cause.now),
      kinds: ['task.added', 'task.changed'],
      subjects: [...new Set(some.map(({ task }) => task.id))],
      uids: [...new Set(some.map(({ uid }) => uid))],
    });
    const openFor = (task: string, uid: string) => open.filter((one) => one.subject === task && one.uid === uid);
    await notify(
      trx,
      cause,
      some
        .filter(({ task, uid }) => openFor(task.id, uid).length === 0)
        .map(({ task, uid, previous, values }) => ({
          kind: 'task.changed',
          uid,
          pid: task.pid,
          subject: task.id,
          previous,
          values,
        })),
    );
    for (const { task, values } of new Map(some.map((one) => [one.task.id, one])).values()) {
      const detail = JSON.stringify(values);
      const found = open.filter(({ subject }) => subject === task.id);
      const undone = found.filter(({ kind, previous }) => kind === 'task.changed' && previous === detail);
      if (undone.length > 0) {
        await deleteNotices(
          trx,
          undone.map(({ id }) => id),
        );
      }
      const merged = found.filter((one) => !undone.includes(one));
      if (merged.length > 0) {
        await updateDetails(
          trx,
          merged.map(({ id }) => id),
          detail,
        );
      }
    }
  }
}
