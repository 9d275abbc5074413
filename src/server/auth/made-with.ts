import { needsPasskey } from '../../shared/deputies.ts';
import type { DeputyRole, GrantRole } from '../../shared/deputies.ts';
import type { Db, Reader } from '../db/db.ts';
import { timestamp } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { listMakersWithGrants, makerRead } from './auth.queries.ts';
import type { MakerRow } from './auth.queries.ts';

/**
 * The credential and the rights with which something was made that works later, such as a scheduled message. Stored with
 * it, next to the uid of its maker.
 */
export type MadeWith = {
  at: string;
  owner: boolean;
  /** Teams that the maker led. */
  teams: readonly string[];
  /** Missing in what was made before there were deputies. */
  deputy?: readonly DeputyRole[];
  token?: string;
  service?: string;
  /** The hash of the service account's token. */
  serviceToken?: string;
};

export type Maker = {
  /** Null if the account was erased. */
  uid: string | null;
  /** Null for what was made before this was stored: then only what the person may do now counts. */
  made_with?: string | null;
  /** When it was made, if that is all that is stored. */
  since?: string;
};

/** Only `madeWith` writes these columns. */
export const parsed = ({ made_with: text, since }: Omit<Maker, 'uid'>): Partial<MadeWith> =>
  text == null ? (since === undefined ? {} : { at: since }) : (JSON.parse(text) as MadeWith);

export const isMadeWithToken = (made_with: string | null): boolean => parsed({ made_with }).token !== undefined;

/** The service account with which it was made. */
export const serviceOf = (made_with: string | null): string | undefined => parsed({ made_with }).service;

/** A right that was lost and given again does not bring back what was made with the old one. */
export const hasSince = (since: string | null, { at }: Partial<MadeWith>): boolean =>
  since !== null && (at === undefined || since <= at);

/**
 * Whether it was made before somebody reported that others used the account, or before a suspension. Nobody knows who
 * made it then, so it stops until an owner takes it over or makes it anew.
 */
export const wasStopped = (made_before: string | null, { at }: Partial<MadeWith>): boolean =>
  made_before !== null && (at === undefined || at <= made_before);

export const isActingOwner = (row: MakerRow, made: Partial<MadeWith>): boolean =>
  made.owner !== false &&
  !wasStopped(row.made_before, made) &&
  hasSince(row.owner_since, made) &&
  hasNeededPasskey(row);

const hasNeededPasskey = (row: MakerRow): boolean => row.passkeys_required_at === null || row.passkey_id !== null;

/** Whether a deputy's grant still is the one with which it was made. */
export const isActingDeputy = (
  row: MakerRow,
  made: Partial<MadeWith>,
  role: DeputyRole,
  since: string | null,
): boolean =>
  (made.deputy?.includes(role) ?? made.at === undefined) &&
  !wasStopped(row.made_before, made) &&
  hasSince(since, made) &&
  (!needsPasskey(role) || hasNeededPasskey(row));

/**
 * Whether the maker of something still is an owner, or a deputy for this part of their work. One prepared read. Only what
 * owners make has no `part`.
 */
export function ownerMakers(db: Db, clock: Clock, part?: DeputyRole) {
  const read = makerRead(db);
  return async (pid: string, maker: Maker): Promise<boolean> => {
    const rows = maker.uid === null ? [] : await read({ pid, uid: maker.uid, now: timestamp(clock.now()) });
    const made = parsed(maker);
    return rows.some((row) => isActingOwner(row, made) || isActingAs(part, row, made));
  };
}

type GrantedRow = MakerRow & { granted: GrantRole | null; granted_at: string | null };

const isActingAs = (part: DeputyRole | undefined, row: GrantedRow, made: Partial<MadeWith>): boolean =>
  part !== undefined && row.granted === part && isActingDeputy(row, made, part, row.granted_at);

type OwnerMade = { created_by: string | null; made_with: string | null };
type Asked = { now: Date; pid: string; part?: DeputyRole };

/** The same for a list: one read for all. */
export async function ownerMadeAmong(
  read: Reader,
  { now, pid, part }: Asked,
  rows: readonly OwnerMade[],
): Promise<(row: OwnerMade) => boolean> {
  const uids = [...new Set(rows.flatMap(({ created_by: uid }) => uid ?? []))];
  const found = uids.length === 0 ? [] : await listMakersWithGrants(read, pid, uids, timestamp(now));
  const makers = Map.groupBy(found, ({ uid }) => uid);
  return ({ created_by: uid, made_with }) => {
    const made = parsed({ made_with });
    return (makers.get(uid ?? '') ?? []).some((row) => isActingOwner(row, made) || isActingAs(part, row, made));
  };
}
