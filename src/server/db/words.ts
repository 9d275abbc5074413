import { wordsOfName } from '../lib/words.ts';
import { lockRows } from './db.ts';
import type { Db, Reader, Trx } from './db.ts';
import { insertRows } from './transfer.ts';

type Named = { uid: string; sort_key: string };

export const wordRows = (people: readonly Named[]) =>
  people.flatMap(({ uid, sort_key }) => wordsOfName(sort_key).map((word) => ({ uid, ...word })));

/** The words by which a search finds these people. Deleting a person deletes them. */
export const insertWords = (trx: Reader, people: readonly Named[]): Promise<void> =>
  insertRows(trx, 'person_words', wordRows(people));

export async function replaceWords(trx: Trx, person: Named): Promise<void> {
  await trx.deleteFrom('person_words').where('uid', '=', person.uid).execute();
  await insertWords(trx, [person]);
}

const batchSize = 1000;
const samples = 20;

export type Batch = { people: number; wrong: readonly string[] };

/**
 * All people in batches, with those whose stored words do not match their name, because somebody else or an older
 * version wrote to the database.
 */
export async function* checkWords(read: Reader): AsyncGenerator<Batch> {
  for (let last = ''; ;) {
    const found = await batchAfter(read, last);
    yield found;
    if (found.people < batchSize) return;
    last = found.last;
  }
}

/** The same for a sample when there are too many people to check all: some from each part of the table. */
export async function* sampleWords(read: Reader): AsyncGenerator<Batch> {
  const { count } = await read
    .selectFrom('people')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count <= samples * batchSize) return yield* checkWords(read);
  for (let part = 0; part < samples; part += 1) {
    const offset = Math.floor((part + Math.random()) * ((count - batchSize) / samples));
    const before = await read.selectFrom('people').select('uid').orderBy('uid').limit(1).offset(offset).execute();
    yield await batchAfter(read, before[0]?.uid ?? '');
  }
}

async function batchAfter(read: Reader, after: string) {
  const found = Map.groupBy(await storedWords(read, after), ({ uid }) => uid);
  const wrong = [...found].filter(([, rows]) => !agree(rows)).map(([uid]) => uid);
  return { people: found.size, wrong, last: [...found.keys()].at(-1) ?? '' };
}

/** One statement, because a second one could see later changes. */
const storedWords = (read: Reader, after: string) =>
  read
    .selectFrom((eb) =>
      eb
        .selectFrom('people')
        .select(['people.uid', 'people.sort_key'])
        .where('people.uid', '>', after)
        .orderBy('people.uid')
        .limit(batchSize)
        .as('batch'),
    )
    .leftJoin('person_words', 'person_words.uid', 'batch.uid')
    .select(['batch.uid', 'batch.sort_key', 'person_words.word', 'person_words.repeats'])
    .orderBy('batch.uid')
    .execute();

type Stored = Awaited<ReturnType<typeof storedWords>>;

function agree(rows: Stored): boolean {
  const wanted = wordsOfName(rows[0]?.sort_key ?? '').map(({ word, repeats }) => `${repeats} ${word}`);
  const stored = rows.flatMap(({ word, repeats }) => (word === null ? [] : [`${repeats} ${word}`]));
  return wanted.length === stored.length && new Set([...wanted, ...stored]).size === wanted.length;
}

/** Rewrites the words of these people. Locks the people first, so that a concurrent change of a name waits. */
export async function repairWords(db: Db, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  await db.transaction(async (trx) => {
    const locked = await lockRows(
      trx,
      trx.selectFrom('people').select(['uid', 'sort_key']).where('uid', 'in', uids).orderBy('uid'),
    );
    await trx.deleteFrom('person_words').where('uid', 'in', uids).execute();
    await insertWords(trx, locked);
  });
}
