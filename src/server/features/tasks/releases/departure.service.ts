import type { Trx } from '../../../db/db.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { recordAll } from '../../audit/audit.service.ts';
import { listProjectsOf } from '../waiting/waiting.queries.ts';

/** People who have left a project, or all projects. */
export type Departed = { uids: readonly string[]; pid?: string | undefined; actor: string | null };

/** What the people who left had on tasks, such as offers and requests. */
export async function recordDeparture(
  trx: Trx,
  now: Date,
  { actor, kind }: { actor: string | null; kind: AuditEntry['kind'] },
  rows: readonly { task_id: string; uid: string }[],
): Promise<void> {
  const ids = rows.map(({ task_id }) => task_id);
  const pids = new Map((await listProjectsOf(trx, ids)).map(({ id, pid }) => [id, pid]));
  await recordAll(
    trx,
    now,
    rows.map(({ task_id: task, uid: subject }) => ({ actor, kind, subject, pid: pids.get(task), detail: { task } })),
  );
}
