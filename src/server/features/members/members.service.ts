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

type Kept = { listing: Listing; version: number; checkedAtMs: number };

const recheckMs = 500;
const mostKeptBytes = 64 * 1024 * 1024;
const isPid = (pid: string): boolean => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(pid);

export type EmailHasher = (email: string, listing: PeopleTable['listing']) => string;

/**
 * A keyed hash still tells two people apart, and nobody can look an address up by it. Those who are hidden from the
 * listing are still seen by their team, and want no less.
 */
export function emailHasher(config: Config, keys: Keyring): EmailHasher {
  const open = config.emailHash === 'md5' ? md5 : sha256;
  return (email, listing) => (listing === 'public' ? open(email) : hmac(keys.current.hash, email));
}

export type Listings = ReturnType<typeof listings>;

/**
 * The hot path: bytes are prepared once per change and kept. A change through this process drops them at once;
 * one through another process is told by PostgreSQL, and noticed by the version counter within `recheckMs` anyway.
 */
export function listings(db: Db, hash: EmailHasher, clock: Clock) {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Listing | null>>();
  db.listen(({ topic, key }) => {
    if (topic === 'listing') for (const pid of key.split(' ')) drop(pid);
    if (topic === 'missed') for (const pid of kept.keys()) drop(pid);
  });

  let changes = 0;
  const drop = (pid: string) => {
    changes += 1;
    kept.delete(pid);
    underWay.delete(pid);
  };

  const refresh = async (pid: string): Promise<Listing | null> => {
    const changesBefore = changes;
    const project = await findListingVersion(db.read, pid);
    if (project === undefined) {
      kept.delete(pid);
      return null;
    }
    const old = kept.get(pid);
    if (old !== undefined && old.version === project.listing_version) {
      old.checkedAtMs = clock.now().getTime();
      return old.listing;
    }
    const listing = await prepareListing(pid, JSON.stringify({ data: await teamEntries(db, hash, pid) }));
    // What was read while a change came in may be older than the change: good for this caller, not to be kept.
    if (changes === changesBefore) {
      keep(pid, { listing, version: project.listing_version, checkedAtMs: clock.now().getTime() });
    }
    return listing;
  };

  /** As many as fit: a thousand listings of usual size, or a few dozen of thousands of people. */
  const keep = (pid: string, entry: Kept) => {
    kept.set(pid, entry);
    let bytes = 0;
    for (const { listing } of kept.values()) bytes += listing.bytes;
    for (const [oldest, { listing }] of kept) {
      if (bytes <= mostKeptBytes) break;
      kept.delete(oldest);
      bytes -= listing.bytes;
    }
  };

  /** Callers that come while one look-up is under way share it, unless a change came in between. */
  const lookUp = (pid: string): Promise<Listing | null> => {
    const shared = underWay.get(pid);
    if (shared !== undefined) return shared;
    const own = refresh(pid).finally(() => {
      if (underWay.get(pid) === own) underWay.delete(pid);
    });
    underWay.set(pid, own);
    return own;
  };

  return {
    /** What is fresh, without waiting; undefined when the database must be asked. */
    fresh: (pid: string): Listing | undefined => {
      const entry = kept.get(pid);
      if (entry === undefined) return undefined;
      const ageMs = clock.now().getTime() - entry.checkedAtMs;
      // Below zero, the clock was set back: how old it is cannot be told.
      return ageMs >= 0 && ageMs < recheckMs ? entry.listing : undefined;
    },
    find: async (pid: string): Promise<Listing | null> => (isPid(pid) ? lookUp(pid) : null),
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

const mostPerMessage = 100;

/** For changes that show in several projects, such as a person's name. */
export async function touchListings(trx: Trx, pids: readonly string[]): Promise<void> {
  if (pids.length === 0) return;
  await raiseListingVersions(trx, pids);
  for (const some of chunksOf(pids, mostPerMessage)) await announce(trx, { topic: 'listing', key: some.join(' ') });
}
