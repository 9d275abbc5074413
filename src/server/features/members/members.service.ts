import { isSlug } from '../../../shared/limits.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import type { PeopleTable } from '../../db/tables.ts';
import { announce } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';
import type { Clock } from '../../lib/clock.ts';
import { hmac, md5, sha256 } from '../../lib/secrets.ts';
import type { Keyring } from '../../lib/seal.ts';
import { prepareListing } from './members-answer.service.ts';
import type { Listing } from './members-answer.service.ts';
import type { PersonEntry, TeamEntry } from './members.schema.ts';
import { findListingVersion, listedPeople, listedTeams, raiseListingVersions } from './members.queries.ts';

type CachedListing = { listing: Listing; version: number; checkedAtMs: number };

const recheckMs = 500;
const maxCachedBytes = 64 * 1024 * 1024;

export type EmailHasher = (email: string, listing: PeopleTable['listing']) => string;

/**
 * A keyed hash still tells two people apart, but nobody can look up an address by it. People who are hidden from the
 * listing get one, too: their team still sees them.
 */
export function emailHasher(config: Config, keys: Keyring): EmailHasher {
  const open = config.emailHash === 'md5' ? md5 : sha256;
  return (email, listing) => (listing === 'public' ? open(email) : hmac(keys.current.hash, email));
}

export type Listings = ReturnType<typeof listings>;

/**
 * Keeps the bytes of listings, prepared once per change. A change by this process drops them at once; one by another
 * process is notified by PostgreSQL, and in any case noticed by the version counter within `recheckMs`.
 */
export function listings(db: Db, hash: EmailHasher, clock: Clock, limitBytes = maxCachedBytes) {
  const cache = new Map<string, CachedListing>();
  const loading = new Map<string, Promise<Listing | null>>();
  db.listen(({ topic, key }) => {
    if (topic === 'listing') for (const pid of key.split(' ')) drop(pid);
    if (topic === 'missed') for (const pid of cache.keys()) drop(pid);
  });

  let changes = 0;
  const drop = (pid: string) => {
    changes += 1;
    cache.delete(pid);
    loading.delete(pid);
  };

  const refresh = async (pid: string): Promise<Listing | null> => {
    const changesBefore = changes;
    const project = await findListingVersion(db.read, pid);
    if (project === undefined) {
      cache.delete(pid);
      return null;
    }
    const old = cache.get(pid);
    if (old !== undefined && old.version === project.listing_version) {
      old.checkedAtMs = clock.now().getTime();
      return old.listing;
    }
    const listing = await prepareListing(pid, JSON.stringify({ data: await teamEntries(db, hash, pid) }));
    // A listing read while a change was committed may be older than the change: this caller may have it, later ones not.
    if (changes === changesBefore) {
      keep(pid, { listing, version: project.listing_version, checkedAtMs: clock.now().getTime() });
    }
    return listing;
  };

  /** The limit is enough for a thousand listings of usual size, or a few dozen of thousands of people. */
  const keep = (pid: string, entry: CachedListing) => {
    cache.set(pid, entry);
    let bytes = 0;
    for (const { listing } of cache.values()) bytes += listing.bytes;
    for (const [oldest, { listing }] of cache) {
      if (bytes <= limitBytes) break;
      cache.delete(oldest);
      bytes -= listing.bytes;
    }
  };

  /** Callers that come while a listing is being loaded share it, unless it has changed since the load began. */
  const load = (pid: string): Promise<Listing | null> => {
    const shared = loading.get(pid);
    if (shared !== undefined) return shared;
    const own = refresh(pid).finally(() => {
      if (loading.get(pid) === own) loading.delete(pid);
    });
    loading.set(pid, own);
    return own;
  };

  return {
    /** The listing if it is known to be up to date; undefined when the database must be asked. */
    fresh: (pid: string): Listing | undefined => {
      const entry = cache.get(pid);
      if (entry === undefined) return undefined;
      const ageMs = clock.now().getTime() - entry.checkedAtMs;
      // A negative age means that the clock was set back, and the real age is unknown.
      return ageMs >= 0 && ageMs < recheckMs ? entry.listing : undefined;
    },
    find: async (pid: string): Promise<Listing | null> => (isSlug(pid) ? load(pid) : null),
  };
}

async function teamEntries(db: Db, hash: EmailHasher, pid: string): Promise<TeamEntry[]> {
  const teams = await listedTeams(db.read, pid);
  const entries = new Map<string, TeamEntry>(
    teams.map(({ tid, name }) => [tid, { name, tid, chiefs: [], members: [] }]),
  );
  for (const { tid, role, email, name, listing } of await listedPeople(db.read, pid)) {
    const person: PersonEntry = { email_hash: hash(email, listing), name };
    const team = entries.get(tid);
    team?.members.push(person);
    if (role === 'chief') team?.chiefs.push(person);
  }
  return [...entries.values()];
}

/** Call it in the transaction of every change that the listing shows. */
export const touchListing = (trx: Trx, pid: string): Promise<void> => touchListings(trx, [pid]);

const maxPerMessage = 100;

/** For changes that show in several projects, such as a person's name. */
export async function touchListings(trx: Trx, pids: readonly string[]): Promise<void> {
  if (pids.length === 0) return;
  await raiseListingVersions(trx, pids);
  for (const some of chunksOf(pids, maxPerMessage)) await announce(trx, { topic: 'listing', key: some.join(' ') });
}
