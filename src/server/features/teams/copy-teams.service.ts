import type { Trx } from '../../db/db.ts';
import type { AuditEntry } from '../audit/audit.service.ts';
import type { ProjectCopy } from '../projects/copy-project.service.ts';
import { copyHidden, insertCopiedTeams, listActiveChiefs } from './copy-teams.queries.ts';

const chiefsOf = async (trx: Trx, { from, withChiefs }: ProjectCopy) =>
  withChiefs ? await listActiveChiefs(trx, from) : [];

export const chiefsToCopy = async (trx: Trx, copy: ProjectCopy): Promise<string[]> =>
  (await chiefsOf(trx, copy)).map(({ uid }) => uid);

/** Reads the chiefs again, now that the project is locked; only those locked before are copied. */
export async function copyTeams(trx: Trx, copy: ProjectCopy, active: ReadonlySet<string>): Promise<AuditEntry[]> {
  const { from, to, at, actor } = copy;
  const chiefs = (await chiefsOf(trx, copy)).filter(({ uid }) => active.has(uid));
  await insertCopiedTeams(trx, from, to, chiefs, at);
  await copyHidden(trx, from, to, chiefs);
  return chiefs.map(({ uid, tid }) => ({ actor, kind: 'chief.added', subject: uid, pid: to, detail: { tid } }));
}
