import { confirmCaller } from '../../auth/confirm.ts';
import { madeWith } from '../../auth/makers.ts';
import type { Actor, ProjectScope, Roles } from '../../auth/project-role.ts';
import { scopesOf, scopesText, serviceId } from '../../auth/scopes.ts';
import { newServiceToken, tokenPrefix } from '../../auth/token-format.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import { addSeconds, timestamp, days, hours } from '../../lib/clock.ts';
import { newId, sha256 } from '../../lib/secrets.ts';
import { toUtc } from '../../http/moment.ts';
import { record } from '../audit/audit.service.ts';
import * as queries from './service-accounts.queries.ts';
import {
  countAccounts,
  endTokens,
  extendAccount,
  findAccount,
  insertAccount,
  insertToken,
  lockAccount,
  revokeAccount,
} from './service-accounts.queries.ts';
import type { AccountRow } from './service-accounts.queries.ts';
import type {
  CreatedServiceAccount,
  NewServiceAccount,
  RenewedServiceAccount,
  ServiceAccount,
} from './service-accounts.schema.ts';

const maxServiceAccounts = 50;
const maxSeconds = days(731);
/** How long the previous token works after a renewal, so that nothing fails while it is replaced. */
const overlapSeconds = hours(1);

export const presentAccount = (
  { scopes, prefix, made_with: _made, ...row }: AccountRow,
  active: boolean,
): ServiceAccount => ({
  ...row,
  scopes: scopesOf(scopes),
  prefix: prefix ?? '',
  active,
});

export const listEndingAccounts = (read: Reader, window: Parameters<typeof queries.listEndingAccounts>[1]) =>
  queries.listEndingAccounts(read, window);

export const getServiceToken = (read: Reader, hash: string) => queries.getServiceToken(read, hash);

function endOf(text: string, now: Date): string {
  const endsAt = toUtc('/ends_at', text);
  if (endsAt > timestamp(now) && endsAt <= timestamp(addSeconds(now, maxSeconds))) return endsAt;
  return failField('/ends_at', 'must be in the future, within two years');
}

async function addToken(trx: Trx, account_id: string, now: Date, expires_at: string): Promise<string> {
  const token = newServiceToken();
  const row = { token_hash: sha256(token), account_id, prefix: tokenPrefix(token), created_at: timestamp(now) };
  await insertToken(trx, { ...row, expires_at });
  return token;
}

const presentWith = async (trx: Trx, scope: ProjectScope, id: string, token: string) => ({
  ...presentAccount(await findAccount(trx, scope, id), true),
  token,
});

export async function createAccount(
  trx: Trx,
  { projectRole: { scope }, caller, uid, now }: Actor,
  roles: Roles,
  { name, scopes, ends_at: wanted }: NewServiceAccount,
): Promise<CreatedServiceAccount> {
  const ends_at = endOf(wanted, now);
  if (name.trim() === '') failField('/name', 'must not be blank');
  if ((await countAccounts(trx, scope)) >= maxServiceAccounts)
    fail('not_allowed', { detail: `A project has at most ${maxServiceAccounts} service accounts` });
  const [id, { pid }] = [serviceId(newId(now)), scope];
  const row = { id, pid, name: name.trim(), scopes: scopesText(scopes) };
  await insertAccount(trx, {
    ...row,
    created_by: uid,
    made_with: madeWith(caller, roles, now),
    created_at: timestamp(now),
    ends_at,
  });
  const token = await addToken(trx, id, now, ends_at);
  const detail = { title: row.name, scopes: row.scopes, ends_at };
  await record(trx, now, { actor: uid, kind: 'service_account.created', subject: id, pid, detail });
  return presentWith(trx, scope, id, token);
}

type Change = Actor & { id: string };

/** Locked, if the caller still owns the project. */
async function lockOwned(trx: Trx, { projectRole, caller, now, id }: Change) {
  const { roles } = await confirmCaller(trx, now, caller);
  const account = await lockAccount(trx, projectRole.scope, id);
  return { ...(account ?? fail('not_found', { detail: 'There is no such service account in this project' })), roles };
}

/**
 * A new token and a later end; also for accounts that have ended. The account belongs to the caller from then on:
 * messages must not go out in the name of somebody who does not have the token.
 */
export async function renewAccount(db: Db, change: Change, wanted: string): Promise<RenewedServiceAccount> {
  const { projectRole, caller, uid, now, id } = change;
  const { scope } = projectRole;
  const ends_at = endOf(wanted, now);
  const old_token_until = timestamp(addSeconds(now, overlapSeconds));
  return db.transaction(async (trx) => {
    const { name, roles } = await lockOwned(trx, change);
    await endTokens(trx, id, old_token_until);
    await extendAccount(trx, id, { ends_at, created_by: uid, made_with: madeWith(caller, roles, now) });
    const token = await addToken(trx, id, now, ends_at);
    const detail = { title: name, ends_at };
    await record(trx, now, { actor: uid, kind: 'service_account.renewed', subject: id, pid: scope.pid, detail });
    return { ...(await presentWith(trx, scope, id, token)), old_token_until };
  });
}

export async function removeAccount(db: Db, change: Change): Promise<void> {
  const { projectRole, uid, now, id } = change;
  const { pid } = projectRole.scope;
  await db.transaction(async (trx) => {
    const { name } = await lockOwned(trx, change);
    await revokeAccount(trx, id, timestamp(now));
    await record(trx, now, { actor: uid, kind: 'service_account.revoked', subject: id, pid, detail: { title: name } });
  });
}
