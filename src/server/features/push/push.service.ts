import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Config } from '../../config.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import { checkDestination } from '../../lib/outgoing/destination.ts';
import type { Keyring } from '../../lib/seal.ts';
import { newId } from '../../lib/secrets.ts';
import { areUsable } from '../../lib/web-push/encryption.ts';
import { record } from '../audit/audit.service.ts';
import { pushKeys } from './keys.service.ts';
import * as queries from './push.queries.ts';
import {
  countSubscriptions,
  deleteFailingSince,
  deleteOfBrowser,
  deleteOwn,
  findSame,
  insertSubscription,
  listSubscriptions,
} from './push.queries.ts';
import type { SubscriptionRow } from './push.queries.ts';
import type { NewPushSubscription, PushSubscription, PushSubscriptions } from './push.schema.ts';

type Services = { db: Db; clock: Clock; config: Config; keys: Keyring };

const maxSubscriptions = 10;
const failingSeconds = days(7);

const present = (row: SubscriptionRow, sessionId: string | undefined): PushSubscription => ({
  id: row.id,
  device: row.device,
  service: new URL(row.endpoint).hostname,
  created_at: row.created_at,
  last_success_at: row.last_success_at,
  current: row.session_id === sessionId,
});

const sessionOf = ({ credential }: Person): string | undefined =>
  credential.kind === 'session' ? credential.id : undefined;

export async function readSubscriptions(services: Services, caller: Person): Promise<PushSubscriptions> {
  const { publicKey } = await pushKeys(services);
  const rows = await listSubscriptions(services.db.read, caller.uid);
  return { public_key: publicKey, data: rows.map((row) => present(row, sessionOf(caller))) };
}

/** Replaces what this browser had before, also if somebody else was signed in then. */
export async function subscribe(services: Services, caller: Person, input: NewPushSubscription): Promise<void> {
  const { db, clock } = services;
  const sessionId = sessionOf(caller) ?? fail('browser_only');
  requireUsable(services.config, input);
  const now = clock.now();
  const { endpoint, keys } = input;
  const row = { session_id: sessionId, endpoint, ...keys };
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    if ((await findSame(trx, row)) !== undefined) return;
    await deleteOfBrowser(trx, sessionId, endpoint);
    if ((await countSubscriptions(trx, caller.uid)) >= maxSubscriptions)
      return fail('not_allowed', {
        detail: `At most ${maxSubscriptions} browsers can show notifications; remove one first`,
      });
    await insertSubscription(trx, { id: newId(now), uid: caller.uid, ...row, created_at: timestamp(now) });
    await record(trx, now, { actor: caller.uid, kind: 'push.added', subject: caller.uid });
  });
}

function requireUsable({ pushInternalHosts }: Config, { endpoint, keys }: NewPushSubscription): void {
  if (typeof checkDestination(endpoint, pushInternalHosts) === 'string')
    fail('not_allowed', {
      detail: 'The push service must be reachable by https from the internet',
      errors: [{ pointer: '/endpoint', detail: 'must be an https URL of a public host' }],
    });
  if (!areUsable(keys)) failField('/keys', 'are not keys of a push subscription');
}

export async function removeSubscription({ db, clock }: Services, caller: Person, id: string): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    if (!(await deleteOwn(trx, caller.uid, id))) return fail('not_found', { detail: 'You have no such subscription' });
    await record(trx, now, { actor: caller.uid, kind: 'push.removed', subject: caller.uid });
  });
}

export const listSubscriptionsOf = (read: Reader, uid: string) => queries.listSubscriptionsOf(read, uid);

/** A push service that has refused everything for a week is given up. */
export const deleteFailing = (trx: Trx, now: string): Promise<void> =>
  deleteFailingSince(trx, timestamp(addSeconds(new Date(now), -failingSeconds)));
