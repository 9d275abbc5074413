import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { record } from '../audit/audit.service.ts';
import { countNotes, deleteNotes, listProjectsWithNotes } from './notes.queries.ts';
import type { Cutoff, NoteTable } from './notes.queries.ts';

type Job = { db: Db; now: Date; dryRun: boolean; signal?: AbortSignal };
export type ExpiredNotes = { pid: string; rows: number };

const peopleAtOnce = 100;

/** Deletes what is known about the people of a project besides their answers, such as tags, some time after the event. */
export async function* expireNotes(job: Job, table: NoteTable, cutoff: Date): AsyncGenerator<ExpiredNotes> {
  const at = timestamp(cutoff);
  const before: Cutoff = { at, day: at.slice(0, 10) };
  for (const pid of await listProjectsWithNotes(job.db.read, table, before)) {
    const rows = job.dryRun ? await countNotes(job.db.read, table, pid) : await eraseIn(job, table, pid);
    if (rows > 0) yield { pid, rows };
  }
}

async function eraseIn({ db, now, signal }: Job, table: NoteTable, pid: string): Promise<number> {
  for (let total = 0; ; await turn()) {
    signal?.throwIfAborted();
    const rows = await db.transaction(async (trx) => {
      const deleted = await deleteNotes(trx, table, pid, peopleAtOnce);
      if (deleted > 0)
        await record(trx, now, { actor: null, kind: 'notes.expired', subject: pid, pid, detail: { rows: deleted } });
      return deleted;
    });
    total += rows;
    if (rows === 0) return total;
  }
}
