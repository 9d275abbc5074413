import type { Trx } from './db.ts';

/** Until the commit, nobody else changes the project, nor what is only changed under this lock. */
export async function lockProject(trx: Trx, pid: string): Promise<void> {
  await trx
    .updateTable('projects')
    .set((eb) => ({ pid: eb.ref('pid') }))
    .where('pid', '=', pid)
    .execute();
}
