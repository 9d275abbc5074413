import { holds, teamsLedBy } from '../../../auth/project-role.ts';
import type { Actor, ProjectRole } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import { byName, pageRequest, totalOnFirst } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { record } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import {
  confirmAttendances,
  countUnconfirmed,
  listToAsk,
  selectQuestions,
  selectUnconfirmed,
} from './confirmation.queries.ts';

type Services = { db: Db; clock: Clock };

const batchSize = 500;
const kind = 'attendance.question';

/**
 * Asks people whether they come, some days before their first task. Who has been asked is in the notices, so a question
 * that is late because nothing ran is still asked, once. Returns how many people there were.
 */
export async function requestConfirmations({ db, clock }: Services, signal?: AbortSignal): Promise<number> {
  for (let count = 0; ;) {
    signal?.throwIfAborted();
    const now = clock.now();
    const rows = await listToAsk(db, timestamp(now), { kind, limit: batchSize });
    await db.transaction((trx) =>
      notify(
        trx,
        { actor: null, now },
        rows.map(({ uid, pid, starts_on, starts_at }) => ({
          kind,
          uid,
          pid,
          subject: '',
          values: { starts_at },
          occasion: starts_on ?? '',
        })),
      ),
    );
    count += rows.length;
    if (rows.length < batchSize) return count;
  }
}

/** One answer for all of the person's tasks in the project. Does nothing if there are none, or if it is known. */
export async function confirmOwn(db: Db, { projectRole, uid, now }: Actor): Promise<void> {
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const tasks = await confirmAttendances(trx, scope, uid, timestamp(now));
    if (tasks === 0) return;
    await record(trx, now, {
      actor: uid,
      kind: 'attendance.confirmed',
      subject: uid,
      pid: scope.pid,
      detail: { tasks },
    });
  });
}

export async function questionsTo({ db, clock }: Services, uid: string, query: PageQuery) {
  const { limit, after, page } = pageRequest(query, { pid: 'text' });
  return page(await selectQuestions(db, uid, timestamp(clock.now()), after?.pid, limit + 1));
}

/** Owners see everybody, chiefs the people on the tasks of their teams. */
export async function unconfirmedFor({ db, clock }: Services, projectRole: ProjectRole, query: PageQuery) {
  const { scope } = projectRole;
  const { limit, after, page } = pageRequest(query, byName);
  const now = timestamp(clock.now());
  const wanted = { now, tids: holds(projectRole, 'viewer') ? undefined : teamsLedBy(projectRole) };
  const rows = await selectUnconfirmed(db, scope, { ...wanted, after, limit: limit + 1 });
  return {
    ...page(rows, ({ uid, name, starts_at, task_count }) => ({ uid, name, starts_at, task_count })),
    ...(await totalOnFirst(after, () => countUnconfirmed(db, scope, wanted))),
  };
}
