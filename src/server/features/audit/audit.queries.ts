import type { Trx } from '../../db/db.ts';

export type AuditRow = {
  id: string;
  at: string;
  actor: string | null;
  kind: string;
  pid: string | null;
  subject: string;
  detail: string;
};

export async function insertAudit(trx: Trx, rows: readonly AuditRow[]): Promise<void> {
  await trx.insertInto('audit').values(rows).execute();
}
