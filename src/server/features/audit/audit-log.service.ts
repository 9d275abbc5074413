import type { Person } from '../../auth/caller.ts';
import type { Standings } from '../../auth/standing.ts';
import type { Reader } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { portionsOf } from '../../lib/paging.ts';
import { maySeeAudit } from './audit.policy.ts';
import { namesOf, selectAudit } from './audit.queries.ts';
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

type Detail = AuditRecord['detail'];

/** Which team and task an entry speaks of: it is their subject, or stands in the detail. */
function placesIn({ kind, subject }: AuditEntryRow, { tid, task }: Detail) {
  return {
    tid: kind.startsWith('team.') ? subject : typeof tid === 'string' ? tid : undefined,
    task: kind.startsWith('task.') ? subject : typeof task === 'string' ? task : undefined,
  };
}

/** Adds the names of today; two reads for any number of entries. */
export async function presentAudit(read: Reader, rows: readonly AuditEntryRow[]): Promise<AuditRecord[]> {
  const entries = rows.map((row) => {
    const detail = JSON.parse(row.detail) as Detail;
    return { row, detail, ...placesIn(row, detail) };
  });
  const { teams, tasks } = await namesOf(read, {
    pids: [...new Set(entries.flatMap(({ row }) => row.pid ?? []))],
    tids: [...new Set(entries.flatMap(({ row, tid }) => (row.pid === null ? [] : (tid ?? []))))],
    tasks: [...new Set(entries.flatMap(({ task }) => task ?? []))],
  });
  return entries.map(({ row, detail, tid, task }) => ({
    id: row.id,
    at: row.at,
    actor: row.actor,
    actor_name: row.actor_name,
    kind: row.kind,
    project: row.pid,
    subject: row.subject,
    subject_name: row.subject_name,
    team_name: teams.get(`${row.pid}/${tid}`) ?? null,
    task_title: tasks.get(task ?? '') ?? null,
    detail,
  }));
}

export async function* walkAudit(read: Reader, selection: AuditSelection): AsyncGenerator<AuditRecord> {
  const portions = portionsOf<AuditEntryRow>((last, limit) => selectAudit(read, selection, limit, last?.id).execute());
  for await (const rows of portions) yield* await presentAudit(read, rows);
}
