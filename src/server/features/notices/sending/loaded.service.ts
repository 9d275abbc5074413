import type { Trx } from '../../../db/db.ts';
import { isKind } from '../kinds.policy.ts';
import type { NoticeKind } from '../kinds.policy.ts';
import { storedValues } from '../notices.service.ts';
import { settingsIn } from '../settings/settings.service.ts';
import type { MailedNotice } from './notice.mail.ts';
import type { Candidate } from './sending.policy.ts';
import { loadClaimed } from './sending.queries.ts';
import type { ClaimedRow } from './sending.queries.ts';

export type Loaded = ClaimedRow & { kind: NoticeKind };

/** Kinds of a later version are left out. */
export const loadKnown = async (trx: Trx, ids: readonly string[], at: string): Promise<Loaded[]> =>
  (await loadClaimed(trx, ids, at)).flatMap((row) => (isKind(row.kind) ? [{ ...row, kind: row.kind }] : []));

export const candidateOf = (row: Loaded): Candidate => ({
  kind: row.kind,
  values: storedValues(row.detail),
  previous: storedValues(row.previous),
  created_at: row.created_at,
  isUseful: Number(row.useful) === 1,
  isSuspended: row.suspended_at !== null,
  settings: settingsIn(row),
  projectTimezone: row.project_timezone,
  isRead: row.read_at !== null,
});

export const mailedNotice = (row: Loaded): MailedNotice => {
  const { revision = 1 } = JSON.parse(row.detail) as { revision?: number };
  return {
    kind: row.kind,
    pid: row.pid,
    subject: row.subject,
    project: row.project,
    timezone: row.project_timezone,
    actor: row.actor,
    previous: storedValues(row.previous),
    values: storedValues(row.detail),
    revision: (row.revision ?? revision) + (row.changes ?? 0),
    place: row.place,
    created_at: row.created_at,
  };
};
