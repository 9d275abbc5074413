import { actedThrough } from '../../db/db.ts';
import type { Reader, Through, Trx } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { batchesOf } from '../../http/paging.ts';
import { newId, newIds } from '../../lib/secrets.ts';
import { changeRules } from '../changes/kinds.policy.ts';
import type { ChangeRule } from '../changes/kinds.policy.ts';
import { recordChanges } from '../changes/recording.service.ts';
import * as queries from './audit.queries.ts';
import { insertAudit, savedAnswersOf, selectAuditOf, updateDetail } from './audit.queries.ts';
import type { AuditRow } from './audit.queries.ts';

export type AuditEntry = {
  actor: string | null;
  kind:
    | 'person.created'
    | 'person.imported'
    | 'person.suspended'
    | 'person.reinstated'
    | 'person.erased'
    | 'administrator.appointed'
    | 'administrator.configured'
    | 'administrator.dismissed'
    | 'profile.changed'
    | 'private.changed'
    | 'private.read'
    | 'private.expired'
    | 'session.created'
    | 'session.confirmed'
    | 'session.ended'
    | 'sessions.removed'
    | 'passkey.added'
    | 'passkey.removed'
    | 'passkey.copied'
    | 'passkeys.reset'
    | 'recovery_codes.created'
    | 'recovery_code.used'
    | 'account.secured'
    | 'email.requested'
    | 'email.changed'
    | 'email.reverted'
    | 'passkeys.required'
    | 'passkeys.optional'
    | 'identity.linked'
    | 'identity.unlinked'
    | 'push.added'
    | 'push.removed'
    | 'token.created'
    | 'token.revoked'
    | 'token.renewed'
    | 'service_account.created'
    | 'service_account.renewed'
    | 'service_account.revoked'
    | 'project.created'
    | 'project.changed'
    | 'project.removed'
    | 'owner.added'
    | 'owner.removed'
    | 'team.created'
    | 'team.changed'
    | 'team.disabled'
    | 'team.enabled'
    | 'member.added'
    | 'member.removed'
    | 'members.looked_up'
    | 'listing.chosen'
    | 'invitation.created'
    | 'invitation.sent'
    | 'invitation.revoked'
    | 'invitation.declined'
    | 'application.sent'
    | 'application.changed'
    | 'application.withdrawn'
    | 'application.declined'
    | 'chief.added'
    | 'chief.removed'
    | 'payment.made'
    | 'payment.undone'
    | 'subsidy.set'
    | 'subsidy.removed'
    | 'subsidy.currency_set'
    | 'task.created'
    | 'task.changed'
    | 'task.removed'
    | 'tasks.imported'
    | 'tasks.copied'
    | 'tasks.changed'
    | 'tasks.removed'
    | 'series.created'
    | 'series.changed'
    | 'series.removed'
    | 'planning.undone'
    | 'attendance.added'
    | 'attendance.removed'
    | 'attendance.confirmed'
    | 'waiting.added'
    | 'waiting.removed'
    | 'place.held'
    | 'place.released'
    | 'offer.made'
    | 'offer.withdrawn'
    | 'offer.declined'
    | 'help.asked'
    | 'help.answered'
    | 'request.sent'
    | 'request.withdrawn'
    | 'request.declined'
    | 'helper.added'
    | 'helper.removed'
    | 'place.created'
    | 'place.changed'
    | 'place.removed'
    | 'skill.created'
    | 'skill.changed'
    | 'skill.removed'
    | 'skill.granted'
    | 'skill.withdrawn'
    | 'skills.declared'
    | 'kind.created'
    | 'kind.changed'
    | 'kind.removed'
    | 'attendance.marked'
    | 'attendance.presumed'
    | 'work.added'
    | 'work.decided'
    | 'work.removed'
    | 'device.added'
    | 'device.revoked'
    | 'handout.added'
    | 'handout.changed'
    | 'handout.removed'
    | 'handout.given'
    | 'handout.taken_back'
    | 'certificate.issued'
    | 'certificate.replaced'
    | 'certificate.revoked'
    | 'certificates.started'
    | 'certificates.configured'
    | 'chat.added'
    | 'chat.changed'
    | 'chat.removed'
    | 'chat.disabled'
    | 'webhook.created'
    | 'webhook.changed'
    | 'webhook.removed'
    | 'webhook.secret_rotated'
    | 'webhook.disabled'
    | 'calendar.created'
    | 'calendar.replaced'
    | 'calendar.removed'
    | 'announcement.created'
    | 'availability.changed'
    | 'allocation.created'
    | 'allocation.applied'
    | 'allocation.discarded'
    | 'allocation.undone'
    | 'announcement.changed'
    | 'announcement.removed'
    | 'message.created'
    | 'message.changed'
    | 'message.removed'
    | 'message.scheduled'
    | 'message.sent'
    | 'message.stopped'
    | 'message.cancelled'
    | 'message.resent'
    | 'form.created'
    | 'form.changed'
    | 'form.removed'
    | 'response.saved'
    | 'response.removed'
    | 'consent.ended'
    | 'consent.withdrawn'
    | 'responses.exported'
    | 'totals.read'
    | 'responses.expired'
    | 'answers.expired'
    | 'audit.expired';
  subject: string;
  pid?: string | undefined;
  /** Of the resource after the change, for the change feed. */
  revision?: number | undefined;
  detail?: Record<string, string | number | null>;
};

/** Every kind has an entry in the registry of the change feed. */
changeRules satisfies Record<AuditEntry['kind'], ChangeRule>;

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

/** One statement for any number of entries. */
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
