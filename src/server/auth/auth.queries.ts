import type { Insertable } from 'kysely';
import type { GrantRole } from '../../shared/deputies.ts';
import { anyOf } from '../db/any-of.ts';
import { lockRows } from '../db/db.ts';
import type { Db, Parameter, Reader, Trx } from '../db/db.ts';
import type { SessionsTable, MembershipsTable } from '../db/tables.ts';
import { changedOne } from '../db/changed-one.ts';
import { activeGrants, enabledMemberships, grantTid, isActive } from '../db/memberships.ts';

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

/** A person in a project with what decides whether they are an acting owner, unless the account is suspended. */
const makersIn = (read: Reader, pid: string) =>
  read
    .selectFrom('people')
    .innerJoin('projects', (join) => join.on('projects.pid', '=', pid))
    .crossJoin('installation')
    .leftJoin('project_owners', (join) =>
      join.onRef('project_owners.pid', '=', 'projects.pid').onRef('project_owners.uid', '=', 'people.uid'),
    )
    .leftJoin('helpers', (join) =>
      join.onRef('helpers.pid', '=', 'projects.pid').onRef('helpers.uid', '=', 'people.uid'),
    )
    .select(['projects.state', 'project_owners.created_at as owner_since', 'helpers.uid as helper'])
    .select('people.made_before')
    .select('installation.passkeys_required_at')
    .select((eb) =>
      eb
        .selectFrom('passkeys')
        .select('passkeys.id')
        .whereRef('passkeys.uid', '=', 'people.uid')
        .limit(1)
        .as('passkey_id'),
    )
    .where('people.suspended_at', 'is', null);

export const listMakers = (read: Reader, pid: string, uids: readonly string[]) =>
  makersIn(read, pid).select('people.uid').where('people.uid', 'in', uids).execute();

export type MakerRow = Omit<Awaited<ReturnType<typeof listMakers>>[number], 'uid'>;

type Credentials = { tokens: readonly string[]; serviceTokens: readonly string[]; now: string };

/** Which of these tokens, by id, and of these tokens of service accounts, by hash, still work. */
export const listWorkingTokens = async (read: Reader, { tokens, serviceTokens, now }: Credentials) => {
  const rows = await read
    .selectFrom('api_tokens')
    .select('id')
    .where('id', 'in', anyOf(tokens))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .unionAll(
      read
        .selectFrom('service_accounts')
        .innerJoin('service_tokens', 'service_tokens.account_id', 'service_accounts.id')
        .select('service_tokens.token_hash as id')
        .where('service_tokens.token_hash', 'in', anyOf(serviceTokens))
        .where('service_tokens.expires_at', '>', now)
        .where('service_accounts.revoked_at', 'is', null)
        .where('service_accounts.ends_at', '>', now),
    )
    .execute();
  return rows.map(({ id }) => id);
};

/** One row for each grant of a person, or one without. */
const makersWithGrants = (read: Reader, pid: string, now: string) =>
  makersIn(read, pid)
    .leftJoin('grants', (join) =>
      join.onRef('grants.uid', '=', 'people.uid').onRef('grants.pid', '=', 'projects.pid').on(isActive(now)),
    )
    .select(['people.uid', 'grants.role as granted', 'grants.starts_at as granted_at']);

export const makerRead = (db: Db) =>
  db.prepare((read, parameter: Parameter<'pid' | 'uid' | 'now'>) =>
    makersWithGrants(read, parameter('pid'), parameter('now')).where('people.uid', '=', parameter('uid')),
  );

export const listMakersWithGrants = (read: Reader, pid: string, uids: readonly string[], now: string) =>
  makersWithGrants(read, pid, now).where('people.uid', 'in', uids).execute();

/** Of memberships and grants. What was granted began with its role. */
export const listRoles = (read: Reader, pid: string, uids: readonly string[], now: string) =>
  enabledMemberships(read)
    .select((eb) => [
      'memberships.uid',
      'memberships.tid',
      eb.ref('memberships.role').$castTo<ProjectPart>().as('role'),
    ])
    .select(['memberships.role_since', 'memberships.created_at'])
    .select((eb) => eb.lit(0).$castTo<number>().as('granted'))
    .where('memberships.pid', '=', pid)
    .where('memberships.uid', 'in', uids)
    .unionAll(
      activeGrants(read, now)
        .select('grants.uid')
        .select(grantTid)
        .select((eb) => eb.ref('grants.role').$castTo<ProjectPart>().as('role'))
        .select((eb) => [
          eb.ref('grants.starts_at').$castTo<string | null>().as('role_since'),
          'grants.starts_at as created_at',
          eb.lit(1).$castTo<number>().as('granted'),
        ])
        .where('grants.pid', '=', pid)
        .where('grants.uid', 'in', uids),
    )
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

type ProjectPart = MembershipsTable['role'] | GrantRole;

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
    /** A grant that has ended gives nothing from that moment on, in every process. */
    roles: db.prepare((read, parameter: Parameter<'pid' | 'uid' | 'now'>) =>
      enabledMemberships(read)
        .select((eb) => ['memberships.tid', eb.ref('memberships.role').$castTo<ProjectPart>().as('role')])
        .select((eb) => eb.lit(0).$castTo<number>().as('granted'))
        .where('memberships.uid', '=', parameter('uid'))
        .where('memberships.pid', '=', parameter('pid'))
        .unionAll(
          activeGrants(read, parameter('now'))
            .select(grantTid)
            .select((eb) => eb.ref('grants.role').$castTo<ProjectPart>().as('role'))
            .select((eb) => eb.lit(1).$castTo<number>().as('granted'))
            .where('grants.uid', '=', parameter('uid'))
            .where('grants.pid', '=', parameter('pid')),
        ),
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

/** Every request of a device makes this read. */
export const deviceRead = (db: Db) =>
  db.prepare((read, parameter: (name: 'hash') => string) =>
    read
      .selectFrom('devices')
      .innerJoin('projects', 'projects.pid', 'devices.pid')
      .select(['devices.id', 'devices.pid', 'devices.name', 'devices.tids', 'devices.expires_at', 'devices.revoked_at'])
      .select(['devices.created_by', 'devices.made_with'])
      .select(['projects.timezone', 'projects.state'])
      .where('devices.token_hash', '=', parameter('hash'))
      .where('devices.purpose', '=', 'desk'),
  );

type AnyRole = ProjectPart | 'owner';

/** All roles of a person. In a draft only its owners and their deputies have one. */
export const everyRole = (db: Db) =>
  db.prepare((read, parameter: Parameter<'uid' | 'now'>) =>
    enabledMemberships(read)
      .innerJoin('projects', 'projects.pid', 'memberships.pid')
      .select((eb) => ['memberships.pid', 'memberships.tid', eb.ref('memberships.role').$castTo<AnyRole>().as('role')])
      .where('memberships.uid', '=', parameter('uid'))
      .where('projects.state', '!=', 'draft')
      .unionAll(
        read
          .selectFrom('project_owners')
          .select((eb) => [
            'pid',
            eb.cast<string>(eb.val(''), 'text').as('tid'),
            eb.cast<AnyRole>(eb.val('owner'), 'text').as('role'),
          ])
          .where('uid', '=', parameter('uid')),
      )
      .unionAll(
        activeGrants(read, parameter('now'))
          .innerJoin('projects', 'projects.pid', 'grants.pid')
          .select('grants.pid')
          .select(grantTid)
          .select((eb) => eb.ref('grants.role').$castTo<AnyRole>().as('role'))
          .where('grants.uid', '=', parameter('uid'))
          .where((eb) => eb.or([eb('projects.state', '!=', 'draft'), eb('grants.role', '!=', 'chief')])),
      ),
  );

type WindowTimes = { now: string; endsAt: string; latestEnd: string };

/**
 * Adds to several windows in one statement. What exceeds `max` is taken off again afterwards, so that a refused mail
 * does not count; the windows returned still have it.
 */
export async function countMails(
  trx: Trx,
  wanted: ReadonlyMap<string, number>,
  { now, endsAt, latestEnd }: WindowTimes,
  max: number,
): Promise<Map<string, { count: number; endsAtMs: number }>> {
  const rows = await trx
    .insertInto('rate_limits')
    // In key order, so that concurrent statements lock the rows in the same order.
    .values(
      [...wanted]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, count]) => ({ key, count, ends_at: endsAt })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const ended = eb.or([eb('rate_limits.ends_at', '<=', now), eb('rate_limits.ends_at', '>', latestEnd)]);
        return {
          count: eb
            .case()
            .when(ended)
            .then(eb.ref('excluded.count'))
            .else(eb('rate_limits.count', '+', eb.ref('excluded.count')))
            .end(),
          ends_at: eb.case().when(ended).then(endsAt).else(eb.ref('rate_limits.ends_at')).end(),
        };
      }),
    )
    .returning(['key', 'count', 'ends_at'])
    .execute();
  const exceeded = rows
    .filter(({ count }) => count > max)
    .map(({ key, count, ends_at }) => ({ key, count: Math.max(count - (wanted.get(key) ?? 0), max), ends_at }));
  if (exceeded.length > 0) {
    await trx
      .insertInto('rate_limits')
      .values(exceeded)
      .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ count: eb.ref('excluded.count') })))
      .execute();
  }
  return new Map(rows.map(({ key, count, ends_at }) => [key, { count, endsAtMs: Date.parse(ends_at) }]));
}

export async function deleteCount(trx: Trx, key: string): Promise<void> {
  await trx.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Every request of a service account makes this read. */
export const serviceTokenRead = (db: Db) =>
  db.prepare((read, parameter: (name: 'hash') => string) =>
    read
      .selectFrom('service_tokens')
      .innerJoin('service_accounts', 'service_accounts.id', 'service_tokens.account_id')
      .innerJoin('projects', 'projects.pid', 'service_accounts.pid')
      .select([
        'service_accounts.id',
        'service_accounts.pid',
        'service_accounts.name',
        'service_accounts.scopes',
        'service_accounts.created_by',
        'service_accounts.made_with',
        'service_accounts.ends_at',
        'service_accounts.revoked_at',
        'service_accounts.last_used_at as used_at',
        'service_tokens.expires_at',
        'projects.state',
      ])
      .where('service_tokens.token_hash', '=', parameter('hash')),
  );

export async function markAccountsUsed(trx: Trx, ids: readonly string[], now: string): Promise<void> {
  await trx.updateTable('service_accounts').set({ last_used_at: now }).where('id', 'in', ids).execute();
}

/** Undefined if the account was revoked or has ended, the token has expired, or the project was archived. */
export const lockServiceAccount = (trx: Trx, { id, hash, now }: { id: string; hash: string; now: string }) =>
  trx
    .updateTable('service_accounts')
    .set((eb) => ({ last_used_at: eb.ref('last_used_at') }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('service_tokens')
          .select('account_id')
          .where('token_hash', '=', hash)
          .where('account_id', '=', id)
          .where('expires_at', '>', now),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('projects')
            .select('pid')
            .whereRef('projects.pid', '=', 'service_accounts.pid')
            .where('state', '=', 'archived'),
        ),
      ),
    )
    .returning(['pid', 'created_by', 'made_with'])
    .executeTakeFirst();

/** Whether somebody else who can sign in owns the project. */
export async function hasOtherOwners(read: Reader, pid: string, uid: string): Promise<boolean> {
  const other = await read
    .selectFrom('project_owners')
    .innerJoin('people', 'people.uid', 'project_owners.uid')
    .select('people.uid')
    .where('project_owners.pid', '=', pid)
    .where('people.uid', '!=', uid)
    .where('people.suspended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
