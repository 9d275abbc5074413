import type { AuditKind } from '../../../shared/audit-kinds.ts';
import { actedThrough } from '../../db/db.ts';
import type { Reader, Through, Trx } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { batchesOf } from '../../http/paging.ts';
import { newId, newIds } from '../../lib/secrets.ts';
import { recordChanges } from '../changes/recording.service.ts';
import * as queries from './audit.queries.ts';
import { insertAudit, savedAnswersOf, selectAuditOf, updateDetail } from './audit.queries.ts';
import type { AuditRow } from './audit.queries.ts';

export type AuditEntry = {
  actor: string | null;
  kind: AuditKind;
  subject: string;
  pid?: string | undefined;
  /** The revision of the resource after the change, for the change feed. */
  revision?: number | undefined;
  detail?: Record<string, string | number | null>;
};

type PrivateRead = { actor: string; subjects: readonly string[]; pid?: string; what: string };

/** Records who was shown private data of other people. `what` names the data, e.g. a form. */
export async function recordPrivateReads(trx: Trx, now: Date, { actor, subjects, pid, what }: PrivateRead) {
  const others = subjects.filter((uid) => uid !== actor);
  const entryOf = (subject: string): AuditEntry => ({ actor, kind: 'private.read', subject, pid, detail: { what } });
  await recordAll(trx, now, others.map(entryOf));
}

/**
 * Call it in the transaction of the change, so that the entry is written if and only if the change is. It also adds to the
 * change feed (`features/changes`).
 */
export const record = (trx: Trx, now: Date, entry: AuditEntry): Promise<void> => recordAll(trx, now, [entry]);

/** Needs one statement for any number of entries. */
export async function recordAll(trx: Trx, now: Date, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const ids = newIds(now, entries.length);
  const at = timestamp(now);
  const through = actedThrough(trx);
  await insertAudit(
    trx,
    entries.map((entry, index) => rowOf(ids[index] ?? newId(now), at, through, entry)),
  );
  await recordChanges(trx, now, entries);
}

function rowOf(id: string, at: string, { token, service }: Through, entry: AuditEntry): AuditRow {
  const { actor, kind, subject, pid, detail = {} } = entry;
  const isInItsName = service !== undefined && actor !== null && actor === service.responsible;
  return {
    id,
    at,
    actor: isInItsName ? service.uid : actor,
    token: token ?? null,
    kind,
    pid: pid ?? null,
    subject,
    detail: JSON.stringify(detail),
  };
}

/** Removes the answers that audit entries hold. The fact that they were saved stays. */
export async function removeAnswersFromAudit(
  trx: Trx,
  { pid, form }: { pid: string; form: string },
  uids: readonly string[],
) {
  for (const { id, detail } of await savedAnswersOf(trx, pid, uids)) {
    const { answers, ...rest } = JSON.parse(detail) as Record<string, unknown>;
    if (rest['form'] === form && answers !== undefined) await updateDetail(trx, id, JSON.stringify(rest));
  }
}

/** First what the person did, then what others did to them. Oldest first. */
export async function* auditOf(read: Reader, uid: string): AsyncGenerator<AuditRow> {
  for (const role of ['actor', 'subject'] as const) {
    const batches = batchesOf<AuditRow>((last, limit) => selectAuditOf(read, uid, role, last?.id ?? '', limit));
    for await (const rows of batches) yield* rows;
  }
}

/** Keeps the entries of an erased person, with an anonymous name in place of the identifier. */
export const anonymiseAudit = (trx: Trx, uid: string, name: string): Promise<void> =>
  queries.anonymiseAudit(trx, uid, name);
