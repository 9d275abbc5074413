import type { Reader, Trx } from '../../db/db.ts';
import { endOfPrefix } from '../../lib/words.ts';

export type UserSelection = {
  prefix: string;
  /** True: only suspended people. False: only the others. Undefined: both. */
  suspended: boolean | undefined;
  limit: number;
  after: readonly [key: string, uid: string] | undefined;
};

/**
 * Ranges of indexes from the cursor on, however many people there are: of the one by name, and of the words inside the
 * names. The key of a row is the name from where it was found on, so that both can be merged, and paged, by it.
 */
export const selectUsers = (read: Reader, selection: UserSelection) =>
  selection.prefix === ''
    ? byBeginning(read, selection)
    : read
        .selectFrom(byBeginning(read, selection).as('found'))
        .selectAll()
        .unionAll(read.selectFrom(byWord(read, selection).as('found')).selectAll())
        .orderBy('key')
        .orderBy('uid')
        .limit(selection.limit + 1);

/** People who have not given a name yet come in no search and are left out here. */
const byBeginning = (read: Reader, { prefix, suspended, limit, after }: UserSelection) =>
  read
    .selectFrom('people')
    .select(['uid', 'name', 'email', 'listing', 'suspended_at', 'sort_key as key'])
    .where('sort_key', '<', endOfPrefix(prefix))
    .$if(after === undefined, (query) => query.where('sort_key', prefix === '' ? '>' : '>=', prefix))
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('sort_key', 'uid'), '>', eb.tuple(after?.[0] ?? '', after?.[1] ?? ''))),
    )
    .$if(suspended === true, (query) => query.where('suspended_at', 'is not', null))
    .$if(suspended === false, (query) => query.where('suspended_at', 'is', null))
    .orderBy('sort_key')
    .orderBy('uid')
    .limit(limit + 1);

/**
 * Each person once: where an earlier word of the name begins so, too, that one is found. SQLite takes cross joins in
 * the order in which they are written: the suspended are few, and are asked for their words.
 */
function byWord(read: Reader, { prefix, suspended, limit, after }: UserSelection) {
  const both = suspended === true ? fewWithWords(read) : wordsWithPeople(read);
  return both
    .whereRef('people.uid', '=', 'person_words.uid')
    .select(['people.uid', 'people.name', 'people.email', 'people.listing', 'people.suspended_at'])
    .select('person_words.word as key')
    .where('person_words.word', '<', endOfPrefix(prefix))
    .$if(after === undefined, (query) => query.where('person_words.word', '>=', prefix))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('person_words.word', 'person_words.uid'), '>', eb.tuple(after?.[0] ?? '', after?.[1] ?? '')),
      ),
    )
    .where('person_words.repeats', '<', prefix.length)
    .$if(suspended === false, (query) => query.where('people.suspended_at', 'is', null))
    .orderBy('person_words.word')
    .orderBy('person_words.uid')
    .limit(limit + 1);
}

const wordsWithPeople = (read: Reader) => read.selectFrom('person_words').crossJoin('people');
const fewWithWords = (read: Reader) =>
  read.selectFrom('people').crossJoin('person_words').where('people.suspended_at', 'is not', null);

export const findUser = (read: Reader, uid: string) =>
  read
    .selectFrom('people')
    .select([
      'uid',
      'name',
      'email',
      'listing',
      'intro',
      'resume',
      'resume_public_at',
      'history_public_at',
      'suspended_at',
    ])
    .where('uid', '=', uid)
    .executeTakeFirst();

export const listHistory = (read: Reader, uid: string) =>
  read
    .selectFrom('memberships')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
    )
    .innerJoin('projects', 'projects.pid', 'memberships.pid')
    .select([
      'memberships.pid',
      'projects.name as project',
      'memberships.tid',
      'teams.name as team',
      'memberships.role',
    ])
    .where('memberships.uid', '=', uid)
    .where('teams.disabled_at', 'is', null)
    .orderBy('memberships.pid', 'desc')
    .orderBy('teams.sort_key')
    .orderBy('memberships.tid')
    .execute();

/** False when it was so already. */
export async function setSuspended(trx: Trx, uid: string, suspendedAt: string | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('people')
    .set({ suspended_at: suspendedAt })
    .where('uid', '=', uid)
    .where('suspended_at', suspendedAt === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
