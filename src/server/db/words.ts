import { furtherWords } from '../lib/words.ts';
import type { Reader, Trx } from './db.ts';
import { insertRows } from './transfer.ts';

type Named = { uid: string; sort_key: string };

export const wordRows = (people: readonly Named[]) =>
  people.flatMap(({ uid, sort_key }) => furtherWords(sort_key).map((word) => ({ uid, ...word })));

/** What a search finds these people by, apart from how their names begin. They go with the person. */
export const insertWords = (trx: Reader, people: readonly Named[]): Promise<void> =>
  insertRows(trx, 'person_words', wordRows(people));

export async function replaceWords(trx: Trx, person: Named): Promise<void> {
  await trx.deleteFrom('person_words').where('uid', '=', person.uid).execute();
  await insertWords(trx, [person]);
}
