import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';

export const findPerson = (read: Reader, uid: string) =>
  read
    .selectFrom('people')
    .select([
      'uid',
      'email',
      'name',
      'listing',
      'language',
      'intro',
      'resume',
      'resume_public_at',
      'history_public_at',
      'administrator_since',
      'configured_since',
      'created_at',
    ])
    .where('uid', '=', uid)
    .executeTakeFirst();

export const listTeams = (read: Reader, uid: string) =>
  read
    .selectFrom('memberships as m')
    .innerJoin('teams', (join) => join.onRef('teams.pid', '=', 'm.pid').onRef('teams.tid', '=', 'm.tid'))
    .innerJoin('projects', 'projects.pid', 'm.pid')
    .select(['m.pid', 'projects.name as project', 'm.tid', 'teams.name as team', 'm.role', 'm.created_at as since'])
    .where('m.uid', '=', uid)
    .orderBy('m.pid')
    .orderBy('m.tid')
    .execute();

export const listOwnerships = (read: Reader, uid: string) =>
  read
    .selectFrom('project_owners as o')
    .innerJoin('projects', 'projects.pid', 'o.pid')
    .select(['o.pid', 'projects.name as project', 'o.created_at as since'])
    .where('o.uid', '=', uid)
    .orderBy('o.pid')
    .execute();

export const listTasks = (read: Reader, uid: string) =>
  read
    .selectFrom('attendances as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .select(['t.id', 't.pid', 't.title', 't.starts_at', 't.ends_at', 'a.created_at as joined_at', 'a.confirmed_at'])
    .select(['a.state', 'a.arrived_at', 'a.left_at', 'a.presumed_at'])
    .where('a.uid', '=', uid)
    .orderBy('t.starts_at')
    .orderBy('t.id')
    .execute();

/** Projects in which the person helps without a team. */
export const listHelping = (read: Reader, uid: string) =>
  read.selectFrom('helpers').select(['pid', 'created_at']).where('uid', '=', uid).orderBy('pid').execute();

export const listAnswers = (read: Reader, uid: string) =>
  read
    .selectFrom('form_responses')
    .select(['pid', 'form', 'answers', 'created_at', 'updated_at'])
    .where('uid', '=', uid)
    .orderBy('pid')
    .orderBy('form')
    .execute();

export const listPassedOn = (read: Reader, uid: string) =>
  read
    .selectFrom('form_responses as r')
    .innerJoin('form_consents as c', (join) =>
      join.onRef('c.pid', '=', 'r.pid').onRef('c.form', '=', 'r.form').onRef('c.uid', '=', 'r.uid'),
    )
    .innerJoin('projects', 'projects.pid', 'r.pid')
    .select(['c.pid', 'projects.name as project', 'c.form', 'c.kind', 'c.until', 'c.agreed_at'])
    .where('r.uid', '=', uid)
    .orderBy('c.pid')
    .orderBy('c.form')
    .orderBy('c.kind')
    .execute();

export const listPaymentsTo = (read: Reader, uid: string) =>
  read
    .selectFrom('payments')
    .select(['pid', 'form', 'amount', 'currency', 'batch', 'paid_at', 'undone_at'])
    .where('uid', '=', uid)
    .orderBy('paid_at')
    .orderBy('id')
    .execute();

export const listSessions = (read: Reader, uid: string) =>
  read
    .selectFrom('sessions')
    .select(['device', 'created_at', 'last_seen_at', 'expires_at'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute();

/** Leaves out the public keys: they are of no use to the person. */
export const listPasskeys = (read: Reader, uid: string) =>
  read
    .selectFrom('passkeys')
    .select(['name', 'created_at', 'last_used_at'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute();

/** Leaves out the hashes of the codes. */
export const listRecoveryCodes = (read: Reader, uid: string) =>
  read.selectFrom('recovery_codes').select(['created_at', 'used_at']).where('uid', '=', uid).orderBy('id').execute();

export const listIdentities = (read: Reader, uid: string) =>
  read
    .selectFrom('identities')
    .select(['issuer', 'subject', 'email', 'created_at', 'last_used_at'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute();

/** Hashes of tokens and passwords stay in the database. */
export const listTokens = (read: Reader, uid: string) =>
  read
    .selectFrom('api_tokens')
    .select(['name', 'prefix', 'scope', 'created_at', 'last_used_at', 'expires_at', 'revoked_at', 'private_read_at'])
    .select(['pid as project', 'scopes'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute();

export const listCredentials = (read: Reader, uid: string) =>
  read
    .selectFrom('exchange_credentials')
    .select(['created_at', 'expires_at', 'used_at'])
    .where('uid', '=', uid)
    .orderBy('created_at')
    .execute();

export const listListingChoices = (read: Reader, uid: string) =>
  read
    .selectFrom('listing_choices')
    .select(['pid', 'listed', 'chosen_at'])
    .where('uid', '=', uid)
    .orderBy('pid')
    .execute();

export const listEmailChanges = (read: Reader, uid: string) =>
  read
    .selectFrom('email_changes')
    .select(['old_email', 'new_email', 'created_at', 'confirmed_at', 'expires_at'])
    .where('uid', '=', uid)
    .orderBy('created_at')
    .execute();

export const listLinks = (read: Reader, email: string) =>
  read
    .selectFrom('sign_in_links')
    .select(['created_at', 'expires_at', 'used_at', 'next_path as next'])
    .where('email', '=', email)
    .orderBy('created_at')
    .execute();

export const listIdempotencyKeys = (read: Reader, uid: string) =>
  read.selectFrom('idempotency_keys').select(['key', 'expires_at']).where('uid', '=', uid).orderBy('key').execute();

export const listInvitations = (read: Reader, email: string) =>
  read
    .selectFrom('invitations as i')
    .innerJoin('teams', (join) => join.onRef('teams.pid', '=', 'i.pid').onRef('teams.tid', '=', 'i.tid'))
    .innerJoin('projects', 'projects.pid', 'i.pid')
    .select(['i.pid', 'projects.name as project', 'i.tid', 'teams.name as team', 'i.name'])
    .select(['i.phone', 'i.language', 'i.sent_at', 'i.expires_at'])
    .where('i.email', '=', email)
    .orderBy('i.id')
    .execute();

/** What the person did as a deputy of owners. */
export const listGrantsOf = (read: Reader, uid: string) =>
  read
    .selectFrom('grants')
    .select(['pid', 'role', 'tid', 'starts_at as from', 'ends_at as until', 'reason'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute();

/** What became of invitations of the last year. */
export const listPastInvitations = (read: Reader, { uid, email }: { uid: string; email: string }) =>
  read
    .selectFrom('past_invitations')
    .select(['pid', 'tid', 'email', 'name', 'state', 'sent_at', 'ended_at', 'expires_at'])
    .where((eb) => eb.or([eb('uid', '=', uid), eb('email', '=', email)]))
    .orderBy('pid')
    .orderBy('tid')
    .execute();

export const listApplications = (read: Reader, uid: string) =>
  read
    .selectFrom('applications as a')
    .innerJoin('teams', (join) => join.onRef('teams.pid', '=', 'a.pid').onRef('teams.tid', '=', 'a.tid'))
    .innerJoin('projects', 'projects.pid', 'a.pid')
    .select(['a.pid', 'projects.name as project', 'a.tid', 'teams.name as team', 'a.message', 'a.language'])
    .select(['a.created_at as applied_at', 'a.expires_at', 'a.state', 'a.wish'])
    // What was decided and is not published yet is not theirs to know, nor is what was noted about it.
    .select((eb) => [
      eb.case().when('a.state', '=', 'sent').then('').else(eb.ref('a.note')).end().as('note'),
      eb.case().when('a.state', '=', 'sent').then(null).else(eb.ref('a.decided_at')).end().as('decided_at'),
    ])
    .where('a.uid', '=', uid)
    .orderBy('a.pid')
    .orderBy('a.tid')
    .execute();

/**
 * Replaces the address. On PostgreSQL, updating a unique column takes the strongest row lock, which also blocks inserts
 * that reference the person, so nothing new can refer to them while their rows are deleted. False if the account is
 * already gone.
 */
export async function replaceEmail(trx: Trx, uid: string, placeholder: string): Promise<boolean> {
  return changedOne(trx.updateTable('people').set({ email: placeholder }).where('uid', '=', uid));
}

/** Sessions, tokens, credentials and private data are deleted by cascade. */
export async function deletePerson(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('idempotency_keys').where('uid', '=', uid).execute();
  await trx.deleteFrom('people').where('uid', '=', uid).execute();
}

/** A restored backup may already contain the entry. */
export async function insertErased(trx: Trx, hmac: string, now: string): Promise<void> {
  await trx
    .insertInto('erased_people')
    .values({ hmac, erased_at: now })
    .onConflict((conflict) => conflict.column('hmac').doNothing())
    .execute();
}

export async function listErased(read: Reader): Promise<string[]> {
  const rows = await read.selectFrom('erased_people').select('hmac').orderBy('hmac').execute();
  return rows.map(({ hmac }) => hmac);
}

export const listAddresses = (read: Reader) => read.selectFrom('people').select(['uid', 'email']).execute();

export async function deleteOwnershipsOf(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('project_owners').where('uid', '=', uid).execute();
}
