import type { Trx } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { newId } from '../../lib/secrets.ts';
import { insertAudit } from './audit.queries.ts';

export type AuditEntry = {
  actor: string | null;
  kind: 'person.created' | 'session.created' | 'session.ended' | 'token.created' | 'token.revoked';
  subject: string;
  pid?: string;
  detail?: Record<string, string | number | null>;
};

/** Called inside the transaction of the change it speaks of: both happen, or neither. */
export async function record(
  trx: Trx,
  now: Date,
  { actor, kind, subject, pid, detail = {} }: AuditEntry,
): Promise<void> {
  await insertAudit(trx, {
    id: newId(now),
    at: timestamp(now),
    actor,
    kind,
    pid: pid ?? null,
    subject,
    detail: JSON.stringify(detail),
  });
}
