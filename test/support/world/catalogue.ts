import type { Trx } from '../../../src/server/db/db.ts';
import type { World } from './world-types.ts';

/** A place, a skill and a kind, all with the identifier of the task, and a request of the other person for a place. */
export async function insertCatalogue(trx: Trx, { pid, task: id, uid }: World, at: string): Promise<void> {
  await trx.insertInto('places').values({ id, pid, name: 'Gate' }).execute();
  await trx.insertInto('skills').values({ id, pid, name: 'First aid' }).execute();
  await trx.insertInto('task_kinds').values({ id, pid, name: 'Door' }).execute();
  await trx.insertInto('join_requests').values({ task_id: id, uid, created_at: at }).execute();
}
