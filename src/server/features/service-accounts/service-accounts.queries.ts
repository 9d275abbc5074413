import type { Insertable, Selectable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import type { ServiceAccountsTable, ServiceTokensTable } from '../../db/tables.ts';
import { lockProject } from '../../db/lock-project.ts';

/** The newest token of each account is the one that stays. */
const shown = (read: Reader) =>
  read
    .selectFrom('service_accounts')
    .leftJoin('people', 'people.uid', 'service_accounts.created_by')
    .select([
      'service_accounts.id',
      'service_accounts.name',
      'service_accounts.scopes',
      'service_accounts.created_by',
      'service_accounts.made_with',
      'people.name as created_by_name',
      'service_accounts.created_at',
      'service_accounts.last_used_at',
      'service_accounts.ends_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('service_tokens')
        .select('prefix')
        .whereRef('account_id', '=', 'service_accounts.id')
        .orderBy('service_tokens.created_at', 'desc')
        .limit(1)
        .as('prefix'),
    );

export type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number];

export const listAccounts = (read: Reader, { pid }: ProjectScope, limit: number, after: string | undefined) =>
  shown(read)
    .where('service_accounts.pid', '=', pid)
    .where('service_accounts.revoked_at', 'is', null)
    .$call(keyset(['service_accounts.id'], after === undefined ? undefined : [after]))
    .limit(limit)
    .execute();

export const findAccount = (read: Reader, { pid }: ProjectScope, id: string) =>
  shown(read).where('service_accounts.pid', '=', pid).where('service_accounts.id', '=', id).executeTakeFirstOrThrow();

/** Locks the project, so that the number holds until the commit. */
export async function countAccounts(trx: Trx, { pid }: ProjectScope): Promise<number> {
  await lockProject(trx, pid);
  const { count } = await trx
    .selectFrom('service_accounts')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('pid', '=', pid)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertAccount(trx: Trx, row: Insertable<ServiceAccountsTable>): Promise<void> {
  await trx.insertInto('service_accounts').values(row).execute();
}

export async function insertToken(trx: Trx, row: Insertable<ServiceTokensTable>): Promise<void> {
  await trx.insertInto('service_tokens').values(row).execute();
}

/** Undefined if there is none, or it was revoked. */
export const lockAccount = (
  trx: Trx,
  { pid }: ProjectScope,
  id: string,
): Promise<Selectable<ServiceAccountsTable> | undefined> =>
  trx
    .updateTable('service_accounts')
    .set((eb) => ({ last_used_at: eb.ref('last_used_at') }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export async function extendAccount(
  trx: Trx,
  id: string,
  values: Pick<Selectable<ServiceAccountsTable>, 'ends_at' | 'created_by' | 'made_with'>,
): Promise<void> {
  await trx.updateTable('service_accounts').set(values).where('id', '=', id).execute();
}

/** Tokens that end earlier stay as they are. */
export async function endTokens(trx: Trx, id: string, at: string): Promise<void> {
  await trx
    .updateTable('service_tokens')
    .set({ expires_at: at })
    .where('account_id', '=', id)
    .where('expires_at', '>', at)
    .execute();
}

type Window = { createdUntil: string; after: string; through: string };

/** Lists each account with every owner of its project. Those of archived projects do not work anyway. */
export const listEndingAccounts = (read: Reader, { createdUntil, after, through }: Window) =>
  read
    .selectFrom('service_accounts')
    .innerJoin('projects', 'projects.pid', 'service_accounts.pid')
    .innerJoin('project_owners', 'project_owners.pid', 'service_accounts.pid')
    .select(['service_accounts.id', 'service_accounts.pid', 'service_accounts.name', 'service_accounts.ends_at'])
    .select('project_owners.uid')
    .where('service_accounts.revoked_at', 'is', null)
    .where('service_accounts.ends_at', '>', after)
    .where('service_accounts.ends_at', '<=', through)
    .where('service_accounts.created_at', '<=', createdUntil)
    .where('projects.state', '!=', 'archived')
    .orderBy('service_accounts.id')
    .orderBy('project_owners.uid')
    .execute();

/** The gate has admitted the token, so it exists. It ends with its account, if that ends earlier. */
export async function getServiceToken(read: Reader, hash: string) {
  const { ends_at, expires_at, ...row } = await read
    .selectFrom('service_tokens')
    .innerJoin('service_accounts', 'service_accounts.id', 'service_tokens.account_id')
    .select(['service_accounts.id', 'service_accounts.name', 'service_accounts.pid as project'])
    .select(['service_accounts.scopes', 'service_accounts.ends_at'])
    .select(['service_tokens.created_at', 'service_tokens.expires_at'])
    .where('service_tokens.token_hash', '=', hash)
    .executeTakeFirstOrThrow();
  return { ...row, expires_at: ends_at < expires_at ? ends_at : expires_at };
}

export const revokeAccount = (trx: Trx, id: string, now: string): Promise<boolean> =>
  changedOne(
    trx.updateTable('service_accounts').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null),
  );
