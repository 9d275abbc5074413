import { sql } from 'kysely';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { enabledMemberships } from '../../db/memberships.ts';
import type { CursorKey } from '../../http/paging.ts';
import { endOfPrefix, patternsOf } from '../../lib/words.ts';
import { allPeople, isVisibleTo, peopleKnownTo } from './visibility.queries.ts';

export type UserSelection = {
  /** A prefix of the sort key, used without `words`. */
  prefix: string;
  /** Prefixes of words of the name. `lead` is the one that selects and orders the people. */
  words: { pieces: readonly string[]; lead: string } | undefined;
  /** True: only suspended people. False: only the others. Undefined: both. */
  suspended: boolean | undefined;
  /** For whom people are listed: everybody, all whom a person may find, or only those whom they know. */
  viewer?: { uid: string; knownOnly: boolean } | undefined;
  limit: number;
  after: CursorKey<'key' | 'uid'> | undefined;
};

/** Reads one index range, either of names or of words. */
export const selectUsers = (read: Reader, selection: UserSelection) =>
  selection.words === undefined ? byBeginning(read, selection) : byWords(read, selection, selection.words);

/** Leaves out people who have not given a name. */
const byBeginning = (read: Reader, { prefix, suspended, viewer, limit, after }: UserSelection) =>
  read
    .selectFrom(sourceFor(viewer).as('people'))
    .select(['uid', 'name', 'email', 'listing', 'suspended_at', 'administrator_since', 'configured_since'])
    .select('sort_key as key')
    .where('sort_key', '<', endOfPrefix(prefix))
    .$call((query) =>
      after === undefined
        ? query.where('sort_key', prefix === '' ? '>' : '>=', prefix)
        : query.where((eb) => eb(eb.refTuple('sort_key', 'uid'), '>', eb.tuple(after.key, after.uid))),
    )
    .$if(suspended === true, (query) => query.where('suspended_at', 'is not', null))
    .$if(suspended === false, (query) => query.where('suspended_at', 'is', null))
    .$if(viewer?.knownOnly === false, (query) => query.where(isVisibleTo(viewer?.uid ?? '')))
    .orderBy('sort_key')
    .orderBy('uid')
    .limit(limit + 1);

/**
 * Each person once, at the first word of their name that matches. A row holds the whole name, so the other prefixes are
 * matched in it. SQLite joins cross joins in the written order: suspended people and those whom somebody knows are few,
 * so they come first.
 */
function byWords(
  read: Reader,
  { suspended, viewer, limit, after }: UserSelection,
  { pieces, lead }: NonNullable<UserSelection['words']>,
) {
  const few = suspended === true || viewer?.knownOnly === true;
  const both = few ? peopleWithWords(read, viewer) : wordsWithPeople(read);
  return both
    .whereRef('people.uid', '=', 'person_words.uid')
    .select(['people.uid', 'people.name', 'people.email', 'people.listing', 'people.suspended_at'])
    .select(['people.administrator_since', 'people.configured_since'])
    .select('person_words.word as key')
    .where('person_words.word', '<', endOfPrefix(lead))
    .$call((query) =>
      after === undefined
        ? query.where('person_words.word', '>=', lead)
        : query.where((eb) =>
            eb(eb.refTuple('person_words.word', 'person_words.uid'), '>', eb.tuple(after.key, after.uid)),
          ),
    )
    .where('person_words.repeats', '<', lead.length)
    .where((eb) => eb.and(patternsOf(pieces, lead).map((pattern) => eb('person_words.word', 'like', pattern))))
    .$if(suspended === true, (query) => query.where('people.suspended_at', 'is not', null))
    .$if(suspended === false, (query) => query.where('people.suspended_at', 'is', null))
    .$if(viewer?.knownOnly === false, (query) => query.where(isVisibleTo(viewer?.uid ?? '')))
    .orderBy('person_words.word')
    .orderBy('person_words.uid')
    .limit(limit + 1);
}

const sourceFor = (viewer: UserSelection['viewer']) =>
  viewer?.knownOnly === true ? peopleKnownTo(viewer.uid) : allPeople;

const wordsWithPeople = (read: Reader) => read.selectFrom('person_words').crossJoin(allPeople.as('people'));
const peopleWithWords = (read: Reader, viewer: UserSelection['viewer']) =>
  read.selectFrom(sourceFor(viewer).as('people')).crossJoin('person_words');

const enoughToCompare = 1000;

/** How many words match each prefix, counted up to a limit. */
export async function countWords(read: Reader, pieces: readonly string[]) {
  const counts = pieces.map(
    (piece) => sql`
      select ${piece} as piece, count(*) as count from (
        select 1 as one from person_words where word >= ${piece} and word < ${endOfPrefix(piece)} limit ${enoughToCompare}
      ) as words`,
  );
  return (await sql<{ piece: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(read)).rows;
}

/** Returns at most one, because addresses are unique. */
export const selectByEmail = (read: Reader, email: string, suspended: boolean | undefined) =>
  read
    .selectFrom('people')
    .select([
      'uid',
      'name',
      'email',
      'listing',
      'suspended_at',
      'administrator_since',
      'configured_since',
      'sort_key as key',
    ])
    .where('email', '=', email)
    .$if(suspended === true, (query) => query.where('suspended_at', 'is not', null))
    .$if(suspended === false, (query) => query.where('suspended_at', 'is', null));

export const listOwned = (read: Reader, uid: string) =>
  read
    .selectFrom('project_owners')
    .innerJoin('projects', 'projects.pid', 'project_owners.pid')
    .select(['projects.pid', 'projects.name'])
    .where('project_owners.uid', '=', uid)
    .execute();

/** Administrators also see drafts and disabled teams. */
export const listMemberships = (read: Reader, uid: string) =>
  read
    .selectFrom('memberships')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
    )
    .innerJoin('projects', 'projects.pid', 'memberships.pid')
    .select(['memberships.pid', 'projects.name as project', 'memberships.tid', 'teams.name', 'memberships.role'])
    .where('memberships.uid', '=', uid)
    .orderBy('teams.sort_key')
    .orderBy('memberships.tid')
    .execute();

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
      'administrator_since',
      'configured_since',
    ])
    .where('uid', '=', uid)
    .executeTakeFirst();

const selectHistory = (read: Reader, uid: string) =>
  enabledMemberships(read)
    .innerJoin('projects', 'projects.pid', 'memberships.pid')
    .select([
      'memberships.pid',
      'projects.name as project',
      'memberships.tid',
      'teams.name as team',
      'memberships.role',
    ])
    .where('memberships.uid', '=', uid)
    .where('projects.state', '!=', 'draft')
    .orderBy('memberships.pid', 'desc')
    .orderBy('teams.sort_key')
    .orderBy('memberships.tid');

export const listHistory = (read: Reader, uid: string) => selectHistory(read, uid).execute();

/** The teams that the person leads, of those that the viewer is in. */
export const listLedTeams = (read: Reader, uid: string, viewer: string) =>
  selectHistory(read, uid)
    .where('memberships.role', '=', 'chief')
    .where('projects.state', '!=', 'archived')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('memberships as mine')
          .select('mine.tid')
          .whereRef('mine.pid', '=', 'memberships.pid')
          .whereRef('mine.tid', '=', 'memberships.tid')
          .where('mine.uid', '=', viewer),
      ),
    )
    .execute();

/** False if nothing changed. */
export async function setSuspended(trx: Trx, uid: string, suspendedAt: string | null): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('people')
      .set({ suspended_at: suspendedAt })
      .where('uid', '=', uid)
      .where('suspended_at', suspendedAt === null ? 'is not' : 'is', null),
  );
}
