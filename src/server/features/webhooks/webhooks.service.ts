import { confirmCaller } from '../../auth/confirm.ts';
import { madeWith } from '../../auth/makers.ts';
import type { Actor, Roles } from '../../auth/project-role.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { addSeconds, timestamp } from '../../lib/clock.ts';
import { checkDestination } from '../../lib/outgoing/destination.ts';
import { seal, unseal } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { newId } from '../../lib/secrets.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { record } from '../audit/audit.service.ts';
import { dropWaiting } from './deliveries/deliveries.queries.ts';
import { startFeed } from './deliveries/feed.queries.ts';
import { newSecret } from './signing.policy.ts';
import { maxWebhooks, rotationSeconds } from './webhooks.policy.ts';
import { countWebhooks, deleteWebhook, insertWebhook, lockWebhook, updateWebhook } from './webhooks.queries.ts';
import type { ShownWebhook, WebhookRow } from './webhooks.queries.ts';
import type { CreatedWebhook, NewWebhook, Webhook, WebhookChanges, WebhookSecret } from './webhooks.schema.ts';

type Services = { db: Db; config: Config; keys: Keyring };
type Change = Actor & { id: string };

export const noSuchWebhook = (): never => fail('not_found', { detail: 'There is no such webhook in this project' });

/** Only this feature writes the column. */
export const kindsOf = (text: string): string[] => JSON.parse(text) as string[];
const reasonOf = (text: string | null): Webhook['disabled_for'] =>
  text === 'paused' || text === 'failing' || text === 'gone' || text === 'not_allowed' ? text : null;

export const presentWebhook = ({ kinds, disabled_at, disabled_for, ...row }: ShownWebhook): Webhook => ({
  id: row.id,
  url: row.url,
  kinds: kindsOf(kinds),
  active: disabled_at === null,
  disabled_for: reasonOf(disabled_for),
  failing_since: row.failing_since,
  old_secret_until: row.old_secret_until,
  created_at: row.created_at,
});

const secretsContext = (id: string): string => `webhook:${id}:secrets`;
const sealSecrets = (keys: Keyring, id: string, secrets: readonly string[]) => ({
  secrets: seal(keys, secretsContext(id), JSON.stringify(secrets)),
  key_id: keys.current.id,
});

type Sealed = Pick<WebhookRow, 'id' | 'secrets' | 'old_secret_until'>;

/** The secrets that sign at this time, newest first. */
export function secretsOf(keys: Keyring, { id, secrets, old_secret_until: until }: Sealed, now: string): string[] {
  const all = JSON.parse(unseal(keys, secretsContext(id), secrets)) as string[];
  return until !== null && until > now ? all : all.slice(0, 1);
}

/** What people see of a URL: the rest may contain a secret. */
export const hostOf = (url: string): string => new URL(url).host;

function requireUrl({ internalHosts }: Config, text: string): string {
  const found = checkDestination(text, internalHosts);
  const detail = 'must begin with https://, contain no password and belong to a public address';
  if (typeof found === 'string') return fail('url_refused', { errors: [{ pointer: '/url', detail }] });
  return found.url.href;
}

export async function createWebhook(
  trx: Trx,
  { config, keys }: Services,
  { projectRole: { scope }, caller, uid, now }: Actor,
  roles: Roles,
  input: NewWebhook,
): Promise<CreatedWebhook> {
  const url = requireUrl(config, input.url);
  if ((await countWebhooks(trx, scope)) >= maxWebhooks)
    fail('not_allowed', { detail: `A project has at most ${maxWebhooks} webhooks` });
  const [id, secret, at] = [newId(now), newSecret(), timestamp(now)];
  const isPaused = input.active === false;
  const row = {
    id,
    pid: scope.pid,
    url,
    kinds: JSON.stringify(input.kinds ?? []),
    ...sealSecrets(keys, id, [secret]),
    created_by: uid,
    made_with: madeWith(caller, roles, now),
    created_at: at,
    active_since: at,
    disabled_at: isPaused ? at : null,
    disabled_for: isPaused ? 'paused' : null,
  };
  await startFeed(trx);
  await insertWebhook(trx, row);
  await record(trx, now, {
    actor: uid,
    kind: 'webhook.created',
    subject: id,
    pid: scope.pid,
    detail: { title: hostOf(url) },
  });
  return { ...presentWebhook({ ...row, failing_since: null, old_secret_until: null }), secret };
}

/** The webhook, locked, if the caller still owns the project. */
async function lockOwned(trx: Trx, { projectRole, caller, uid, id, now }: Change) {
  const { roles } = await confirmCaller(trx, now, caller);
  const webhook = (await lockWebhook(trx, projectRole.scope, id)) ?? noSuchWebhook();
  return { webhook, maker: { created_by: uid, made_with: madeWith(caller, roles, now) } };
}

const withState = (row: WebhookRow) => ({ ...row, active: row.disabled_at === null });

export async function changeWebhook({ db, config }: Services, change: Change, input: WebhookChanges): Promise<Webhook> {
  const { id, uid, now, projectRole } = change;
  const url = input.url === undefined ? undefined : requireUrl(config, input.url);
  return db.transaction(async (trx) => {
    // From then on it depends on the rights of the person who changed it.
    const { webhook: before, maker } = await lockOwned(trx, change);
    const values = {
      url: url ?? before.url,
      kinds: input.kinds === undefined ? before.kinds : JSON.stringify(input.kinds),
      ...activation(before, input.active, timestamp(now)),
    };
    const after = { ...before, ...values };
    const fields = changedFields(['url', 'kinds', 'active'], withState(before), withState(after));
    if (fields === '') return presentWebhook(before);
    if (before.disabled_at !== null && after.disabled_at === null) await startFeed(trx);
    await updateWebhook(trx, id, { ...values, ...maker });
    if (after.disabled_at !== null) await dropWaiting(trx, id);
    const detail = { title: hostOf(after.url), fields };
    await record(trx, now, { actor: uid, kind: 'webhook.changed', subject: id, pid: projectRole.scope.pid, detail });
    return presentWebhook(after);
  });
}

/** A webhook that is switched on again starts without failures, with the changes from now on. */
function activation(before: WebhookRow, active: boolean | undefined, now: string) {
  const { disabled_at, disabled_for, failing_since, active_since } = before;
  if (active === undefined || active === (disabled_at === null))
    return { disabled_at, disabled_for, failing_since, active_since };
  return active
    ? { disabled_at: null, disabled_for: null, failing_since: null, active_since: now }
    : { disabled_at: now, disabled_for: 'paused', failing_since, active_since };
}

export async function removeWebhook({ db }: Services, change: Change): Promise<void> {
  const { id, uid, now, projectRole } = change;
  await db.transaction(async (trx) => {
    const {
      webhook: { url },
    } = await lockOwned(trx, change);
    await deleteWebhook(trx, id);
    const detail = { title: hostOf(url) };
    await record(trx, now, { actor: uid, kind: 'webhook.removed', subject: id, pid: projectRole.scope.pid, detail });
  });
}

/** The previous secret stays valid for a day; one before that ends now. */
export async function rotateSecret({ db, keys }: Services, change: Change): Promise<WebhookSecret> {
  const { id, uid, now, projectRole } = change;
  const secret = newSecret();
  const old_secret_until = timestamp(addSeconds(now, rotationSeconds));
  return db.transaction(async (trx) => {
    const { webhook, maker } = await lockOwned(trx, change);
    const [current = ''] = secretsOf(keys, webhook, timestamp(now));
    await updateWebhook(trx, id, { ...sealSecrets(keys, id, [secret, current]), old_secret_until, ...maker });
    await record(trx, now, {
      actor: uid,
      kind: 'webhook.secret_rotated',
      subject: id,
      pid: projectRole.scope.pid,
      detail: { title: hostOf(webhook.url) },
    });
    return { secret, old_secret_until };
  });
}
