import type { Selectable } from 'kysely';
import type { Person } from '../../auth/caller.ts';
import type { Db, Reader } from '../../db/db.ts';
import type { PeopleTable } from '../../db/tables.ts';
import { fail, failField } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { timestamp } from '../../lib/clock.ts';
import { pageRequest } from '../../http/paging.ts';
import type { CursorKey, PageQuery } from '../../http/paging.ts';
import { sortKey } from '../../lib/text.ts';
import { leadsOf, piecesOfQuery } from '../../lib/words.ts';
import { record } from '../audit/audit.service.ts';
import { endConsentsOfPerson } from '../forms/disclosure/consents.service.ts';
import type { EmailHasher } from '../members/members.service.ts';
import { lockTarget } from '../people/people.service.ts';
import { releaseAllPlaces } from '../tasks/releases/releases.service.ts';
import { touchListingsOf } from '../teams/teams.service.ts';
import { maySeeHistory, maySeeResume, maySeeSuspended, maySuspend } from './users.policy.ts';
import { countWords, findUser, listHistory, selectUsers, setSuspended } from './users.queries.ts';
import type { SuspensionInput, User, UserEntry } from './users.schema.ts';

type Row = Pick<Selectable<PeopleTable>, 'uid' | 'name' | 'email' | 'listing' | 'suspended_at'>;
type UserFilter = PageQuery & { q?: string | undefined; suspended?: boolean | undefined };

function presentEntry(hash: EmailHasher, caller: Person, row: Row): UserEntry {
  return {
    uid: row.uid,
    name: row.name,
    email_hash: row.listing === 'hidden' ? null : hash(row.email, row.listing),
    ...(maySeeSuspended(caller) ? { suspended_at: row.suspended_at } : {}),
  };
}

export async function searchUsers(read: Reader, hash: EmailHasher, caller: Person, filter: UserFilter) {
  const { q = '', suspended } = filter;
  if (suspended !== undefined && !maySeeSuspended(caller))
    return fail('forbidden', { detail: 'Only administrators may ask who is suspended' });
  const prefix = sortKey(q);
  const pieces = piecesOfQuery(prefix);
  const leads = leadsOf(pieces);
  const { limit, after, page } = pageRequest(filter, { key: 'text', uid: 'text' });
  if (after !== undefined) requireOwnCursor(after, leads.length === 0 ? [prefix] : leads);
  const lead = after === undefined ? await rarest(read, leads) : leads.find((each) => after.key.startsWith(each));
  const rows = await selectUsers(read, {
    prefix,
    words: lead === undefined ? undefined : { pieces, lead },
    suspended: maySeeSuspended(caller) ? suspended : false,
    limit,
    after,
  }).execute();
  return page(rows, (row) => presentEntry(hash, caller, row));
}

/** The prefix with the fewest matches; among frequent ones the longest. */
async function rarest(read: Reader, leads: readonly string[]): Promise<string | undefined> {
  if (leads.length < 2) return leads[0];
  const counted = await countWords(read, leads);
  return counted.toSorted((a, b) => a.count - b.count || b.piece.length - a.piece.length)[0]?.piece;
}

/** A cursor of another search would start outside the range of this one. At most one of several prefixes matches. */
function requireOwnCursor({ key }: CursorKey<'key'>, prefixes: readonly string[]): void {
  if (!prefixes.some((prefix) => key.startsWith(prefix)))
    failField('/querystring/cursor', 'is not a cursor of this search');
}

export async function readUser(read: Reader, hash: EmailHasher, caller: Person, uid: string): Promise<User> {
  const row = await findUser(read, uid);
  if (row === undefined || (row.suspended_at !== null && !maySeeSuspended(caller))) return noSuchUser();
  const history = maySeeHistory(caller, row) ? await listHistory(read, uid) : null;
  return {
    ...presentEntry(hash, caller, row),
    intro: row.intro,
    resume: maySeeResume(caller, row) ? row.resume : null,
    history: history,
    rights: { suspend: maySuspend(caller, uid) },
  };
}

const noSuchUser = (): never => fail('not_found', { detail: 'There is no such person' });

type Suspension = SuspensionInput & { uid: string };

/**
 * Takes effect with the next request in every process, because the caller is read on every request. Both people are
 * locked: two administrators must not suspend each other at the same time, or nobody would be left to lift it.
 */
export async function suspend({ db, clock }: { db: Db; clock: Clock }, caller: Person, { uid, reason }: Suspension) {
  if (!maySuspend(caller, uid)) return fail('not_allowed', { detail: 'You cannot suspend yourself' });
  const now = clock.now();
  await db.transaction(async (trx) => {
    await lockTarget(trx, now, caller, uid);
    if (!(await setSuspended(trx, uid, timestamp(now)))) return;
    await touchListingsOf(trx, uid);
    await endConsentsOfPerson(trx, { actor: caller.uid, now }, uid);
    await releaseAllPlaces(trx, { actor: caller.uid, now }, uid);
    const detail = reason === undefined ? {} : { reason };
    await record(trx, now, { actor: caller.uid, kind: 'person.suspended', subject: uid, detail });
  });
}

export async function reinstate({ db, clock }: { db: Db; clock: Clock }, caller: Person, uid: string) {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await lockTarget(trx, now, caller, uid);
    if (!(await setSuspended(trx, uid, null))) return;
    await touchListingsOf(trx, uid);
    await record(trx, now, { actor: caller.uid, kind: 'person.reinstated', subject: uid });
  });
}
