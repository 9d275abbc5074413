import { sql } from 'kysely';
import type { ExpressionBuilder, Insertable, Selectable, SqlBool } from 'kysely';
import type { ProjectScope, TeamScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { InvitationsTable, PastInvitationsTable, Tables } from '../../../db/tables.ts';
import type { CursorKey } from '../../../http/paging.ts';

/** Names of the team and project for mails, and whether they take people. */
export const findPlace = (trx: Trx, { pid, tid }: TeamScope) =>
  trx
    .selectFrom('teams')
    .innerJoin('projects', 'projects.pid', 'teams.pid')
    .select([
      'teams.name as team',
      'teams.disabled_at',
      'teams.applications_open_at',
      'projects.name as project',
      'projects.state',
      'projects.ends_on',
      'projects.timezone',
    ])
    .where('teams.pid', '=', pid)
    .where('teams.tid', '=', tid)
    .executeTakeFirstOrThrow();

/** All invitations of the team, including expired ones. */
export const listInvited = (trx: Trx, { pid, tid }: TeamScope) =>
  trx
    .selectFrom('invitations')
    .select(['email', 'role', 'sent_at', 'expires_at', 'held', 'invited_by', 'made_with', 'import_id', 'hides_email'])
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .execute();

/** Which of the addresses belong to people in the team. */
export async function addressesInTeam(trx: Trx, { pid, tid }: TeamScope, emails: readonly string[]) {
  if (emails.length === 0) return new Set<string>();
  const rows = await trx
    .selectFrom('people')
    .innerJoin('memberships', 'memberships.uid', 'people.uid')
    .select('people.email')
    .where('people.email', 'in', emails)
    .where('memberships.pid', '=', pid)
    .where('memberships.tid', '=', tid)
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/** Which of the addresses declined an invitation to the team lately. */
export async function addressesDeclined(trx: Trx, { pid, tid }: TeamScope, emails: readonly string[], now: string) {
  if (emails.length === 0) return new Set<string>();
  const rows = await trx
    .selectFrom('past_invitations')
    .select('email')
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('email', 'in', emails)
    .where('state', '=', 'declined')
    .where('expires_at', '>', now)
    // Who sends an address must not learn that it is that of somebody who offered help.
    .where('hides_email', '=', 0)
    .execute();
  return new Set(rows.map(({ email }) => email));
}

type PastRow = Insertable<PastInvitationsTable>;

/**
 * The last one of an address to a team. Without an answer nothing is known that was not known before, so an earlier answer of
 * somebody who was invited again stays.
 */
export async function insertPast(trx: Trx, rows: readonly PastRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('past_invitations')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['pid', 'tid', 'email']).doUpdateSet((eb) => ({
        state: eb
          .case()
          .when('excluded.state', '=', 'expired')
          .then(eb.ref('past_invitations.state'))
          .else(eb.ref('excluded.state'))
          .end(),
        id: eb.ref('excluded.id'),
        name: eb.ref('excluded.name'),
        role: eb.ref('excluded.role'),
        uid: eb.fn.coalesce('excluded.uid', 'past_invitations.uid'),
        invited_by: eb.ref('excluded.invited_by'),
        hides_email: eb.ref('excluded.hides_email'),
        sent_at: eb.ref('excluded.sent_at'),
        reminded_at: eb.ref('excluded.reminded_at'),
        reminders: eb.ref('excluded.reminders'),
        ended_at: eb.ref('excluded.ended_at'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .execute();
}

export async function deleteOldPast(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('past_invitations').where('expires_at', '<=', now).execute();
}

/** The roles of people with these addresses in the teams of the project. */
export const listRolesOf = (read: Reader, { pid }: ProjectScope, emails: readonly string[]) =>
  read
    .selectFrom('people')
    .innerJoin('memberships', 'memberships.uid', 'people.uid')
    .select(['people.email', 'memberships.tid', 'memberships.role'])
    .where('people.email', 'in', anyOf(emails))
    .where('memberships.pid', '=', pid)
    .execute();

/**
 * To which teams of the project these addresses are invited, or did not want to be. Without invitations that hide their
 * address, unless somebody asks who does not show the answer: it would tell who guesses an address that it is right.
 */
export const listInvitedTo = (
  read: Reader,
  { pid }: ProjectScope,
  emails: readonly string[],
  { now, withHidden = false }: { now: string; withHidden?: boolean },
) =>
  read
    .selectFrom('invitations')
    .select(['email', 'tid', sql<'open' | 'declined'>`'open'`.as('state')])
    .where('pid', '=', pid)
    .where('email', 'in', anyOf(emails))
    .where('expires_at', '>', now)
    .$if(!withHidden, (query) => query.where('hides_email', '=', 0))
    .unionAll(
      read
        .selectFrom('past_invitations')
        .select(['email', 'tid', sql<'open' | 'declined'>`'declined'`.as('state')])
        .where('pid', '=', pid)
        .where('email', 'in', anyOf(emails))
        .where('state', '=', 'declined')
        .where('expires_at', '>', now)
        .$if(!withHidden, (query) => query.where('hides_email', '=', 0)),
    )
    .execute();

/** The open invitations of an import. */
export const deleteImported = (trx: Trx, { pid }: ProjectScope, importId: string, limit: number) =>
  trx
    .deleteFrom('invitations')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('invitations as some')
        .select('some.id')
        .where('some.pid', '=', pid)
        .where('some.import_id', '=', importId)
        .limit(limit),
    )
    .returning(['id', 'tid'])
    .execute();

export type NewRow = Omit<Insertable<InvitationsTable>, 'pid' | 'tid'>;

/** Inviting an address again extends its invitation. */
export async function upsertInvitations(trx: Trx, { pid, tid }: TeamScope, rows: readonly NewRow[]) {
  return trx
    .insertInto('invitations')
    .values(rows.map((row) => ({ ...row, pid, tid })))
    .onConflict((conflict) =>
      conflict.columns(['pid', 'tid', 'email']).doUpdateSet((eb) => ({
        role: eb.ref('excluded.role'),
        // Whoever types the address knows it.
        hides_email: eb('invitations.hides_email', '*', eb.ref('excluded.hides_email')),
        name: eb
          .case()
          .when('excluded.name', '=', '')
          .then(eb.ref('invitations.name'))
          .else(eb.ref('excluded.name'))
          .end(),
        // Sending one that was held is no reminder.
        reminded_at: eb
          .case()
          .when('invitations.held', '=', 0)
          .then(eb.ref('excluded.sent_at'))
          .else(eb.ref('invitations.reminded_at'))
          .end(),
        reminders: eb
          .case()
          .when('invitations.held', '=', 0)
          .then(eb('invitations.reminders', '+', 1))
          .else(eb.ref('invitations.reminders'))
          .end(),
        language: eb.fn.coalesce('excluded.language', 'invitations.language'),
        phone: eb.fn.coalesce('excluded.phone', 'invitations.phone'),
        tags: eb
          .case()
          .when('excluded.tags', '=', '[]')
          .then(eb.ref('invitations.tags'))
          .else(eb.ref('excluded.tags'))
          .end(),
        import_id: eb.fn.coalesce('excluded.import_id', 'invitations.import_id'),
        invited_by: eb.ref('excluded.invited_by'),
        made_with: eb.ref('excluded.made_with'),
        sent_at: eb.ref('excluded.sent_at'),
        expires_at: eb.ref('excluded.expires_at'),
        held: eb.ref('excluded.held'),
      })),
    )
    .returning(['id', 'email', 'language'])
    .execute();
}

type Wanted<Column extends string> = { now: string; limit: number; after: CursorKey<Column> | undefined };

/** All teams of the project, one of them, or those that the caller leads. */
export type InvitationScope = ProjectScope & { tid?: string; tids?: readonly string[] };

/** Invitations with what decides whether they can be sent. */
const withCircumstances = (read: Reader, scope: InvitationScope) =>
  read
    .selectFrom('invitations')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'invitations.pid').onRef('teams.tid', '=', 'invitations.tid'),
    )
    .innerJoin('projects', 'projects.pid', 'invitations.pid')
    .leftJoin('people as senders', 'senders.uid', 'invitations.invited_by')
    .select(['invitations.id', 'invitations.tid', 'invitations.email', 'invitations.role'])
    .select(['projects.state', 'teams.disabled_at'])
    .select(['invitations.invited_by', 'invitations.made_with'])
    .where('invitations.pid', '=', scope.pid)
    .$if(scope.tid !== undefined, (query) => query.where('invitations.tid', '=', scope.tid ?? ''))
    .$if(scope.tids !== undefined, (query) => query.where('invitations.tid', 'in', anyOf(scope.tids ?? [])));

export type InvitationFilter = {
  now: string;
  role?: Selectable<InvitationsTable>['role'] | undefined;
  /** Part of the address or the name. */
  q?: string | undefined;
};
type OpenFilter = InvitationFilter & { held?: boolean | undefined };
type PastFilter = InvitationFilter & { state: Selectable<PastInvitationsTable>['state'] };

/** What organisers see: nothing of an address that they do not know. */
const shownEmail = (table: 'invitations' | 'past_invitations') =>
  sql<string>`case when ${sql.ref(`${table}.hides_email`)} = 1 then '' else ${sql.ref(`${table}.email`)} end`;

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Few people are invited to one project, so that no index is needed. SQLite has no lower case of letters with accents. */
const isNamed = (table: 'invitations' | 'past_invitations', q: string) => sql<SqlBool>`(
  ${shownEmail(table)} like ${patternOf(q.toLowerCase())} escape '\\'
  or ${sql.ref(`${table}.name`)} like ${patternOf(q)} escape '\\'
  or lower(${sql.ref(`${table}.name`)}) like ${patternOf(q.toLowerCase())} escape '\\')`;

const open = (read: Reader, scope: InvitationScope, { now, role, q, held }: OpenFilter) =>
  withCircumstances(read, scope)
    .where('invitations.expires_at', '>', now)
    .$if(role !== undefined, (query) => query.where('invitations.role', '=', role ?? 'member'))
    .$if(held !== undefined, (query) => query.where('invitations.held', '=', held === true ? 1 : 0))
    .$if(q !== undefined, (query) => query.where(isNamed('invitations', q ?? '')));

/** The number of what `listInvitations` finds. */
export const countInvitations = (read: Reader, scope: InvitationScope, filter: OpenFilter) =>
  countRows(open(read, scope, filter));

/** Ordered by address. */
export const listInvitations = (
  read: Reader,
  scope: InvitationScope,
  { limit, after, ...filter }: Wanted<'shown_email' | 'id'> & OpenFilter,
) =>
  read
    .selectFrom(
      open(read, scope, filter)
        .select(['senders.name as sender', 'invitations.held', 'invitations.sent_at', 'invitations.expires_at'])
        .select(['invitations.name', 'invitations.language', 'invitations.reminded_at', 'invitations.reminders'])
        .select(['invitations.hides_email', shownEmail('invitations').as('shown_email')])
        .as('i'),
    )
    .selectAll('i')
    .$call(keyset(['i.shown_email', 'i.id'], after && [after.shown_email, after.id]))
    .limit(limit + 1)
    .execute();

/** Those whose address was not invited again since. */
const past = (read: Reader, { pid, tid, tids }: InvitationScope, { now, role, q, state }: PastFilter) =>
  read
    .selectFrom('past_invitations')
    .leftJoin('people as senders', 'senders.uid', 'past_invitations.invited_by')
    .where('past_invitations.pid', '=', pid)
    .where('past_invitations.state', '=', state)
    .where('past_invitations.expires_at', '>', now)
    .where((eb) => eb.not(isOpenAgain(eb, now)))
    .$if(tid !== undefined, (query) => query.where('past_invitations.tid', '=', tid ?? ''))
    .$if(tids !== undefined, (query) => query.where('past_invitations.tid', 'in', anyOf(tids ?? [])))
    .$if(role !== undefined, (query) => query.where('past_invitations.role', '=', role ?? 'member'))
    .$if(q !== undefined, (query) => query.where(isNamed('past_invitations', q ?? '')));

const isOpenAgain = (eb: ExpressionBuilder<Tables, 'past_invitations'>, now: string) =>
  eb.exists(
    eb
      .selectFrom('invitations')
      .select('invitations.id')
      .whereRef('invitations.pid', '=', 'past_invitations.pid')
      .whereRef('invitations.tid', '=', 'past_invitations.tid')
      .whereRef('invitations.email', '=', 'past_invitations.email')
      .where('invitations.expires_at', '>', now),
  );

export const countPast = (read: Reader, scope: InvitationScope, filter: PastFilter) =>
  countRows(past(read, scope, filter));

/** Ordered by address. */
export const listPast = (
  read: Reader,
  scope: InvitationScope,
  { limit, after, ...filter }: Wanted<'shown_email' | 'id'> & PastFilter,
) =>
  read
    .selectFrom(
      past(read, scope, filter)
        .selectAll('past_invitations')
        .select(['senders.name as sender', shownEmail('past_invitations').as('shown_email')])
        .as('i'),
    )
    .selectAll('i')
    .$call(keyset(['i.shown_email', 'i.id'], after && [after.shown_email, after.id]))
    .limit(limit + 1)
    .execute();

export type PastInvitationRow = Awaited<ReturnType<typeof listPast>>[number];

/** How many there are of each state. */
export async function countByState(read: Reader, { pid, tid, tids }: InvitationScope, now: string) {
  const current = await read
    .selectFrom('invitations')
    .select(({ fn }) => ['held', fn.countAll<number>().as('count')])
    .where('pid', '=', pid)
    .where('expires_at', '>', now)
    .$if(tid !== undefined, (query) => query.where('tid', '=', tid ?? ''))
    .$if(tids !== undefined, (query) => query.where('tid', 'in', anyOf(tids ?? [])))
    .groupBy('held')
    .execute();
  const ended = await read
    .selectFrom('past_invitations')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('pid', '=', pid)
    .where('expires_at', '>', now)
    .where((eb) => eb.not(isOpenAgain(eb, now)))
    .$if(tid !== undefined, (query) => query.where('tid', '=', tid ?? ''))
    .$if(tids !== undefined, (query) => query.where('tid', 'in', anyOf(tids ?? [])))
    .groupBy('state')
    .execute();
  const counts = { open: 0, not_sent: 0, accepted: 0, declined: 0, expired: 0 };
  for (const { held, count } of current) counts[held === 1 ? 'not_sent' : 'open'] = count;
  for (const { state, count } of ended) counts[state] = count;
  return counts;
}

/** Open invitations that were sent to an address, except to disabled teams and archived projects. */
export const listOwnInvitations = (read: Reader, email: string, { now, limit, after }: Wanted<'id'>) =>
  read
    .selectFrom('invitations')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'invitations.pid').onRef('teams.tid', '=', 'invitations.tid'),
    )
    .innerJoin('projects', 'projects.pid', 'invitations.pid')
    .leftJoin('people', 'people.uid', 'invitations.invited_by')
    .select([
      'invitations.id',
      'invitations.pid',
      'projects.name as project',
      'invitations.tid',
      'teams.name as team',
      'invitations.name',
      'invitations.phone',
      'invitations.role',
      'projects.state',
      'people.name as invited_by',
      'invitations.expires_at',
    ])
    .where('invitations.email', '=', email)
    .where('invitations.held', '=', 0)
    .where('invitations.expires_at', '>', now)
    .where('teams.disabled_at', 'is', null)
    .where('projects.state', '!=', 'archived')
    .$call(keyset(['invitations.id'], after && [after.id]))
    .limit(limit + 1)
    .execute();

/** Invitations with what their mails need. */
const withNames = (trx: Trx, scope: InvitationScope) =>
  withCircumstances(trx, scope)
    .leftJoin('people', 'people.email', 'invitations.email')
    .select(['teams.name as team', 'projects.name as project', 'people.uid', 'people.language'])
    .select(['invitations.language as asked_language', 'senders.name as sender'])
    .select('senders.language as sender_language');

export const listHeld = (trx: Trx, scope: ProjectScope & { tid?: string }) =>
  withNames(trx, scope).where('invitations.held', '=', 1).orderBy('invitations.id').execute();

/** Members whose last mail was sent before then, and who can still join. */
const due = (read: Reader, scope: InvitationScope, { now, before }: { now: string; before: string }) =>
  withCircumstances(read, scope)
    .where('invitations.held', '=', 0)
    .where('invitations.role', '=', 'member')
    .where('invitations.expires_at', '>', now)
    .where('invitations.sent_at', '<=', before)
    .where('projects.state', '=', 'public')
    .where('teams.disabled_at', 'is', null);

export const countDue = (read: Reader, scope: InvitationScope, times: { now: string; before: string }) =>
  countRows(due(read, scope, times));

export async function listDue(
  trx: Trx,
  scope: InvitationScope,
  { limit, ...times }: { now: string; before: string; limit: number },
) {
  const found = await due(trx, scope, times)
    .orderBy('invitations.sent_at')
    .orderBy('invitations.id')
    .limit(limit)
    .execute();
  const ids = found.map(({ id }) => id);
  return withNames(trx, scope).where('invitations.id', 'in', anyOf(ids)).orderBy('invitations.id').execute();
}

export type NamedRow = Awaited<ReturnType<typeof listDue>>[number];

type Sender = { invited_by: string; made_with: string };

/** The person who reminds is asked about the invitation from now on. */
export async function markReminded(
  trx: Trx,
  ids: readonly string[],
  values: Sender & { sent_at: string; expires_at: string },
): Promise<void> {
  await trx
    .updateTable('invitations')
    .set((eb) => ({ ...values, reminded_at: values.sent_at, reminders: eb('reminders', '+', 1) }))
    .where('id', 'in', anyOf(ids))
    .execute();
}

export async function startValidity(
  trx: Trx,
  ids: readonly string[],
  times: { sent_at: string; expires_at: string },
): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ ...times, held: 0 })
    .where('id', 'in', ids)
    .execute();
}

export const findOwnInvitation = (read: Reader, id: string, email: string, now: string) =>
  read
    .selectFrom('invitations')
    .innerJoin('projects', 'projects.pid', 'invitations.pid')
    .select(['invitations.pid', 'invitations.tid', 'invitations.role', 'projects.state'])
    .where('invitations.id', '=', id)
    .where('invitations.email', '=', email)
    .where('invitations.expires_at', '>', now)
    .executeTakeFirst();

/** Only one of several concurrent calls gets the row: an invitation is accepted, declined or revoked once. */
export const takeOwnInvitation = (trx: Trx, id: string, email: string, now: string) =>
  trx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .returning((eb) => [
      'invitations.id',
      'invitations.pid',
      'invitations.tid',
      'invitations.email',
      'invitations.name',
      'invitations.role',
      'invitations.invited_by',
      'invitations.made_with',
      'invitations.tags',
      'invitations.hides_email',
      'invitations.sent_at',
      'invitations.reminded_at',
      'invitations.reminders',
      eb.selectFrom('people').select('name').whereRef('people.uid', '=', 'invitations.invited_by').as('sender_name'),
      eb.selectFrom('people').select('email').whereRef('people.uid', '=', 'invitations.invited_by').as('sender_email'),
      eb
        .selectFrom('teams')
        .select('teams.name')
        .whereRef('teams.pid', '=', 'invitations.pid')
        .whereRef('teams.tid', '=', 'invitations.tid')
        .as('team'),
    ])
    .executeTakeFirst();

export const deleteInvitation = (trx: Trx, { pid, tid }: TeamScope, id: string) =>
  trx
    .deleteFrom('invitations')
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('id', '=', id)
    .returning('role')
    .executeTakeFirst();

export async function deleteInvitationsTo(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('invitations').where('email', '=', email).execute();
  await trx.deleteFrom('past_invitations').where('email', '=', email).execute();
}

/** Expired invitations with the names of their teams. */
export const listExpired = (read: Reader, now: string, limit: number) =>
  read
    .selectFrom('invitations')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'invitations.pid').onRef('teams.tid', '=', 'invitations.tid'),
    )
    .innerJoin('projects', 'projects.pid', 'invitations.pid')
    .select(['invitations.id', 'invitations.pid', 'invitations.tid', 'invitations.invited_by'])
    .select(['teams.name as team', 'projects.state'])
    .where('invitations.expires_at', '<=', now)
    .orderBy('invitations.expires_at')
    .limit(limit)
    .execute();

/** Deletes these invitations, except those sent again since. Only one of several concurrent calls gets a row. */
export const takeExpired = (trx: Trx, ids: readonly string[], now: string) =>
  trx
    .deleteFrom('invitations')
    .where('id', 'in', ids)
    .where('expires_at', '<=', now)
    .returning([
      'id',
      'pid',
      'tid',
      'email',
      'name',
      'role',
      'invited_by',
      'hides_email',
      'held',
      'sent_at',
      'reminded_at',
      'reminders',
      'expires_at',
    ])
    .execute();

export async function namesOfServices(trx: Trx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx.selectFrom('service_accounts').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
