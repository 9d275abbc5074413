import type { FastifyReply } from 'fastify';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { sessionCookie, sessionSeconds } from '../../auth/caller.ts';
import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { timestamp } from '../../lib/clock.ts';
import { record } from '../audit/audit.service.ts';
import { deleteAllFeeds, deleteFeedsOf } from '../calendar/calendar.service.ts';
import { switchOffChannelsOf } from '../chat/sending.service.ts';
import { endConsentsOfPerson } from '../forms/disclosure/consents.service.ts';
import { unconfirmBank } from '../private-data/bank.service.ts';
import { endGrantsGivenBy } from '../projects/grants/ending.service.ts';
import { endGroupConsents } from '../group-sync/my-groups.service.ts';
import { disableGroupServersOf } from '../group-sync/syncing/syncing.service.ts';
import { disableWebhooksOf } from '../webhooks/deliveries/outcomes.service.ts';
import { deleteAllCredentials, deleteCredentials, deleteOwnSession, setMadeBefore } from './sessions.queries.ts';

type Services = { db: Db; clock: Clock };

export async function endSession({ db, clock }: Services, caller: Person, id: string): Promise<void> {
  const now = clock.now();
  const { uid } = caller;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    if (!(await deleteOwnSession(trx, uid, id))) return fail('not_found', { detail: 'You have no such session' });
    await record(trx, now, { actor: uid, kind: 'session.ended', subject: uid, detail: { session: id } });
  });
}

/** Signs the person out everywhere. They can ask for a new sign-in link. */
export async function endAllSessions({ db, clock }: Services, caller: Person): Promise<void> {
  const now = clock.now();
  const { uid, email } = caller;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await endCredentials(trx, uid, email, now);
    await record(trx, now, { actor: uid, kind: 'sessions.removed', subject: uid });
  });
}

/** Sessions, tokens, sign-in links, one-time credentials and calendar addresses of a person. */
export async function endCredentials(trx: Trx, uid: string, email: string, now: Date): Promise<void> {
  await deleteCredentials(trx, uid, email, timestamp(now));
  await deleteFeedsOf(trx, uid);
}

/**
 * When somebody else has used the account, and on suspension: what was made with it stops, too, because nobody knows who
 * made it. Nor does anybody know who agreed to share data, or entered the bank account. Requires a locked person
 * and their deputies (`deputiesOf`), and a time from after that, so that what was made until then is earlier.
 */
export async function endCredentialsAndWork(
  trx: Trx,
  { actor, now }: { actor: string | null; now: Date },
  { uid, email }: { uid: string; email: string },
): Promise<void> {
  await endCredentials(trx, uid, email, now);
  await setMadeBefore(trx, uid, timestamp(now));
  await disableWebhooksOf(trx, now, uid);
  await switchOffChannelsOf(trx, now, uid);
  await disableGroupServersOf(trx, now, uid);
  await endConsentsOfPerson(trx, { actor, now }, uid);
  await endGroupConsents(trx, { actor, now }, uid);
  await unconfirmBank(trx, now, { actor, uid });
  await endGrantsGivenBy(trx, { actor, now }, uid);
}

/** After a restore: sessions, tokens and links that were ended since the backup would work again. */
export async function endEverybodysCredentials({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  await db.transactionWithoutTimeouts(async (trx) => {
    await deleteAllCredentials(trx, timestamp(now));
    await deleteAllFeeds(trx);
    await record(trx, now, { actor: null, kind: 'sessions.removed', subject: 'installation' });
  });
}

export const cookieOptions = (config: Config): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: config.baseUrl.startsWith('https:'),
  path: '/',
});

export const setSessionCookie = (reply: FastifyReply, config: Config, token: string): FastifyReply =>
  reply.setCookie(sessionCookie(config), token, { ...cookieOptions(config), maxAge: sessionSeconds });

export const clearSessionCookie = (reply: FastifyReply, config: Config): FastifyReply =>
  reply.clearCookie(sessionCookie(config), cookieOptions(config));
