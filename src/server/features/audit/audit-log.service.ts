import type { Person } from '../../auth/caller.ts';
import type { Standings } from '../../auth/standing.ts';
import type { Reader } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { portionsOf } from '../../lib/paging.ts';
import { maySeeAudit } from './audit.policy.ts';
import { selectAudit } from './audit.queries.ts';
import type { AuditSelection } from './audit.queries.ts';
import type { AuditFilter, AuditRecord } from './audit.schema.ts';

/** What the caller may look for; a project that does not exist is 404 even for administrators. */
export async function admitToAudit(
  standings: Standings,
  caller: Person,
  { project, actor, kind }: AuditFilter,
): Promise<AuditSelection> {
  const standing = project === undefined ? null : await standings(caller, project);
  if (!maySeeAudit(caller, standing) && standing?.ownerWithheld === true) return fail('passkey_required');
  if (!maySeeAudit(caller, standing))
    return fail('forbidden', { detail: 'Administrators see all of it, owners with `project` what concerns their own' });
  return { pid: standing?.scope.pid, actor, kind };
}

type AuditEntryRow = Awaited<ReturnType<ReturnType<typeof selectAudit>['execute']>>[number];

export const presentAudit = ({ pid, detail, ...row }: AuditEntryRow): AuditRecord => ({
  id: row.id,
  at: row.at,
  actor: row.actor,
  actor_name: row.actor_name,
  kind: row.kind,
  project: pid,
  subject: row.subject,
  subject_name: row.subject_name,
  detail: JSON.parse(detail) as AuditRecord['detail'],
});

export async function* walkAudit(read: Reader, selection: AuditSelection): AsyncGenerator<AuditRecord> {
  const portions = portionsOf<AuditEntryRow>((last, limit) => selectAudit(read, selection, limit, last?.id).execute());
  for await (const rows of portions) yield* rows.map(presentAudit);
}
