import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { timestamp } from '../../lib/clock.ts';
import { sortKey } from '../../lib/text.ts';
import { deleteAsked } from '../ask-again/ask-again.service.ts';
import { record } from '../audit/audit.service.ts';
import { touchListingsOf } from '../teams/teams.service.ts';
import { findProfile, updateProfile, updateResume } from './profile.queries.ts';
import type { ProfileRow } from './profile.queries.ts';
import type { Profile, ProfileInput, Resume } from './profile.schema.ts';

type Services = { db: Db; clock: Clock };
type Revised<T> = { value: T; revision: number };

const presentProfile = (row: ProfileRow): Profile => ({
  name: row.name,
  intro: row.intro,
  listing: row.listing,
  language: row.language,
  resume_public: row.resume_public_at !== null,
  history_public: row.history_public_at !== null,
  ask_again: row.ask_again === 1,
});

const rowOf = async (read: Reader, uid: string): Promise<ProfileRow> =>
  (await findProfile(read, uid)) ?? fail('not_signed_in');

export async function readProfile(read: Reader, uid: string): Promise<Revised<Profile>> {
  const row = await rowOf(read, uid);
  return { value: presentProfile(row), revision: row.profile_revision };
}

export async function readResume(read: Reader, uid: string): Promise<Revised<Resume>> {
  const row = await rowOf(read, uid);
  return { value: { markdown: row.resume }, revision: row.resume_revision };
}

/** Locks the row and reads it. */
async function lockRow(trx: Trx, now: Date, caller: Person): Promise<ProfileRow> {
  await confirmCaller(trx, now, caller);
  return rowOf(trx, caller.uid);
}

export async function writeProfile(
  { db, clock }: Services,
  caller: Person,
  input: ProfileInput,
  expected: number | undefined,
): Promise<Revised<Profile>> {
  const now = clock.now();
  const { uid } = caller;
  return db.transaction(async (trx) => {
    const row = await lockRow(trx, now, caller);
    // In the order of `presentProfile`, because the ETag covers the text of the response. Clients that do not know the
    // fields leave the language and `ask_again` as they are.
    const value: Profile = {
      name: input.name.trim(),
      intro: input.intro,
      listing: input.listing,
      language: input.language ?? row.language,
      resume_public: input.resume_public,
      history_public: input.history_public,
      ask_again: input.ask_again ?? row.ask_again === 1,
    };
    if (expected !== undefined && expected !== row.profile_revision) return fail('stale');
    const since = (wanted: boolean, before: string | null) => (wanted ? (before ?? timestamp(now)) : null);
    const revision = row.profile_revision + 1;
    await updateProfile(trx, uid, {
      name: value.name,
      sort_key: sortKey(value.name),
      intro: value.intro,
      listing: value.listing,
      language: value.language,
      resume_public_at: since(value.resume_public, row.resume_public_at),
      history_public_at: since(value.history_public, row.history_public_at),
      ask_again: value.ask_again ? 1 : 0,
      profile_revision: revision,
    });
    // What was noted about asking them is of no use any more.
    if (!value.ask_again) await deleteAsked(trx, uid);
    if (row.name !== value.name || row.listing !== value.listing) await touchListingsOf(trx, uid);
    const fields = changedFields(presentProfile(row), value);
    if (fields !== '')
      await record(trx, now, { actor: uid, kind: 'profile.changed', subject: uid, detail: { fields } });
    return { value, revision };
  });
}

/** Only names of fields: the audit log must not contain the text. */
function changedFields(before: Profile, after: Profile): string {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([name, value]) => old.get(name) !== value);
  return changed.map(([name]) => name).join(',');
}

export async function writeResume(
  { db, clock }: Services,
  caller: Person,
  input: Resume,
  expected: number | undefined,
): Promise<Revised<Resume>> {
  const now = clock.now();
  const { uid } = caller;
  return db.transaction(async (trx) => {
    const row = await lockRow(trx, now, caller);
    if (expected !== undefined && expected !== row.resume_revision) return fail('stale');
    const revision = row.resume_revision + 1;
    await updateResume(trx, uid, input.markdown, revision);
    if (row.resume === input.markdown) return { value: input, revision };
    await record(trx, now, { actor: uid, kind: 'profile.changed', subject: uid, detail: { fields: 'resume' } });
    return { value: input, revision };
  });
}
