import type { Trx } from '../../../db/db.ts';
import { withdrawNotices } from '../../notices/notify.service.ts';

/** A request that one planner has decided is no news for the others. */
export const withdrawRequestNotices = (
  trx: Trx,
  { pid, task, uid }: { pid: string; task: string; uid: string },
  sentAt: string,
): Promise<void> =>
  withdrawNotices(trx, { kind: 'request.received', pid, subject: task, since: new Date(sentAt), actor: uid });
