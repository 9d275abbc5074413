import { confirmCaller } from '../../auth/confirm.ts';
import { madeWith } from '../../auth/makers.ts';
import type { Actor, Roles } from '../../auth/project-role.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { checkDestination } from '../../lib/outgoing/destination.ts';
import { unseal } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { newId } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import type { Outbox } from '../outbox/outbox.service.ts';
import {
  countServers,
  deleteServer,
  insertServer,
  lockServer,
  resetChecks,
  updateServer,
} from './group-sync.queries.ts';
import type { ServerRow, ShownServer } from './group-sync.queries.ts';
import type { GroupServer, GroupServerChanges, NewGroupServer } from './group-sync.schema.ts';
import { baseOf } from './servers/servers.policy.ts';
import { hostOf, sealSecrets, secretsContext, syncSoon } from './syncing/syncing.service.ts';
import type { Secrets } from './syncing/syncing.service.ts';

const maxServers = 5;

export type Services = { db: Db; config: Config; keys: Keyring; outbox: Outbox };
type Change = Actor & { id: string };

export const noSuchServer = (): never => fail('not_found', { detail: 'There is no such server in this project' });

const reasonOf = (text: string | null): GroupServer['disabled_for'] =>
  text === 'paused' || text === 'failing' || text === 'not_allowed' ? text : null;

export const presentServer = ({ disabled_at, disabled_for, ...row }: ShownServer): GroupServer => ({
  id: row.id,
  kind: row.kind,
  url: row.url,
  active: disabled_at === null,
  disabled_for: reasonOf(disabled_for),
  failing_since: row.failing_since,
  tried_at: row.tried_at,
  outcome: row.outcome,
  created_at: row.created_at,
});

function requireUrl({ internalHosts }: Config, text: string): string {
  const found = checkDestination(text, internalHosts);
  const detail = 'must begin with https://, contain no password and belong to a public address';
  if (typeof found === 'string') return fail('url_refused', { errors: [{ pointer: '/url', detail }] });
  if (found.url.search !== '' || found.url.hash !== '')
    return fail('url_refused', { errors: [{ pointer: '/url', detail: 'must end with the path' }] });
  return baseOf(found.url);
}

export async function addServer(
  trx: Trx,
  { config, keys }: Services,
  { projectRole: { scope }, caller, uid, now }: Actor,
  roles: Roles,
  { kind, url: text, username = '', secret }: NewGroupServer,
): Promise<GroupServer> {
  const url = requireUrl(config, text);
  if (kind === 'mailman' && username === '') failField('/username', 'is needed for Mailman');
  if ((await countServers(trx, scope)) >= maxServers)
    fail('not_allowed', { detail: `A project has at most ${maxServers} servers` });
  const id = newId(now);
  const row = {
    id,
    pid: scope.pid,
    kind,
    url,
    ...sealSecrets(keys, id, { username, secret }),
    created_by: uid,
    made_with: madeWith(caller, roles, now),
    created_at: timestamp(now),
  };
  await insertServer(trx, row);
  const detail = { title: hostOf(url), server: kind };
  await record(trx, now, { actor: uid, kind: 'group_server.added', subject: id, pid: scope.pid, detail });
  const fresh = { disabled_at: null, disabled_for: null, failing_since: null, tried_at: null, outcome: null };
  return presentServer({ ...row, ...fresh });
}

/** The server, locked, if the caller still owns the project. From now on it depends on their rights. */
export async function lockOwned(trx: Trx, { projectRole, caller, uid, now }: Actor, id: string) {
  const { roles } = await confirmCaller(trx, now, caller);
  const server = (await lockServer(trx, projectRole.scope, id)) ?? noSuchServer();
  return { server, maker: { created_by: uid, made_with: madeWith(caller, roles, now) } };
}

export async function changeServer(
  services: Services,
  change: Change,
  input: GroupServerChanges,
): Promise<GroupServer> {
  const { db, config, keys, outbox } = services;
  const { id, uid, now, projectRole } = change;
  const url = input.url === undefined ? undefined : requireUrl(config, input.url);
  return db.transaction(async (trx) => {
    const { server: before, maker } = await lockOwned(trx, change, id);
    // The stored password would go to whoever owns the new address.
    if (url !== undefined && url !== before.url && input.secret === undefined)
      failField('/secret', 'is needed to change the address');
    const secrets = changedSecrets(keys, before, input);
    const values = { url: url ?? before.url, ...activation(before, input.active, timestamp(now)) };
    const after = { ...before, ...values };
    const fields = [
      ...(after.url === before.url ? [] : ['url']),
      ...(secrets === undefined ? [] : ['secret']),
      ...((after.disabled_at === null) === (before.disabled_at === null) ? [] : ['active']),
    ].join(' ');
    if (fields === '') return presentServer(before);
    await updateServer(trx, id, { ...values, ...(secrets && sealSecrets(keys, id, secrets)), ...maker });
    const detail = { title: hostOf(after.url), fields };
    await record(trx, now, {
      actor: uid,
      kind: 'group_server.changed',
      subject: id,
      pid: projectRole.scope.pid,
      detail,
    });
    if (after.disabled_at === null) {
      await resetChecks(trx, id);
      await syncSoon(trx, outbox, now, id);
    }
    return presentServer(after);
  });
}

function changedSecrets(keys: Keyring, { id, secrets }: ServerRow, input: GroupServerChanges): Secrets | undefined {
  if (input.secret === undefined && input.username === undefined) return undefined;
  const before = JSON.parse(unseal(keys, secretsContext(id), secrets)) as Secrets;
  const after = { username: input.username ?? before.username, secret: input.secret ?? before.secret };
  return after.username === before.username && after.secret === before.secret ? undefined : after;
}

/** A server that is switched on again starts without failures. */
function activation(before: ServerRow, active: boolean | undefined, now: string) {
  const { disabled_at, disabled_for, failing_since } = before;
  if (active === undefined || active === (disabled_at === null)) return { disabled_at, disabled_for, failing_since };
  return active
    ? { disabled_at: null, disabled_for: null, failing_since: null }
    : { disabled_at: now, disabled_for: 'paused', failing_since };
}

export async function removeServer({ db }: Services, change: Change): Promise<void> {
  const { id, uid, now, projectRole } = change;
  await db.transaction(async (trx) => {
    const { server } = await lockOwned(trx, change, id);
    await deleteServer(trx, id);
    const detail = { title: hostOf(server.url) };
    await record(trx, now, {
      actor: uid,
      kind: 'group_server.removed',
      subject: id,
      pid: projectRole.scope.pid,
      detail,
    });
  });
}

/** Compares all groups of the server now. */
export async function syncNow({ db, outbox }: Services, change: Change): Promise<void> {
  await db.transaction(async (trx) => {
    const { server } = await lockOwned(trx, change, change.id);
    if (server.disabled_at !== null) fail('not_allowed', { detail: 'The server is switched off' });
    await resetChecks(trx, server.id);
    await syncSoon(trx, outbox, change.now, server.id);
  });
}
