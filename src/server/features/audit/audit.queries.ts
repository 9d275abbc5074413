import type { Trx } from '../../db/db.ts';

export async function insertAudit(
  trx: Trx,
  row: {
    id: string;
    at: string;
    actor: string | null;
    kind: string;
    pid: string | null;
    subject: string;
    detail: string;
  },
): Promise<void> {
  await trx.insertInto('audit').values(row).execute();
}
