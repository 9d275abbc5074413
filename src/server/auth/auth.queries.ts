import type { Insertable } from 'kysely';
import { lockRows } from '../db/db.ts';
import type { Db, Trx } from '../db/db.ts';
import type { SessionsTable } from '../db/tables.ts';
import { changedOne } from '../db/changed-one.ts';
import { enabledMemberships } from '../db/memberships.ts';

const holder = [
  'people.uid',
  'people.email',
  'people.name',
  'people.listing',
  'people.administrator_since',
  'people.configured_since',
  'people.suspended_at',
  'installation.passkeys_required_at',
] as const;

/**
 * Every request with a token or a cookie makes one of these reads, so they are prepared. They include the installation's
 * row, so that a change of whether passkeys are required takes effect with the next request in every process.
 */
export function credentialReads(db: Db) {
  return {
    byToken: db.prepare((read, parameter: (name: 'hash') => string) =>
      read
        .selectFrom('api_tokens')
        .innerJoin('people', 'people.uid', 'api_tokens.uid')
        .crossJoin('installation')
        .select([
          ...holder,
          'api_tokens.id',
          'api_tokens.scope',
          'api_tokens.expires_at',
          'api_tokens.revoked_at',
          'api_tokens.last_used_at as used_at',
          'api_tokens.passkey_id',
          'api_tokens.private_read_at',
          'api_tokens.pid',
          'api_tokens.scopes',
        ])
        .where('api_tokens.token_hash', '=', parameter('hash')),
    ),
    bySession: db.prepare((read, parameter: (name: 'hash') => string) =>
      read
        .selectFrom('sessions')
        .innerJoin('people', 'people.uid', 'sessions.uid')
        .crossJoin('installation')
        .select([
          ...holder,
          'sessions.id',
          'sessions.created_at as signed_in_at',
          'sessions.expires_at',
          'sessions.last_seen_at as used_at',
          'sessions.proved_at',
          'sessions.passkey_id',
          'sessions.recovered_at',
        ])
        .where('sessions.token_hash', '=', parameter('hash')),
    ),
  };
}

export async function markTokensUsed(trx: Trx, ids: readonly string[], now: string): Promise<void> {
  await trx.updateTable('api_tokens').set({ last_used_at: now }).where('id', 'in', ids).execute();
}

export async function markSessionsSeen(
  trx: Trx,
  ids: readonly string[],
  times: { last_seen_at: string; expires_at?: string },
): Promise<void> {
  await trx.updateTable('sessions').set(times).where('id', 'in', ids).execute();
}

export async function insertSession(trx: Trx, row: Insertable<SessionsTable>): Promise<void> {
  await trx.insertInto('sessions').values(row).execute();
}

/** Locks the rows until the transaction ends. Suspending, erasing and every change of a role locks the person first. */
export const lockPeople = (trx: Trx, uids: readonly string[]) =>
  lockRows(
    trx,
    trx
      .selectFrom('people')
      .select(['uid', 'email', 'name', 'suspended_at', 'administrator_since', 'configured_since'])
      .where('uid', 'in', uids)
      .orderBy('uid'),
  );

export type LockedPerson = Awaited<ReturnType<typeof lockPeople>>[number];

/** Undefined if the token was revoked or has expired. */
export const lockToken = (trx: Trx, id: string, now: string) =>
  trx
    .updateTable('api_tokens')
    .set((eb) => ({ last_used_at: eb.ref('last_used_at') }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('passkey_id')
    .executeTakeFirst();

export const arePasskeysRequired = async (trx: Trx): Promise<boolean> =>
  (await trx.selectFrom('installation').select('passkeys_required_at').executeTakeFirstOrThrow())
    .passkeys_required_at !== null;

export const ownsProject = async (trx: Trx, pid: string, uid: string): Promise<boolean> =>
  (await trx
    .selectFrom('project_owners')
    .select('uid')
    .where('pid', '=', pid)
    .where('uid', '=', uid)
    .executeTakeFirst()) !== undefined;

/** The state of the project, if the account is not suspended. */
export const findActiveIn = (trx: Trx, pid: string, uid: string) =>
  trx
    .selectFrom('projects')
    .innerJoin('people', (join) => join.on('people.uid', '=', uid))
    .leftJoin('helpers', (join) => join.onRef('helpers.pid', '=', 'projects.pid').on('helpers.uid', '=', uid))
    .select(['projects.state', 'helpers.uid as helper'])
    .where('projects.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .executeTakeFirst();

export const listRoles = (trx: Trx, pid: string, uid: string) =>
  enabledMemberships(trx)
    .select(['memberships.tid', 'memberships.role'])
    .where('memberships.pid', '=', pid)
    .where('memberships.uid', '=', uid)
    .execute();

/** Undefined if the session was ended. Locked until the transaction ends, so that nothing made from it outlives it. */
export const lockSession = (trx: Trx, id: string) =>
  trx
    .updateTable('sessions')
    .set((eb) => ({ last_seen_at: eb.ref('last_seen_at') }))
    .where('id', '=', id)
    .returning('passkey_id')
    .executeTakeFirst();

export async function deleteSession(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Adds one to the key's window, or starts a new one if the last has ended or ends too far in the future. */
export async function countRequest(
  trx: Trx,
  key: string,
  { now, endsAt, latestEnd }: { now: string; endsAt: string; latestEnd: string },
): Promise<{ count: number; ends_at: string }> {
  return trx
    .insertInto('rate_limits')
    .values({ key, count: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const ended = eb.or([eb('rate_limits.ends_at', '<=', now), eb('rate_limits.ends_at', '>', latestEnd)]);
        return {
          count: eb
            .case()
            .when(ended)
            .then(1)
            .else(eb('rate_limits.count', '+', 1))
            .end(),
          ends_at: eb.case().when(ended).then(endsAt).else(eb.ref('rate_limits.ends_at')).end(),
        };
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow();
}

/** Only rows of auth itself; each feature deletes its own (see `expiry` in feature.ts). */
export async function deleteExpiredAuth(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('rate_limits').where('ends_at', '<', now).execute();
  await trx.deleteFrom('idempotency_keys').where('expires_at', '<', now).execute();
}

/** For every route of a project: whether the project or team exists, and the caller's roles in it. */
export function projectRoleQueries(db: Db) {
  return {
    projectAndTeam: db.prepare((read, parameter: (name: 'pid' | 'tid' | 'uid') => string) =>
      read
        .selectFrom('projects')
        .leftJoin('teams', (join) =>
          join.onRef('teams.pid', '=', 'projects.pid').on('teams.tid', '=', parameter('tid')),
        )
        .leftJoin('project_owners', (join) =>
          join.onRef('project_owners.pid', '=', 'projects.pid').on('project_owners.uid', '=', parameter('uid')),
        )
        .leftJoin('memberships', (join) =>
          join
            .onRef('memberships.pid', '=', 'teams.pid')
            .onRef('memberships.tid', '=', 'teams.tid')
            .on('memberships.uid', '=', parameter('uid')),
        )
        .leftJoin('helpers', (join) =>
          join.onRef('helpers.pid', '=', 'projects.pid').on('helpers.uid', '=', parameter('uid')),
        )
        .select([
          'projects.pid',
          'projects.state',
          'teams.tid',
          'teams.disabled_at',
          'project_owners.uid as owner',
          'memberships.uid as member',
          'helpers.uid as helper',
        ])
        .where('projects.pid', '=', parameter('pid')),
    ),
    teams: db.prepare((read, parameter: (name: 'pid' | 'uid') => string) =>
      enabledMemberships(read)
        .select(['memberships.tid', 'memberships.role'])
        .where('memberships.uid', '=', parameter('uid'))
        .where('memberships.pid', '=', parameter('pid')),
    ),
  };
}

export const findAnswer = (trx: Trx, uid: string, key: string) =>
  trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('uid', '=', uid)
    .where('key', '=', key)
    .executeTakeFirst();

/** Inserts the key, waiting for a concurrent request with it. False if it has been used. Expired keys are free again. */
export async function claimIdempotencyKey(
  trx: Trx,
  row: { uid: string; key: string; request_hash: string; answer: string; expires_at: string },
  now: string,
): Promise<boolean> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('uid', '=', row.uid)
    .where('key', '=', row.key)
    .where('expires_at', '<=', now)
    .execute();
  return changedOne(
    trx
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.columns(['uid', 'key']).doNothing()),
  );
}

export async function storeAnswer(trx: Trx, uid: string, key: string, answer: string): Promise<void> {
  await trx.updateTable('idempotency_keys').set({ answer }).where('uid', '=', uid).where('key', '=', key).execute();
}
