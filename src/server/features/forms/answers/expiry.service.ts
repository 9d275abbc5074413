import { setImmediate as turn } from 'node:timers/promises';
import type { Db, Reader } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import { removeAnswersFromAudit, record } from '../../audit/audit.service.ts';
import {
  answersAfter,
  countUnchangedSince,
  deleteUnchangedSince,
  removePayees,
  formsEndedBefore,
  lockFormAt,
  listFormDays,
  markErased,
  markExpired,
  replaceAnswers,
} from './expiry.queries.ts';
import type { FormKey } from './expiry.queries.ts';
import { storedFields } from '../forms.service.ts';

type Job = { db: Db; now: Date; dryRun: boolean; signal?: AbortSignal };
export type Expired = FormKey & { fields: string[]; responses: number };

const batchSize = 100;
const first: FormKey = { pid: '', form: '' };

/** Erases private answers after the day that people were shown when they answered. */
export async function* expirePrivateAnswers(job: Job, through: string): AsyncGenerator<Expired> {
  for await (const due of dueForms(job.db.read, through)) {
    if (!job.dryRun) await job.db.transaction((trx) => markExpired(trx, due, through));
    let responses = 0;
    for (let after: string | undefined = ''; after !== undefined;) {
      job.signal?.throwIfAborted();
      const done: Batch = job.dryRun
        ? batchOf(await answersAfter(job.db.read, due, after, batchSize), due.fields)
        : await eraseBatch(job, due, after);
      responses += done.changed.length;
      after = done.next;
      await turn();
    }
    if (responses > 0) yield { pid: due.pid, form: due.form, fields: due.fields, responses };
    if (!job.dryRun) await job.db.transaction((trx) => markErased(trx, due, through));
  }
}

type Due = FormKey & { fields: string[] };

async function* dueForms(read: Reader, through: string): AsyncGenerator<Due> {
  let after = first;
  for (;;) {
    const rows = await listFormDays(read, after, batchSize);
    for (const row of rows) {
      const fields = storedFields(row).filter(({ erase_after: day }) => day !== null && day <= through);
      const waiting = fields.some(({ erase_after: day }) => (day ?? '') > (row.erased_through ?? ''));
      if (waiting) yield { pid: row.pid, form: row.form, fields: fields.map(({ key }) => key) };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last;
    await turn();
  }
}

type Answered = { uid: string; answers: string; revision: number };
type Batch = { changed: Answered[]; next: string | undefined };

function batchOf(rows: readonly Answered[], keys: readonly string[]): Batch {
  const changed = rows.flatMap(({ uid, answers, revision }) => {
    const kept = Object.entries(JSON.parse(answers) as object).filter(([key]) => !keys.includes(key));
    const text = JSON.stringify(Object.fromEntries(kept));
    return text === answers ? [] : [{ uid, answers: text, revision: revision + 1 }];
  });
  return { changed, next: rows.length < batchSize ? undefined : rows.at(-1)?.uid };
}

const eraseBatch = ({ db, now }: Job, due: Due, after: string): Promise<Batch> =>
  db.transaction(async (trx) => {
    await lockFormAt(trx, due);
    const batch = batchOf(await answersAfter(trx, due, after, batchSize), due.fields);
    for (const row of batch.changed) await replaceAnswers(trx, due, row);
    if (batch.changed.length > 0) {
      const detail = { fields: due.fields.join(' '), responses: batch.changed.length };
      await record(trx, now, { actor: null, kind: 'answers.expired', subject: due.form, pid: due.pid, detail });
    }
    return batch;
  });

/** Deletes whole answers some months after the project has ended. */
export async function* expireResponses(job: Job, cutoff: Date): AsyncGenerator<Expired> {
  const before = timestamp(cutoff);
  let after = first;
  for (;;) {
    const forms = await formsEndedBefore(job.db.read, before, after, batchSize);
    for (const form of forms) {
      const responses = job.dryRun
        ? await countUnchangedSince(job.db.read, form, before)
        : await removeAll(job, form, before);
      if (responses > 0) yield { ...form, fields: [], responses };
      await turn();
    }
    const last = forms.at(-1);
    if (last === undefined || forms.length < batchSize) return;
    after = last;
  }
}

async function removeAll({ db, now, signal }: Job, form: FormKey, before: string): Promise<number> {
  for (let total = 0; ; await turn()) {
    signal?.throwIfAborted();
    const removed = await db.transaction(async (trx) => {
      await lockFormAt(trx, form);
      const uids = await deleteUnchangedSince(trx, form, before, batchSize);
      if (uids.length === 0) return 0;
      await removeAnswersFromAudit(trx, form, uids);
      await removePayees(trx, form, uids);
      const detail = { responses: uids.length };
      await record(trx, now, { actor: null, kind: 'responses.expired', subject: form.form, pid: form.pid, detail });
      return uids.length;
    });
    total += removed;
    if (removed < batchSize) return total;
  }
}
