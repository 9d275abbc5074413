import { allScopes } from '../../../src/server/auth/scopes.ts';
import { tokenPrefix } from '../../../src/server/auth/token-format.ts';
import type { Trx } from '../../../src/server/db/db.ts';
import { sha256 } from '../../../src/server/lib/secrets.ts';
import { seal } from '../../../src/server/lib/seal.ts';
import type { Keyring } from '../../../src/server/lib/seal.ts';
import type { Planting } from '../planted/planting.ts';
import type { World } from './world-types.ts';

type Place = Pick<World, 'pid' | 'tid' | 'uid' | 'channel' | 'webhook' | 'delivery' | 'groupServer' | 'syncedGroup'>;

/** A chat channel of the team, a webhook with a delivery, and a mailing list that follows the team. Nothing can be sent there. */
export async function insertConnections(trx: Trx, keys: Keyring, place: Place, created_by: string, at: string) {
  const { pid, tid, channel, webhook, delivery } = place;
  const common = { pid, key_id: keys.current.id, created_by, created_at: at };
  await trx
    .insertInto('chat_channels')
    .values({
      ...common,
      id: channel,
      tid,
      name: '#crew',
      format: 'mattermost',
      url: seal(keys, `chat:${channel}:url`, 'https://127.0.0.1/hooks/secret'),
      hint: '127.0.0.1/…',
      topics: '["announcements","gaps"]',
      language: 'en',
    })
    .execute();
  await trx
    .insertInto('webhooks')
    .values({
      ...common,
      id: webhook,
      url: 'https://127.0.0.1/hook',
      kinds: '[]',
      secrets: seal(keys, `webhook:${webhook}:secrets`, '["whsec_c2VjcmV0"]'),
      active_since: at,
    })
    .execute();
  await trx
    .insertInto('webhook_deliveries')
    .values({ id: delivery, webhook_id: webhook, kind: 'ping', body: '{}', created_at: at, due_at: null })
    .execute();
  await insertGroupSync(trx, keys, place, created_by, at);
}

async function insertGroupSync(trx: Trx, keys: Keyring, place: Place, created_by: string, at: string): Promise<void> {
  const { pid, tid, uid, groupServer, syncedGroup: id } = place;
  const secrets = seal(keys, `group-server:${groupServer}:secrets`, '{"username":"restadmin","secret":"restpass"}');
  await trx
    .insertInto('group_servers')
    .values({
      id: groupServer,
      pid,
      kind: 'mailman',
      url: 'https://127.0.0.1',
      secrets,
      key_id: keys.current.id,
      created_by,
      created_at: at,
    })
    .execute();
  await trx
    .insertInto('synced_groups')
    .values({
      id,
      server_id: groupServer,
      pid,
      audience: `team:${tid}`,
      tid,
      target_kind: 'list',
      target: 'crew.lists.example.org',
      mode: 'dry_run',
      created_at: at,
      tried_at: at,
      outcome: 'ok',
      people: 2,
      agreed: 1,
    })
    .execute();
  await trx.insertInto('sync_consents').values({ pid, uid, agreed_at: at }).execute();
  await trx
    .insertInto('synced_people')
    .values({ id, group_id: id, uid, remote_id: '1', added_at: at, left_at: null, refused: null })
    .execute();
  await trx.insertInto('sync_log').values({ id, group_id: id, uid, action: 'add', outcome: 'done', at }).execute();
}

type Account = { pid: string; account: string; token: string };

export async function insertServiceAccount(
  trx: Trx,
  { pid, account, token }: Account,
  created_by: string,
  { at, endsAt }: { at: string; endsAt: string },
): Promise<void> {
  await trx
    .insertInto('service_accounts')
    .values({
      id: account,
      pid,
      name: 'Staff bot',
      scopes: allScopes.join(' '),
      created_by,
      created_at: at,
      ends_at: endsAt,
    })
    .execute();
  await trx
    .insertInto('service_tokens')
    .values({
      token_hash: sha256(token),
      account_id: account,
      prefix: tokenPrefix(token),
      created_at: at,
      expires_at: endsAt,
    })
    .execute();
}

/** Values to search for in responses, also in columns that are empty at first. */
export async function plantConnections({ trx, world, mark }: Planting, at: string): Promise<void> {
  const { channel, webhook, delivery, account, uid, groupServer, syncedGroup } = world;
  await trx.updateTable('service_accounts').set({ last_used_at: at }).where('id', '=', account).execute();
  const times = { disabled_at: null, failing_since: at };
  await trx
    .updateTable('chat_channels')
    .set({ ...times, tried_at: at, outcome: 'ok', summary_on: mark('chat_channels.summary_on') })
    .where('id', '=', channel)
    .execute();
  await trx
    .updateTable('webhooks')
    .set({ ...times, url: `https://${mark('webhooks.url')}.example/`, old_secret_until: at })
    .where('id', '=', webhook)
    .execute();
  await trx
    .updateTable('webhook_deliveries')
    .set({ tried_at: at, delivered_at: at, outcome: 'http_200', uid })
    .where('id', '=', delivery)
    .execute();
  await trx
    .updateTable('group_servers')
    .set({
      ...times,
      url: `https://${mark('group_servers.url')}.example`,
      tried_at: at,
      outcome: mark('group_servers.outcome'),
    })
    .where('id', '=', groupServer)
    .execute();
  await trx
    .updateTable('synced_groups')
    .set({ digest: mark('synced_groups.digest') })
    .where('id', '=', syncedGroup)
    .execute();
}
