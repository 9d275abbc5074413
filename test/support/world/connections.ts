import { allScopes } from '../../../src/server/auth/scopes.ts';
import { tokenPrefix } from '../../../src/server/auth/token-format.ts';
import type { Trx } from '../../../src/server/db/db.ts';
import { sha256 } from '../../../src/server/lib/secrets.ts';
import { seal } from '../../../src/server/lib/seal.ts';
import type { Keyring } from '../../../src/server/lib/seal.ts';
import type { Planting } from '../planted/planting.ts';
import type { World } from './world-types.ts';

type Place = Pick<World, 'pid' | 'tid' | 'channel' | 'webhook' | 'delivery'>;

/** A chat channel of the team, and a webhook with a delivery. Nothing can be sent there. */
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
  const { channel, webhook, delivery, account, uid } = world;
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
}
