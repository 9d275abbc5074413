import type { Trx } from '../../db/db.ts';
import type { AuditEntry } from '../audit/audit.service.ts';

/** A copy of the project `from` to the new project `to`. */
export type ProjectCopy = { from: string; to: string; at: string; actor: string; withChiefs: boolean };

/** What a feature copies to a new project. */
export type ProjectCopier = {
  /** The people that the copied rows will refer to. They are locked before the project is. */
  people?: (trx: Trx, copy: ProjectCopy) => Promise<string[]>;
  /** `active`: those of `people` who are not suspended. Returns what to add to the audit log. */
  copy: (trx: Trx, copy: ProjectCopy, active: ReadonlySet<string>) => Promise<AuditEntry[]>;
};

export async function peopleToCopy(
  trx: Trx,
  copiers: readonly ProjectCopier[],
  copy: ProjectCopy | undefined,
): Promise<string[]> {
  const uids: string[] = [];
  if (copy === undefined) return uids;
  for (const { people } of copiers) uids.push(...((await people?.(trx, copy)) ?? []));
  return uids;
}

export async function copyProject(
  trx: Trx,
  copiers: readonly ProjectCopier[],
  copy: ProjectCopy | undefined,
  active: ReadonlySet<string>,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  if (copy === undefined) return entries;
  for (const copier of copiers) entries.push(...(await copier.copy(trx, copy, active)));
  return entries;
}
