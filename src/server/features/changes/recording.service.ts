import type { AuditKind } from '../../../shared/audit-kinds.ts';
import { addChanges } from '../../db/db.ts';
import type { NewChange, Trx } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { ruleFor } from './kinds.policy.ts';
import * as queries from './recording.queries.ts';
import { projectsOf } from './recording.queries.ts';

/** What `record` writes to the audit log. `revision` is that of the resource after the change. */
type Entry = {
  kind: AuditKind;
  subject: string;
  pid?: string | undefined;
  revision?: number | undefined;
  detail?: Record<string, string | number | null>;
};

/** Called by `record` for every audit entry: the change is added to the feed when the transaction commits. */
export async function recordChanges(trx: Trx, now: Date, entries: readonly Entry[]): Promise<void> {
  const rows: NewChange[] = [];
  const seen = new Set<string>();
  for (const entry of entries) {
    for (const row of await rowsOf(trx, now, entry)) {
      // Several entries can be one change, such as the amounts of a table.
      const key = [row.pid, row.kind, row.subject].join(' ');
      if (seen.has(key)) continue;
      seen.add(key);
      rows.push(row);
    }
  }
  if (rows.length > 0) addChanges(trx, rows);
}

async function rowsOf(trx: Trx, now: Date, entry: Entry): Promise<NewChange[]> {
  const rule = ruleFor(entry.kind);
  if (rule === undefined) return [];
  const subject = rule.about(entry);
  const row = {
    at: timestamp(now),
    kind: rule.as ?? entry.kind,
    subject: JSON.stringify(subject),
    revision: entry.revision ?? null,
    uid: subject.uid ?? null,
  };
  if (rule.seenBy === 'administrators') return [{ ...row, pid: null }];
  if (rule.inEveryProject === true) return (await projectsOf(trx, entry.subject)).map((pid) => ({ ...row, pid }));
  return entry.pid === undefined ? [] : [{ ...row, pid: entry.pid }];
}

/**
 * For an erasure, which then records its own changes: those stay as long as others, so that other systems erase the
 * person as well.
 */
export const deleteChangesAbout = (trx: Trx, uid: string): Promise<void> => queries.deleteChangesAbout(trx, uid);

/** A project of the same name may be created later, by somebody else. */
export const deleteChangesIn = (trx: Trx, pid: string): Promise<void> => queries.deleteChangesIn(trx, pid);
