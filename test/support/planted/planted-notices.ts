import { newId } from '../../../src/server/lib/secrets.ts';
import type { Planting } from './planting.ts';

/** Reasons and times that a world leaves out of its message. */
export async function plantMessage({ trx, world: { message } }: Planting, now: Date): Promise<void> {
  const at = now.toISOString();
  await trx
    .updateTable('messages')
    .set({ reply_to: 'team:none', reply_address: '', send_at: at, planned_at: at, started_at: at, ended_at: at })
    .where('id', '=', message)
    .execute();
  await trx.updateTable('message_recipients').set({ reason: '' }).where('message_id', '=', message).execute();
}

/** A notice about the task, and settings. */
export async function plantNotices({ trx, world: { pid, task }, mark }: Planting, uid: string, now: Date) {
  const at = now.toISOString();
  const values = (column: string) => JSON.stringify({ title: mark(column, uid) });
  await trx
    .insertInto('notices')
    .values({
      id: newId(now),
      uid,
      kind: 'task.changed',
      pid,
      subject: task,
      occasion: '',
      actor: uid,
      previous: values('notices.previous'),
      detail: values('notices.detail'),
      created_at: at,
      due_at: at,
      mailed_at: at,
      dropped_at: at,
      read_at: at,
    })
    .execute();
  const quiet = { quiet_starts: '22:00', quiet_ends: '07:00', timezone: 'Asia/Taipei' };
  await trx
    .insertInto('notice_settings')
    .values({ uid, mail: '{"task.added":false}', push: '{}', digest: 'weekly', ...quiet, updated_at: at })
    .execute();
}
