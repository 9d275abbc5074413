import type { Seen } from '../servers/servers.policy.ts';

/** Somebody who belongs to the group and agreed. */
export type Wanted = { uid: string; email: string; name: string };
/** Somebody whom Muster keeps there, as stored. */
export type Known = {
  id: string;
  uid: string | null;
  /** Null without an account. */
  email: string | null;
  remote_id: string | null;
  found: number;
  left_at: string | null;
  refused: string | null;
  tried_at: string | null;
};

export type Differences = {
  /** `row` is undefined for somebody who is new. */
  add: { person: Wanted; row: Known | undefined }[];
  /** Whose membership or account there is now known. `found`: they were there already. */
  link: { person: Wanted; row: Known | undefined; remoteId: string; found: boolean }[];
  /** `stays`: only the address changed, so the person is added again. */
  remove: { row: Known; remoteId: string; stays: boolean }[];
  /** They left there themselves. */
  left: Known[];
  /** Nothing has to be done there. */
  forget: Known[];
  /** So many are gone at once that the answer cannot be trusted. */
  incomplete: boolean;
};

type Situation = {
  wanted: readonly Wanted[];
  /** Everybody in the group, also who did not agree. */
  members: ReadonlySet<string>;
  seen: readonly Seen[];
  known: readonly Known[];
  byAddress: boolean;
  /** Who was refused since is not tried again. */
  refusedSince: string;
};

const minLost = 3;
const lower = (email: string): string => email.toLowerCase();

/** What has to change so that everybody who belongs to the group and agreed is there, and nobody whom Muster added and who does not. */
export function differencesOf({ wanted, members, seen, known, byAddress, refusedSince }: Situation): Differences {
  const differences: Differences = { add: [], link: [], remove: [], left: [], forget: [], incomplete: false };
  const { add, link, remove, left, forget } = differences;
  const seenById = new Map(seen.map((one) => [one.id, one]));
  const seenByEmail = new Map(seen.map((one) => [lower(one.email), one]));
  const rows = new Map(known.map((row) => [row.uid, row]));
  for (const person of wanted) {
    const row = rows.get(person.uid);
    const there = seenByEmail.get(lower(person.email));
    const kept = row?.remote_id == null ? undefined : seenById.get(row.remote_id);
    const isSame = kept !== undefined && (!byAddress || lower(kept.email) === lower(person.email));
    if (isSame && row?.left_at === null) continue;
    // Only what is really there is removed: then the person is added with the new address.
    if (row !== undefined && kept !== undefined && row.left_at === null)
      remove.push({ row, remoteId: kept.id, stays: true });
    const isBack = there ?? (row?.left_at == null ? undefined : kept);
    if (isBack !== undefined) link.push({ person, row, remoteId: isBack.id, found: isFound(row) });
    else if (row === undefined || (row.remote_id === null && row.left_at === null)) {
      const wasRefused = row?.refused != null && (row.tried_at ?? '') > refusedSince;
      if (!wasRefused) add.push({ person, row });
    } else if (kept !== undefined && row.left_at === null) add.push({ person, row });
    else if (row.left_at === null) left.push(row);
  }
  const thereOf = ({ remote_id: id, left_at, refused, email }: Known): Seen | undefined => {
    if (left_at !== null) return undefined;
    if (id !== null) return seenById.get(id);
    // Muster meant to add them, and has not heard what came of it.
    return refused === null && email !== null ? seenByEmail.get(lower(email)) : undefined;
  };
  const isWanted = new Set(wanted.map(({ uid }) => uid));
  for (const row of known) {
    if (row.uid !== null && isWanted.has(row.uid)) continue;
    // Who was there before and does not want to be synced any more stays there as they came.
    const staysThere = row.found === 1 && row.uid !== null && members.has(row.uid);
    const there = thereOf(row);
    if (there !== undefined && !staysThere) remove.push({ row, remoteId: there.id, stays: false });
    else forget.push(row);
  }
  const linked = known.filter((row) => row.remote_id !== null && row.left_at === null).length;
  differences.incomplete = left.length >= minLost && left.length * 2 > linked;
  return differences;
}

/** Muster added whom it meant to add. Who came after they had left, or had been refused, did so themselves. */
const isFound = (row: Known | undefined): boolean =>
  row === undefined || row.left_at !== null || row.refused !== null || row.found === 1;
