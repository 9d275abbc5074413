import type { Insertable } from 'kysely';
import type { ProjectScope, TeamScope } from '../../../auth/project-role.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { InvitationsTable } from '../../../db/tables.ts';
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
    .select(['email', 'role', 'sent_at', 'held'])
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .execute();

/** Which of the addresses belong to people in the team. */
export async function addressesInTeam(trx: Trx, { pid, tid }: TeamScope, emails: readonly string[]) {
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

export type NewRow = Omit<Insertable<InvitationsTable>, 'pid' | 'tid'>;

/** Inviting an address again extends its invitation. */
export async function upsertInvitations(trx: Trx, { pid, tid }: TeamScope, rows: readonly NewRow[]) {
  return trx
    .insertInto('invitations')
    .values(rows.map((row) => ({ ...row, pid, tid })))
    .onConflict((conflict) =>
      conflict.columns(['pid', 'tid', 'email']).doUpdateSet((eb) => ({
        role: eb.ref('excluded.role'),
        invited_by: eb.ref('excluded.invited_by'),
        sent_at: eb.ref('excluded.sent_at'),
        expires_at: eb.ref('excluded.expires_at'),
        held: eb.ref('excluded.held'),
      })),
    )
    .returning(['id', 'email'])
    .execute();
}

type Wanted<Column extends string> = { now: string; limit: number; after: CursorKey<Column> | undefined };

/** Invitations with what decides whether they can be sent. */
const withCircumstances = (read: Reader, scope: ProjectScope & { tid?: string }) =>
  read
    .selectFrom('invitations')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'invitations.pid').onRef('teams.tid', '=', 'invitations.tid'),
    )
    .innerJoin('projects', 'projects.pid', 'invitations.pid')
    .leftJoin('people as senders', 'senders.uid', 'invitations.invited_by')
    .leftJoin('project_owners', (join) =>
      join
        .onRef('project_owners.pid', '=', 'invitations.pid')
        .onRef('project_owners.uid', '=', 'invitations.invited_by'),
    )
    .select(['invitations.id', 'invitations.tid', 'invitations.email', 'invitations.role'])
    .select(['projects.state', 'teams.disabled_at', 'senders.suspended_at as sender_suspended_at'])
    .select('project_owners.uid as owner_uid')
    .where('invitations.pid', '=', scope.pid)
    .$if(scope.tid !== undefined, (query) => query.where('invitations.tid', '=', scope.tid ?? ''));

/** By address. All teams of the project if `tid` is missing. */
export const listInvitations = (
  read: Reader,
  scope: ProjectScope & { tid?: string },
  { now, limit, after }: Wanted<'email' | 'id'>,
) =>
  withCircumstances(read, scope)
    .select(['senders.name as invited_by', 'invitations.held', 'invitations.sent_at', 'invitations.expires_at'])
    .where('invitations.expires_at', '>', now)
    .$call(keyset(['invitations.email', 'invitations.id'], after && [after.email, after.id]))
    .limit(limit + 1)
    .execute();

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

export const listHeld = (trx: Trx, scope: ProjectScope & { tid?: string }) =>
  withCircumstances(trx, scope)
    .leftJoin('people', 'people.email', 'invitations.email')
    .select(['teams.name as team', 'projects.name as project', 'people.uid', 'people.language'])
    .select(['senders.name as sender', 'senders.language as sender_language'])
    .where('invitations.held', '=', 1)
    .orderBy('invitations.id')
    .execute();

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
      'invitations.pid',
      'invitations.tid',
      'invitations.role',
      'invitations.invited_by',
      eb
        .selectFrom('teams')
        .select('teams.name')
        .whereRef('teams.pid', '=', 'invitations.pid')
        .whereRef('teams.tid', '=', 'invitations.tid')
        .as('team'),
    ])
    .executeTakeFirst();

export async function deleteInvitation(trx: Trx, { pid, tid }: TeamScope, id: string): Promise<boolean> {
  return changedOne(trx.deleteFrom('invitations').where('pid', '=', pid).where('tid', '=', tid).where('id', '=', id));
}

export async function deleteInvitationsTo(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('invitations').where('email', '=', email).execute();
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
  trx.deleteFrom('invitations').where('id', 'in', ids).where('expires_at', '<=', now).returning('id').execute();
