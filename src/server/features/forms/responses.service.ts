import type { Trx } from '../../db/db.ts';
import { countDown, deleteResponsesOf, holdAnsweredForms } from './responses.queries.ts';

/** Removes every answer of a person from every form of every project. Tells how many there were. */
export async function eraseAnswers(trx: Trx, uid: string): Promise<number> {
  await holdAnsweredForms(trx, uid);
  const removed = await deleteResponsesOf(trx, uid);
  if (removed.length > 0) await countDown(trx, removed);
  return removed.length;
}
