import { setImmediate as turn } from 'node:timers/promises';
import { scopeOfRow } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import { record } from '../../audit/audit.service.ts';
import { eraseApplicationAnswers } from '../../forms/answers/application-answers.service.ts';
import { countEnded, deleteEnded, listProjectsWithEnded, peopleWithoutApplication } from './expiry.queries.ts';
import type { Cutoff } from './expiry.queries.ts';

type Job = { db: Db; now: Date; dryRun: boolean; signal?: AbortSignal };
export type ExpiredApplications = { pid: string; applications: number };

const batchSize = 100;

/**
 * Deletes applications that led to nothing, and the answers in them, some time after the event. Those of people who were
 * accepted stay. The audit entry keeps the counts.
 */
export async function* expireApplications(job: Job, cutoff: Date): AsyncGenerator<ExpiredApplications> {
  const at = timestamp(cutoff);
  const before = { at, day: at.slice(0, 10) };
  for (const { pid } of await listProjectsWithEnded(job.db.read, before)) {
    const applications = job.dryRun ? await countEnded(job.db.read, pid, before) : await eraseIn(job, pid, before);
    if (applications > 0) yield { pid, applications };
  }
}

async function eraseIn({ db, now, signal }: Job, pid: string, before: Cutoff): Promise<number> {
  for (let total = 0; ; await turn()) {
    signal?.throwIfAborted();
    const erased = await db.transaction(async (trx) => {
      const rows = await deleteEnded(trx, pid, before, batchSize);
      if (rows.length === 0) return 0;
      const uids = await peopleWithoutApplication(trx, pid, [...new Set(rows.map(({ uid }) => uid))]);
      if (uids.length > 0) await eraseApplicationAnswers(trx, scopeOfRow({ pid }), uids);
      const count = (state: string) => rows.filter((row) => row.state === state).length;
      const detail = { declined: count('declined'), withdrawn: count('withdrawn'), lapsed: count('lapsed') };
      await record(trx, now, { actor: null, kind: 'applications.expired', subject: pid, pid, detail });
      return rows.length;
    });
    total += erased;
    if (erased < batchSize) return total;
  }
}
