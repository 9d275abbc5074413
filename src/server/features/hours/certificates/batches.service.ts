import { madeWith, makersRole } from '../../../auth/makers.ts';
import { scopeOfRow } from '../../../auth/project-role.ts';
import type { Actor, ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import type { OutboxBase } from '../../../feature.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import { certificateRecipients } from '../../forms/answers/certificate-wishes.service.ts';
import { notify } from '../../notices/notify.service.ts';
import type { JobHandlers, Outbox } from '../../outbox/outbox.service.ts';
import { totalOf } from '../statement/statement.policy.ts';
import { hoursOf } from '../statement/statement.service.ts';
import {
  advanceBatch,
  countWithHours,
  endBatch,
  failBatchesBefore,
  findBatch,
  findLatestBatch,
  insertBatch,
  listNextPeople,
} from './batches.queries.ts';
import type { BatchRow } from './batches.queries.ts';
import { certificateFor } from './certificates.policy.ts';
import { findSettings, insertCertificates } from './certificates.queries.ts';
import type { CertificateBatch } from './certificates.schema.ts';
import { noticeOf } from './certificates.service.ts';

/** How many people one transaction handles. */
const stepSize = 50;
/** One that takes longer is stuck, and must not keep others from starting. */
const maxSeconds = hours(1);

const present = (row: BatchRow): CertificateBatch => ({
  id: row.id,
  state: row.state,
  total: row.total,
  considered: row.considered,
  issued: row.issued,
  unprintable: row.unprintable,
  created_at: row.created_at,
  ended_at: row.ended_at,
});

const haltedBefore = (now: Date): string => timestamp(addSeconds(now, -maxSeconds));

/** One that is stuck shows as failed, so that owners start another one. */
export async function latestBatch(read: Reader, scope: ProjectScope, now: Date): Promise<CertificateBatch | null> {
  const row = await findLatestBatch(read, scope);
  if (row === undefined) return null;
  const isHalted = row.state === 'running' && row.created_at < haltedBefore(now);
  return present(isHalted ? { ...row, state: 'failed' } : row);
}

/** Issues certificates to everybody with hours who has none, in steps. One at a time in a project. */
export async function startBatch(
  trx: Trx,
  { outbox }: { outbox: Outbox },
  { projectRole: { scope }, caller, uid, now }: Actor,
  roles: Roles,
): Promise<CertificateBatch> {
  const total = await countWithHours(trx, scope);
  if (total === 0) fail('no_hours');
  await failBatchesBefore(trx, scope, haltedBefore(now), timestamp(now));
  const id = newId(now);
  const made_with = madeWith(caller, roles, now);
  const row = { id, pid: scope.pid, created_by: uid, made_with, created_at: timestamp(now), total };
  if (!(await insertBatch(trx, row))) fail('conflict', { detail: 'Certificates are already being issued' });
  await outbox.add(trx, [{ key: `certificates:${id}`, kind: 'certificates', payload: { id } }]);
  await record(trx, now, { actor: uid, kind: 'certificates.started', subject: scope.pid, pid: scope.pid });
  return present((await findBatch(trx, id)) ?? fail('internal'));
}

/** Continues where it was interrupted. */
async function performBatch(services: OutboxBase, id: string): Promise<void> {
  for (;;) {
    const batch = await findBatch(services.db.read, id);
    if (batch?.state !== 'running' || !(await step(services, batch))) return;
  }
}

/** Returns whether people are left. Names are checked before the transaction, because a thread does it. */
async function step({ db, clock, keys, printer }: OutboxBase, batch: BatchRow): Promise<boolean> {
  const scope = scopeOfRow(batch);
  const people = await listNextPeople(db.read, scope, batch.position, stepSize);
  const last = people.at(-1);
  const now = clock.now();
  const issuedAt = timestamp(now);
  if (last === undefined) {
    await db.transaction((trx) => endBatch(trx, batch.id, 'done', issuedAt));
    return false;
  }
  const recipients = await certificateRecipients(db.read, keys, scope, people);
  const missing = await printer.unprintable(recipients.map(({ name }) => name));
  const printable = recipients.filter((_, index) => missing[index] === '');
  return db.transaction(async (trx) => {
    const maker = await makersRole(trx, now, batch.pid, { uid: batch.created_by, made_with: batch.made_with });
    if (maker?.owner !== true) return endBatch(trx, batch.id, 'failed', issuedAt).then(() => false);
    const settings = await findSettings(trx, batch.pid);
    const entries = await hoursOf(
      trx,
      scope,
      printable.map(({ uid }) => uid),
    );
    const rows = printable.flatMap((person) => {
      const { minutes } = totalOf(entries(person.uid));
      const row = certificateFor(batch.pid, person, minutes, { settings, issuedAt });
      return row === undefined ? [] : [{ ...row, uid: person.uid }];
    });
    const inserted = await insertCertificates(trx, rows);
    const issued = rows.filter(({ number }) => inserted.has(number));
    const values = { position: last.uid, considered: people.length, issued: issued.length };
    // Of two processes that work on one step, one commits.
    if (!(await advanceBatch(trx, batch, { ...values, unprintable: recipients.length - printable.length })))
      throw new Error('another process issues these certificates');
    const actor = batch.created_by;
    const kind = 'certificate.issued';
    await recordAll(
      trx,
      now,
      issued.map(({ uid, minutes }) => ({ actor, kind, subject: uid, pid: batch.pid, detail: { minutes } })),
    );
    await notify(
      trx,
      { actor, now },
      issued.map((row) => noticeOf('certificate.ready', batch.pid, row)),
    );
    return true;
  });
}

const idOf = (payload: unknown): string => (payload as { id: string }).id;

export const certificateHandlers = (services: OutboxBase): JobHandlers => ({
  certificates: { run: (_id, payload) => performBatch(services, idOf(payload)), laneOf: idOf, maxAtOnce: 1 },
});
