import type { Selectable } from 'kysely';
import { pagePath } from '../../../shared/pages.ts';
import type { Person } from '../../auth/caller.ts';
import type { Config } from '../../config.ts';
import type { Db, Reader } from '../../db/db.ts';
import type { PeopleTable } from '../../db/tables.ts';
import { fail, failField } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { timestamp } from '../../lib/clock.ts';
import { pageRequest } from '../../http/paging.ts';
import type { CursorKey, PageQuery } from '../../http/paging.ts';
import { newId } from '../../lib/secrets.ts';
import { normaliseEmail, sortKey } from '../../lib/text.ts';
import { isNarrow, leadsOf, piecesOfQuery } from '../../lib/words.ts';
import type { Keyring } from '../../lib/seal.ts';
import { isAdministrator } from '../administrators/administrators.policy.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import type { EmailHasher } from '../members/members.service.ts';
import { notifyAccount } from '../notices/notify.service.ts';
import { choosesPeople, distinctionsOf } from '../people/distinction.service.ts';
import { languagesOf, lockTarget } from '../people/people.service.ts';
import { deputiesOf } from '../projects/grants/ending.service.ts';
import { endCredentialsAndWork } from '../sessions/sessions.service.ts';
import { releaseAllPlaces } from '../tasks/releases/releases.service.ts';
import { notifyOfSuspension, touchListingsOf } from '../teams/teams.service.ts';
import { accountSuspendedMail } from './account-suspended.mail.ts';
import {
  mayAppoint,
  maySeeAccount,
  maySeeEverybody,
  maySeeHistory,
  maySeeResume,
  maySeeSuspended,
  maySuspend,
} from './users.policy.ts';
import { canSee } from './visibility.queries.ts';
import {
  countWords,
  findUser,
  listHistory,
  listLedTeams,
  listMemberships,
  listOwned,
  selectByEmail,
  selectUsers,
  setSuspended,
} from './users.queries.ts';
import type { SuspensionInput, User, UserEntry } from './users.schema.ts';

type Row = Pick<
  Selectable<PeopleTable>,
  'uid' | 'name' | 'email' | 'listing' | 'suspended_at' | 'administrator_since' | 'configured_since'
>;
type Reading = { db: Db; hash: EmailHasher; config: Config };
type UserFilter = PageQuery & {
  q?: string | undefined;
  email?: string | undefined;
  suspended?: boolean | undefined;
};

function presentEntry({ hash, config }: Reading, caller: Person, row: Row) {
  return {
    uid: row.uid,
    name: row.name,
    email_hash: row.listing === 'hidden' ? null : hash(row.email, row.listing),
    ...(maySeeSuspended(caller) ? { suspended_at: row.suspended_at, administrator: isAdministrator(config, row) } : {}),
  };
}

/** `charge` counts a search for strangers by somebody who organises nothing, so that nobody copies the directory. */
export async function searchUsers(services: Reading, caller: Person, filter: UserFilter, charge: () => Promise<void>) {
  const { read } = services.db;
  const { q = '', suspended } = filter;
  if (suspended !== undefined && !maySeeSuspended(caller))
    return fail('forbidden', { detail: 'Only administrators can see who is suspended' });
  if (filter.email !== undefined) return findByEmail(services, caller, { ...filter, email: filter.email });
  const prefix = sortKey(q);
  const pieces = piecesOfQuery(prefix);
  const leads = leadsOf(pieces);
  const { limit, after, page } = pageRequest(filter, { key: 'text', uid: 'text' });
  if (after !== undefined) requireOwnCursor(after, leads.length === 0 ? [prefix] : leads);
  const chooses = await choosesPeople(read, caller);
  // Without a name to look for, or letter by letter, the list would be a directory of everybody.
  const knownOnly = prefix === '' || (!chooses && !isNarrow(pieces));
  if (!chooses && !knownOnly) await charge();
  const lead = after === undefined ? await rarest(read, leads) : leads.find((each) => after.key.startsWith(each));
  const rows = await selectUsers(read, {
    prefix,
    words: lead === undefined ? undefined : { pieces, lead },
    suspended: maySeeSuspended(caller) ? suspended : false,
    viewer: maySeeEverybody(caller) ? undefined : { uid: caller.uid, knownOnly },
    limit,
    after,
  }).execute();
  const distinction = chooses ? await distinctionsOf(read, rows, caller) : undefined;
  return page(rows, (row): UserEntry => {
    // Hidden people show their teams to nobody but administrators, who see everybody.
    const isShown = distinction !== undefined && (row.listing !== 'hidden' || caller.administrator);
    return {
      ...presentEntry(services, caller, row),
      ...(isShown ? distinction(row) : { email_hint: null, teams: [] }),
    };
  });
}

async function findByEmail(
  services: Reading,
  caller: Person,
  { email, q, suspended, ...filter }: UserFilter & { email: string },
) {
  if (!maySeeAccount(caller)) return fail('forbidden', { detail: 'Only administrators can find people by address' });
  if (q !== undefined) return failField('/querystring/q', 'cannot be combined with an address');
  const { page } = pageRequest(filter, { key: 'text', uid: 'text' });
  const { read } = services.db;
  const rows = await selectByEmail(read, normaliseEmail(email), suspended).execute();
  const distinction = await distinctionsOf(read, rows, caller);
  return page(rows, (row): UserEntry => ({ ...presentEntry(services, caller, row), ...distinction(row) }));
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

export async function readUser(services: Reading, caller: Person, uid: string): Promise<User> {
  const { read } = services.db;
  const row = await findUser(read, uid);
  if (row === undefined || (row.suspended_at !== null && !maySeeSuspended(caller))) return noSuchUser();
  if (row.listing === 'hidden' && !maySeeEverybody(caller) && !(await canSee(read, caller.uid, uid)))
    return noSuchUser();
  const history = maySeeHistory(caller, row) ? await listHistory(read, uid) : null;
  return {
    ...presentEntry(services, caller, row),
    intro: row.intro,
    resume: maySeeResume(caller, row) ? row.resume : null,
    history,
    leads: await listLedTeams(read, uid, caller.uid),
    ...(maySeeAccount(caller) ? { email: row.email, projects: await projectsOf(read, uid) } : {}),
    rights: {
      suspend: maySuspend(caller, uid),
      appoint: mayAppoint(caller, {
        suspended: row.suspended_at !== null,
        administrator: isAdministrator(services.config, row),
      }),
    },
  };
}

/** Two queries for any number of projects. */
async function projectsOf(read: Reader, uid: string): Promise<NonNullable<User['projects']>> {
  const [owned, memberships] = await Promise.all([listOwned(read, uid), listMemberships(read, uid)]);
  const names = new Map([
    ...owned.map(({ pid, name }) => [pid, name] as const),
    ...memberships.map(({ pid, project }) => [pid, project] as const),
  ]);
  return [...names]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([pid, name]) => ({
      pid,
      name,
      owner: owned.some((one) => one.pid === pid),
      teams: memberships
        .filter((one) => one.pid === pid)
        .map(({ tid, name: team, role }) => ({ tid, name: team, role })),
    }));
}

const noSuchUser = (): never => fail('not_found', { detail: 'There is no such person' });

type Suspension = SuspensionInput & { uid: string };
type Suspending = { db: Db; clock: Clock; config: Config; mailQueue: MailQueue; keys: Keyring };

/**
 * Takes effect with the next request in every process, because the caller is read on every request. Both people are
 * locked: two administrators must not suspend each other at the same time, or nobody would be left to lift it.
 */
export async function suspend(services: Suspending, caller: Person, { uid, reason }: Suspension) {
  const { db, clock, config, mailQueue, keys } = services;
  if (!maySuspend(caller, uid)) return fail('not_allowed', { detail: 'You cannot suspend yourself' });
  const now = clock.now();
  await db.transaction(async (trx) => {
    const { person } = await lockTarget(trx, now, caller, uid, await deputiesOf(trx, uid, now));
    if (!(await setSuspended(trx, uid, timestamp(now)))) return;
    // Ended for good: lifting the suspension must not bring cookies, tokens and what was made with them back.
    await endCredentialsAndWork(trx, { actor: caller.uid, now: clock.now() }, person);
    await touchListingsOf(trx, uid);
    const pids = await releaseAllPlaces(trx, { actor: caller.uid, now, keys }, uid);
    await notifyOfSuspension(trx, now, uid, pids);
    const detail = reason === undefined ? {} : { reason };
    await record(trx, now, { actor: caller.uid, kind: 'person.suspended', subject: uid, detail });
    const language = (await languagesOf(trx, [person.email])).get(person.email);
    const mail = accountSuspendedMail({ language, link: `${config.baseUrl}${pagePath('/sign-in')}` });
    await mailQueue.add(trx, `suspended:${newId(now)}`, { to: person.email, for: { uid }, ...mail });
    await notifyAccount(trx, { actor: caller.uid, now }, [{ kind: 'security.suspended', uid, pid: null, subject: '' }]);
  });
}

export async function reinstate({ db, clock }: { db: Db; clock: Clock }, caller: Person, uid: string) {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const { person } = await lockTarget(trx, now, caller, uid);
    if (!(await setSuspended(trx, uid, null))) return;
    // Those of people who were suspended before credentials and what they made ended with it.
    await endCredentialsAndWork(trx, { actor: caller.uid, now: clock.now() }, person);
    await touchListingsOf(trx, uid);
    await record(trx, now, { actor: caller.uid, kind: 'person.reinstated', subject: uid });
    await notifyAccount(trx, { actor: caller.uid, now }, [
      { kind: 'security.reinstated', uid, pid: null, subject: '' },
    ]);
  });
}
